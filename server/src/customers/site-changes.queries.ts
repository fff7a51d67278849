import type { Role } from '@byre/contract/members'
import { sql, type Selectable } from 'kysely'
import { prepared } from '../platform/db.ts'
import { auditColumns, auditLine, auditValues, changeValues } from './audit.queries.ts'
import { difference } from './changes.queries.ts'
import { ownColumns, siteColumns } from './sites.queries.ts'
import type { CustomersTables } from './tables.ts'

type SiteRow = Selectable<CustomersTables['customers.sites']>

interface SiteChange {
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
 * Changes a site and writes the audit line in one statement; gives the site as it is then. No row when
 * nothing differs, somebody was faster, or more must be judged than one statement can.
 */
export const changeSite = prepared<'customers'>()((db, p: SiteChange) =>
  db
    .with('changed', (q) =>
      q
        .updateTable('customers.sites as s')
        .from([
          'customers.members as m',
          'customers.sites as o',
          difference(p.changes),
          sql<SiteRow>`jsonb_populate_record(o, d.after)`.as('n'),
        ])
        .set((e) => ({
          name: e.ref('n.name'),
          description: e.ref('n.description'),
          address: e.ref('n.address'),
          city: e.ref('n.city'),
          region: e.ref('n.region'),
          country: e.ref('n.country'),
          postal_code: e.ref('n.postal_code'),
          subdomain: e.ref('n.subdomain'),
          billing_entity_id: e.ref('n.billing_entity_id'),
          plan_id: e.ref('n.plan_id'),
          install_preference: e.ref('n.install_preference'),
          version: e('s.version', '+', 1),
        }))
        .where('s.id', '=', p.id)
        .where('s.deleted_at', 'is', null)
        .where('m.place_id', '=', p.id)
        .where('m.user_id', '=', p.user_id)
        .where('m.kind', '=', 'site')
        .where(sql<boolean>`m.role = any(${p.editors}::text[])`)
        .where('o.id', '=', p.id)
        // An edit that came between reading `o` and locking `s` shows in the version.
        .whereRef('o.version', '=', 's.version')
        .where('d.after', 'is not', null)
        .where(
          sql<boolean>`(${p.is_judged}::boolean or s.standing = 'ok'
            and not d.after ?| array['subdomain', 'billing_entity_id', 'plan_id']
            and coalesce(o.version = ${p.if_match}::int, true))`,
        )
        .returning([...ownColumns, 'm.role', 'd.before', 'd.after']),
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
    .select([...siteColumns, 's.role']),
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
