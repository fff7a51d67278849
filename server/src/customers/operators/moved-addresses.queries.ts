import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Access } from '../access.policy.ts'
import { tableOf, type Kind } from '../places/places.queries.ts'

/* Subdomains and custom domains that staff move or free. */

/** Who claims a domain, whoever has proven it first. */
export const listClaimsOn = prepared<'customers'>()((db, p: { domain: string }) =>
  db
    .selectFrom('customers.domain_claims')
    .select(['place_id', 'kind'])
    .select(sql<boolean>`state in ('verified', 'failing')`.as('is_proven'))
    .where('domain', '=', p.domain)
    .orderBy('is_proven', 'desc')
    .orderBy('id')
    .limit(2),
)

/** Drops a place's claim with its proof and token; no row when it claims that domain no longer. */
export const dropClaimOn = prepared<'customers'>()(
  (db, p: Access<'changeAddress', Kind> & { domain: string }) =>
    db
      .deleteFrom('customers.domain_claims')
      .where('place_id', '=', p.place_id)
      .where('kind', '=', p.kind)
      .where('domain', '=', p.domain)
      .returning('id'),
)

/** Has what a place claims looked up at once, also where looking had ended; gives the claim. */
export const lookAgain = prepared<'customers'>()((db, p: Access<'changeAddress', Kind>) =>
  db
    .updateTable('customers.domain_claims')
    .set({
      state: sql<'pending'>`'pending'`,
      begun_at: sql<string>`now()`,
      next_check_at: sql<string>`now()`,
    })
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .returning('id'),
)

/** Whose a subdomain is, be it live, former, or held for a deleted place. */
export const findHolder = prepared<'customers'>()((db, p: { name: string }) =>
  db
    .selectFrom('customers.host_names')
    .select(['place_id', 'kind', 'state'])
    .select(sql<boolean>`coalesce(until < now(), false)`.as('is_free'))
    .where('name', '=', p.name),
)

/** Frees a name that leads nowhere at present; no row when it is another's by now, or live. */
export const freeName = prepared<'customers'>()((db, p: Access<'changeAddress', Kind> & { name: string }) =>
  db
    .updateTable('customers.host_names')
    .set({ until: sql<string>`now()` })
    .where('name', '=', p.name)
    .where('place_id', '=', p.place_id)
    .where('state', '<>', 'live')
    .returning('name'),
)

/** Makes a name the live one of a place that has given up its own; no row when it is not `holder`'s by now, or live. */
export const giveName = prepared<'customers'>()(
  (db, p: Access<'changeAddress', Kind> & { name: string; holder: string }) =>
    db
      .updateTable('customers.host_names')
      .set({ kind: p.kind, place_id: p.place_id, state: 'live', until: null })
      .where('name', '=', p.name)
      .where('place_id', '=', p.holder)
      .where('state', '<>', 'live')
      .returning('name'),
)

/** A place as it is, deleted ones too; locked until the transaction ends. */
const lock = (kind: Kind) =>
  prepared<'customers'>()((db, p: { id: string }) =>
    db
      .selectFrom(tableOf(kind))
      .select(['id', 'name', 'subdomain', 'domain'])
      .select(sql<boolean>`deleted_at is not null`.as('is_deleted'))
      .where('id', '=', p.id)
      .forNoKeyUpdate(),
  )
export const lockAnyPlace = { site: lock('site'), clinic: lock('clinic') }

const set = (kind: Kind) =>
  prepared<'customers'>()(
    (db, p: Access<'changeAddress', Kind> & { subdomain: string; domain: string | null }) =>
      db
        .updateTable(tableOf(kind))
        .set((e) => ({ subdomain: p.subdomain, domain: p.domain, version: e('version', '+', 1) }))
        .where('id', '=', p.place_id),
  )
/** What a place's own row says of its addresses. */
export const setAddresses = { site: set('site'), clinic: set('clinic') }

/** Also those of a deleted place, who may restore it. */
export const listOwnersOfAny = prepared<'customers'>()((db, p: { kind: Kind; place_id: string }) =>
  db
    .selectFrom('customers.members')
    .select('user_id')
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .where('role', '=', 'Owner')
    .orderBy('created_at')
    .orderBy('user_id')
    .limit(100),
)
