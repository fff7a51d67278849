import type { Role } from '@byre/contract/members'
import { sql, type Selectable } from 'kysely'
import { prepared } from '../platform/db.ts'
import { takeOne, type Taken } from '../platform/limits.ts'
import { auditColumns, auditLine, auditValues } from './audit.queries.ts'
import { isOpenTo, takeOver } from './host-names.queries.ts'
import type { CustomersTables } from './tables.ts'

type SiteRow = Selectable<CustomersTables['customers.sites']>

/** What the caller and the server fill in; the rest is the table's. */
const filled = [
  'name',
  'description',
  'address',
  'city',
  'region',
  'country',
  'postal_code',
  'subdomain',
  'code',
  'billing_entity_id',
  'plan_id',
  'install_preference',
] as const
export type NewSiteRow = Pick<SiteRow, 'id' | (typeof filled)[number]>

interface NewSite {
  id: string
  subdomain: string
  billing_entity_id: string
  user_id: string
  payer_roles: readonly Role[]
  /** The `NewSiteRow` as JSON. */
  site: string
  /** The audit line's row as JSON (`auditJson`). */
  audit: string
  /** The counter of the creator's limit, its window and how much it allows. */
  bucket: string
  window_seconds: number
  at_most: number
}

/**
 * A site, its host name, its Owner and the audit line, if `user_id` may still create something today,
 * may pay with the payer and the name is to be had. No row: they do not belong to the payer. A row
 * without `site_id` holds the reason: `spent` beyond the limit, their `role`, or else the name is taken.
 * The payer cannot be deleted until the transaction ends.
 */
export const insertSite = prepared<'customers'>()((db, p: NewSite) =>
  db
    .with('limit', () => sql<Taken>`(${takeOne(p.bucket, p.window_seconds)})`)
    .with('payer', (q) =>
      q
        .selectFrom('customers.members as m')
        .innerJoin('customers.billing_entities as b', 'b.id', 'm.place_id')
        .select(['b.id', 'b.name', 'b.country', 'b.currency', 'b.brand', 'b.last_four', 'm.role'])
        .where('m.place_id', '=', p.billing_entity_id)
        .where('m.user_id', '=', p.user_id)
        .where('m.kind', '=', 'billing_entity')
        .where('b.deleted_at', 'is', null)
        .forKeyShare('b'),
    )
    .with('host', (q) =>
      q
        .insertInto('customers.host_names')
        .columns(['name', 'kind', 'place_id', 'state'])
        .expression((e) =>
          e
            .selectFrom('payer')
            .select([
              sql<string>`${p.subdomain}::text`.as('name'),
              sql<'site'>`'site'`.as('kind'),
              sql<string>`${p.id}::uuid`.as('place_id'),
              sql<'live'>`'live'`.as('state'),
            ])
            .where(sql<boolean>`payer.role = any(${p.payer_roles}::text[])`)
            .where(sql<boolean>`(select spent from "limit") <= ${p.at_most}::int`),
        )
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(takeOver)
            .where(isOpenTo({ user_id: p.user_id, place_id: p.id })),
        )
        .returning('place_id'),
    )
    .with('site', (q) =>
      q
        .insertInto('customers.sites')
        .columns(['id', ...filled])
        .expression((e) =>
          e
            .selectFrom([
              'host',
              sql<SiteRow>`jsonb_populate_record(null::customers.sites, ${p.site}::jsonb)`.as('n'),
            ])
            .select(['host.place_id', ...filled.map((column) => `n.${column}` as const)]),
        )
        .returning(['id', 'created_at', 'version']),
    )
    .with('member', (q) =>
      q
        .insertInto('customers.members')
        .columns(['place_id', 'user_id', 'kind', 'role'])
        .expression((e) =>
          e
            .selectFrom('site')
            .select([
              'site.id',
              sql<string>`${p.user_id}::uuid`.as('user_id'),
              sql<'site'>`'site'`.as('kind'),
              sql<'Owner'>`'Owner'`.as('role'),
            ]),
        ),
    )
    .with('audited', (q) =>
      q
        .insertInto('platform.audit')
        .columns(auditColumns)
        .expression((e) => e.selectFrom(['site', auditLine(p.audit)]).select(auditValues)),
    )
    .selectFrom('payer')
    .innerJoin('limit', (join) => join.onTrue())
    .leftJoin('site', (join) => join.onTrue())
    .select([
      'limit.spent',
      'limit.seconds_left',
      'payer.id',
      'payer.name',
      'payer.country',
      'payer.currency',
      'payer.brand',
      'payer.last_four',
      'payer.role',
      'site.id as site_id',
      'site.created_at',
      'site.version',
    ]),
)
