import { sql } from 'kysely'

// `offset 0` keeps the whole row from being turned into JSON again for each field.

/**
 * What a change really changes, to be joined laterally as `d` in an update that also reads the row's
 * old self as `o`: the fields of `changes` (JSON) that differ from it, before and after; both null when
 * none does. A field that was not sent, or was sent as it is stored, is not among them.
 */
export const difference = (changes: string) =>
  sql<{ before: string | null; after: string | null }>`lateral (
    select jsonb_object_agg(c.key, w.old -> c.key) as before, jsonb_object_agg(c.key, c.value) as after
    from (select to_jsonb(o) as old offset 0) as w, jsonb_each(${changes}::jsonb) as c
    where w.old -> c.key is distinct from c.value)`.as('d')
