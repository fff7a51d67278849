import { sql } from 'kysely'
import { prepared } from '../platform/db.ts'
import './tables.ts'

/** What a tenant's host must know of its place. */
const tenantColumns = ['s.id', 's.name', 's.subdomain', 's.standing', 's.install_preference'] as const

/** The live site that a name belongs to or belonged to. */
export const findSiteByName = prepared<'customers'>()((db, p: { name: string }) =>
  db
    .selectFrom('customers.host_names as h')
    .innerJoin('customers.sites as s', 's.id', 'h.place_id')
    .select([...tenantColumns, sql<boolean>`h.state = 'former'`.as('is_former')])
    .where('h.name', '=', p.name)
    .where('h.kind', '=', 'site')
    .where((e) =>
      e.or([e('h.state', '=', 'live'), e.and([e('h.state', '=', 'former'), sql<boolean>`h.until > now()`])]),
    )
    .where('s.deleted_at', 'is', null),
)

export const findSiteById = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.sites as s')
    .select([...tenantColumns, sql<boolean>`false`.as('is_former')])
    .where('s.id', '=', p.id)
    .where('s.deleted_at', 'is', null),
)
