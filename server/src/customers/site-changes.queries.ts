import { sql, type Selectable } from 'kysely'
import { prepared } from '../platform/db.ts'
import { auditColumns, auditLine, auditSelection, auditValues, type auditValuesOf } from './audit.queries.ts'
import { siteColumns } from './sites.queries.ts'
import type { CustomersTables } from './tables.ts'

type SiteRow = Selectable<CustomersTables['customers.sites']>

/** What a change may set; the rest of a site is the server's. */
type Changeable =
  | 'name'
  | 'description'
  | 'address'
  | 'city'
  | 'region'
  | 'country'
  | 'postal_code'
  | 'subdomain'
  | 'billing_entity_id'
  | 'plan_id'
  | 'install_preference'
type SiteChange = Pick<SiteRow, 'id' | 'version' | Changeable> & ReturnType<typeof auditValuesOf>

/**
 * Sets a site's fields to what they shall be from now on and writes the audit line, if it is still the
 * `version` that this was judged by; gives the new one. No row: somebody was faster.
 */
export const changeSite = prepared<'customers'>()((db, p: SiteChange) =>
  db
    .with('changed', (q) =>
      q
        .updateTable('customers.sites as s')
        .set((e) => ({
          name: p.name,
          description: p.description,
          address: p.address,
          city: p.city,
          region: p.region,
          country: p.country,
          postal_code: p.postal_code,
          subdomain: p.subdomain,
          billing_entity_id: p.billing_entity_id,
          plan_id: p.plan_id,
          install_preference: p.install_preference,
          version: e('s.version', '+', 1),
        }))
        .where('s.id', '=', p.id)
        .where('s.version', '=', p.version)
        .where('s.deleted_at', 'is', null)
        .returning('s.version'),
    )
    .with('audited', (q) =>
      q
        .insertInto('platform.audit')
        .columns(auditColumns)
        .expression((e) => e.selectFrom('changed').select(auditSelection(p))),
    )
    .selectFrom('changed')
    .select('version'),
)

/** A site as one of its members sees it, locked until the transaction ends. */
export const lockSite = prepared<'customers'>()((db, p: { id: string; user_id: string }) =>
  db
    .selectFrom('customers.members as m')
    .innerJoin('customers.sites as s', 's.id', 'm.place_id')
    .leftJoin('customers.billing_entities as b', (join) =>
      join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
    )
    .select([...siteColumns, 's.standing', 'm.role'])
    .where('m.place_id', '=', p.id)
    .where('m.user_id', '=', p.user_id)
    .where('m.kind', '=', 'site')
    .where('s.deleted_at', 'is', null)
    .forNoKeyUpdate('s'),
)

/** Hides a site from everyone and holds its names; gives them both back only by restoring. */
export const markSiteDeleted = prepared<'customers'>()((db, p: { id: string; audit: string }) =>
  db
    .with('site', (q) =>
      q
        .updateTable('customers.sites')
        .set((e) => ({ deleted_at: sql<string>`now()`, version: e('version', '+', 1) }))
        .where('id', '=', p.id)
        .where('deleted_at', 'is', null)
        .returning(['id', 'deleted_at']),
    )
    .with('members', (q) =>
      q
        .updateTable('customers.members as m')
        .from('site')
        .set((e) => ({ place_deleted_at: e.ref('site.deleted_at') }))
        .whereRef('m.place_id', '=', 'site.id'),
    )
    .with('names', (q) =>
      q
        .updateTable('customers.host_names as h')
        .from('site')
        .set({ state: 'held', until: sql<string>`now() + interval '90 days'` })
        .whereRef('h.place_id', '=', 'site.id'),
    )
    .with('audited', (q) =>
      q
        .insertInto('platform.audit')
        .columns(auditColumns)
        .expression((e) => e.selectFrom(['site', auditLine(p.audit)]).select(auditValues)),
    )
    .selectFrom('site')
    .select('id'),
)
