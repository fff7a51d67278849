import { rolesFor } from '@byre/contract/rights'
import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Access } from '../access.policy.ts'
import '../tables.ts'

interface WantedName {
  name: string
  user_id: string
  /** The place that shall have it; null for one that does not exist yet. */
  place_id: string | null
}

type OrSql<Value> = Value | RawBuilder<Value>

/**
 * Whether a name that is in the book is free for someone: its time is over, it is or was the place's
 * own, or it is held for a deleted place of which they are an Owner.
 */
export const isOpenTo = (p: { user_id: OrSql<string>; place_id: OrSql<string | null> }) => sql<boolean>`(
  coalesce(customers.host_names.until < now(), false) or exists (
    select from customers.role_holders as m
    where m.place_id = customers.host_names.place_id and m.kind = customers.host_names.kind and m.user_id = ${p.user_id}::uuid
      and (m.place_id = ${p.place_id}::uuid or customers.host_names.state = 'held' and m.role = 'Owner')))`

/** A row when a name is not to be had. */
export const findTakenName = prepared<'customers'>()((db, p: WantedName) =>
  db
    .selectFrom('customers.host_names')
    .select('customers.host_names.name')
    .where('customers.host_names.name', '=', p.name)
    .where((e) => e.not(isOpenTo(p))),
)

/**
 * What is known of a domain that a place shall have: how far the place's own claim has come, if the caller
 * belongs to it, and whether another place holds the proof.
 */
export const findClaimOn = prepared<'customers'>()(
  (db, p: { domain: string; place_id: string | null; user_id: string }) =>
    db
      .selectFrom(sql<{ domain: string }>`(select ${p.domain}::text as domain)`.as('wanted'))
      .leftJoin('customers.domain_claims as own', (join) =>
        join
          .onRef('own.domain', '=', 'wanted.domain')
          .on('own.place_id', '=', sql<string>`${p.place_id}::uuid`)
          .on((e) =>
            e.exists(
              e
                .selectFrom('customers.role_holders as m')
                .whereRef('m.place_id', '=', 'own.place_id')
                .whereRef('m.kind', '=', 'own.kind')
                .where('m.user_id', '=', p.user_id)
                .where('m.role', 'in', rolesFor('checkDomain', 'place'))
                .where('m.place_deleted_at', 'is', null),
            ),
          ),
      )
      .select((e) => [
        'own.state',
        'own.token',
        e
          .exists(
            e
              .selectFrom('customers.domain_claims as c')
              .whereRef('c.domain', '=', 'wanted.domain')
              .where('c.state', 'in', ['verified', 'failing'])
              .where(sql<boolean>`c.place_id is distinct from ${p.place_id}::uuid`),
          )
          .as('is_taken'),
      ]),
)

/** What `on conflict (name)` does: gives the name away where it is open, else leaves no row to return. */
export const takeOver = {
  kind: sql<'site' | 'clinic'>`excluded.kind`,
  place_id: sql<string>`excluded.place_id`,
  state: 'live',
  until: null,
} as const

/** Gives a live place another name; no row when it is not to be had. Its old one must be given up first. */
export const claimName = prepared<'customers'>()(
  (db, p: Access<'changeAddress' | 'restore', 'site' | 'clinic'> & { name: string }) =>
    db
      .insertInto('customers.host_names')
      .values({ name: p.name, kind: p.kind, place_id: p.place_id, state: 'live', until: null })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(takeOver).where(isOpenTo(p)))
      .returning('name'),
)

/** The present name of a place goes on leading to it, closed to others for 90 days. */
export const giveUpName = prepared<'customers'>()((db, p: Access<'changeAddress', 'site' | 'clinic'>) =>
  db
    .updateTable('customers.host_names')
    .set({ state: 'former', until: sql<string>`now() + interval '90 days'` })
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .where('state', '=', 'live'),
)

/** A row when a name is the place's own already, live or kept for it. */
export const findOwnName = prepared<'customers'>()((db, p: { name: string; place_id: string }) =>
  db
    .selectFrom('customers.host_names')
    .select('name')
    .where('name', '=', p.name)
    .where('place_id', '=', p.place_id),
)

/** Frees all but the newest of a place's former names. */
export const freeOldNames = prepared<'customers'>()((db, p: Access<'changeAddress'> & { kept: number }) =>
  db
    .updateTable('customers.host_names')
    .set({ until: sql<string>`now()` })
    .where('name', 'in', (q) =>
      q
        .selectFrom('customers.host_names')
        .select('name')
        .where('place_id', '=', p.place_id)
        .where('state', '=', 'former')
        .where('until', '>', sql<string>`now()`)
        .orderBy('until', 'desc')
        .orderBy('name')
        .offset(p.kept),
    ),
)
