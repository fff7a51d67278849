import type { Role } from '@byre/contract/members'
import { sql, type Compilable, type Selectable } from 'kysely'
import { prepared } from '../platform/db.ts'
import { auditColumns, auditLine, changeValues } from './audit.queries.ts'
import { difference } from './changes.queries.ts'
import { filledColumns, ownColumns, placeColumns, tableOf, type Kind, type Rows } from './places.queries.ts'
import type { CustomersTables, Standing } from './tables.ts'

type Stored = Selectable<CustomersTables['customers.sites']>

interface PlaceChange {
  id: string
  user_id: string
  editors: readonly Role[]
  /** The sent fields as JSON; those that equal what is stored change nothing. */
  changes: string
  if_match: number | null
  /** True: all was judged under the row's lock. False: only what any editor may change is changed. */
  is_judged: boolean
  /** The audit line's row as JSON (`auditJson`), without before and after. */
  audit: string
}

/**
 * Changes a place and writes the audit line in one statement; gives the place as it is then. No row when
 * nothing differs, somebody was faster, or more must be judged than one statement can.
 */
const change = <Row>(kind: Kind) =>
  prepared<'customers'>()(
    (db, p: PlaceChange) =>
      db
        .with('changed', (q) =>
          q
            .updateTable(`${tableOf(kind)} as s`)
            .from([
              'customers.members as m',
              `${tableOf(kind)} as o`,
              difference(p.changes),
              sql<Stored>`jsonb_populate_record(o, d.after)`.as('n'),
            ])
            .set((e) => ({
              ...Object.fromEntries(filledColumns(kind).map((column) => [column, e.ref(`n.${column}`)])),
              version: e('s.version', '+', 1),
            }))
            .where('s.id', '=', p.id)
            .where('s.deleted_at', 'is', null)
            .where('m.place_id', '=', p.id)
            .where('m.user_id', '=', p.user_id)
            .where('m.kind', '=', kind)
            .where(sql<boolean>`m.role = any(${p.editors}::text[])`)
            .where('o.id', '=', p.id)
            // An edit that came between reading `o` and locking `s` shows in the version.
            .whereRef('o.version', '=', 's.version')
            .where('d.after', 'is not', null)
            .where(
              sql<boolean>`(${p.is_judged}::boolean or s.standing = 'ok'
                and not d.after ?| array['subdomain', 'domain', 'billing_entity_id', 'plan_id']
                and coalesce(o.version = ${p.if_match}::int, true))`,
            )
            .returning([...ownColumns(kind), 'm.role', 'd.before', 'd.after']),
        )
        .with('audited', (q) =>
          q
            .insertInto('platform.audit')
            .columns(auditColumns)
            .expression((e) => e.selectFrom(['changed as d', auditLine(p.audit)]).select(changeValues)),
        )
        .selectFrom('changed as s')
        .leftJoin('customers.billing_entities as b', (join) =>
          join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
        )
        .select([...placeColumns(kind), 's.role']) as Compilable<unknown> as Compilable<Row>,
  )

export const changePlace: { [K in Kind]: ReturnType<typeof change<Rows[K]>> } = {
  site: change('site'),
  clinic: change('clinic'),
}

/** A place as one of its members sees it, locked until the transaction ends. */
const lock = <Row>(kind: Kind) =>
  prepared<'customers'>()(
    (db, p: { id: string; user_id: string }) =>
      db
        .selectFrom('customers.members as m')
        .innerJoin(`${tableOf(kind)} as s`, 's.id', 'm.place_id')
        .leftJoin('customers.billing_entities as b', (join) =>
          join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
        )
        .select([
          ...placeColumns(kind),
          's.standing',
          's.deleted_at',
          sql<boolean>`coalesce(s.deleted_at > now() - interval '30 days', true)`.as('is_kept'),
          'm.role',
        ])
        .where('m.place_id', '=', p.id)
        .where('m.user_id', '=', p.user_id)
        .where('m.kind', '=', kind)
        .forNoKeyUpdate('s') as Compilable<unknown> as Compilable<Row & Locked>,
  )

interface Locked {
  standing: Standing
  /** Null: it lives. */
  deleted_at: string | null
  /** False: deleted so long ago that it can no longer be restored. */
  is_kept: boolean
}

export const lockPlace: { [K in Kind]: ReturnType<typeof lock<Rows[K]>> } = {
  site: lock('site'),
  clinic: lock('clinic'),
}
