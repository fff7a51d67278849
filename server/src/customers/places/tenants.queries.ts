import { sql } from 'kysely'
import { prepared, quickRead } from '../../platform/database/db.ts'
import { tableOf, type Kind } from './places.queries.ts'
import '../tables.ts'

/* Whose a host is: one statement each, found by an index. A deleted place answers nowhere. */

const tenantColumns = [
  't.id',
  't.kind',
  't.name',
  't.subdomain',
  't.standing',
  't.install_preference',
  't.email',
  't.phone',
] as const

/** The live place that a name belongs to or belonged to. */
export const findTenantByName = quickRead<'customers'>()(
  (db, p: { name: string }) =>
    db
      .selectFrom('customers.host_names as h')
      .innerJoin('customers.tenants as t', (join) =>
        join.onRef('t.id', '=', 'h.place_id').onRef('t.kind', '=', 'h.kind'),
      )
      .select([...tenantColumns, sql<boolean>`h.state = 'former'`.as('is_former')])
      .where('h.name', '=', p.name)
      .where((e) =>
        e.or([
          e('h.state', '=', 'live'),
          e.and([e('h.state', '=', 'former'), sql<boolean>`h.until > now()`]),
        ]),
      )
      .where('t.deleted_at', 'is', null),
  { name: 'text' },
)

export const findTenantById = quickRead<'customers'>()(
  (db, p: { id: string }) =>
    db
      .selectFrom('customers.tenants as t')
      .select([...tenantColumns, sql<boolean>`false`.as('is_former')])
      .where('t.id', '=', p.id)
      .where('t.deleted_at', 'is', null),
  { id: 'uuid' },
)

/** The live place that has the proof of a domain and has not failed it for too long. */
export const findTenantByDomain = quickRead<'customers'>()(
  (db, p: { domain: string }) =>
    db
      .selectFrom('customers.domain_claims as c')
      .innerJoin('customers.tenants as t', (join) =>
        join.onRef('t.id', '=', 'c.place_id').onRef('t.kind', '=', 'c.kind'),
      )
      .select([...tenantColumns, sql<boolean>`false`.as('is_former')])
      .where('c.domain', '=', p.domain)
      .where('c.state', 'in', ['verified', 'failing'])
      .where('c.is_off', '=', false)
      .where('t.deleted_at', 'is', null),
  { domain: 'text' },
)

/** A live place; whoever else changes it, or holds it so, waits until the transaction ends. */
const lockLive = (kind: Kind) =>
  prepared<'customers'>()((db, p: { id: string }) =>
    db
      .selectFrom(tableOf(kind))
      .select('id')
      .where('id', '=', p.id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate(),
  )
export const lockTenant = { site: lockLive('site'), clinic: lockLive('clinic') }
