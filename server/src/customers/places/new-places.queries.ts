import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Role } from '@byre/contract/rights'
import { sql, type QueryCreator } from 'kysely'
import { prepared, type Of } from '../../platform/database/db.ts'
import { takeOne, type Taken } from '../../platform/limits/limits.ts'
import type { PlatformTables } from '../../platform/tables.ts'
import { auditColumns, auditSelection, type auditValuesOf } from '../audit.queries.ts'
import { isOpenTo, takeOver } from '../domains/host-names.queries.ts'
import { filledColumns, tableOf, type Kind, type SiteRow } from './places.queries.ts'
import type { Billing, NewTrial } from '../ports.ts'

/** What is written besides the place's other filled columns, which come with it by their names. */
interface NewPlace extends ReturnType<typeof auditValuesOf> {
  id: string
  code: string
  subdomain: string
  billing_entity_id: BillingEntityId
  user_id: string
  payer_roles: readonly Role[]
  /** The counter of the creator's limit, its window and how much it allows. */
  bucket: string
  window_seconds: number
  at_most: number
}
const ids: ReadonlySet<string> = new Set(['billing_entity_id', 'plan_id'])

/**
 * CTEs of a statement: a place, its host name, its Owner and the audit line, if `user_id` may still create
 * something today, may pay with the payer and the name is to be had. The payer cannot be deleted until the
 * transaction ends.
 */
function withPlace(kind: Kind, db: QueryCreator<Of<'customers'> & PlatformTables>, p: NewPlace) {
  const written = [...filledColumns(kind), 'code'] as const
  return db
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
              sql<Kind>`${kind}::text`.as('kind'),
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
    .with('place', (q) =>
      q
        .insertInto(tableOf(kind))
        .columns(['id', ...written])
        .expression((e) =>
          e
            .selectFrom('host')
            .select([
              'host.place_id',
              ...written.map((column) =>
                sql<string>`${(p as Partial<SiteRow>)[column]}::${sql.raw(ids.has(column) ? 'uuid' : 'text')}`.as(
                  column,
                ),
              ),
            ]),
        )
        .returning(['id', 'created_at', 'version']),
    )
    .with('member', (q) =>
      q
        .insertInto('customers.members')
        .columns(['place_id', 'user_id', 'kind', 'role'])
        .expression((e) =>
          e
            .selectFrom('place')
            .select([
              'place.id',
              sql<string>`${p.user_id}::uuid`.as('user_id'),
              sql<Kind>`${kind}::text`.as('kind'),
              sql<'Owner'>`'Owner'`.as('role'),
            ]),
        ),
    )
    .with('audited', (q) =>
      q
        .insertInto('platform.audit')
        .columns(auditColumns)
        .expression((e) => e.selectFrom('place').select(auditSelection(p))),
    )
}

const ofPlace = [
  'limit.spent',
  'limit.seconds_left',
  'payer.id',
  'payer.name',
  'payer.country',
  'payer.currency',
  'payer.brand',
  'payer.last_four',
  'payer.role',
  'place.id as place_id',
  'place.created_at',
  'place.version',
] as const

/**
 * The statements that set up a place, alone or with its trial. No row: they do not belong to the payer. A row without
 * `place_id` holds the reason: `spent` beyond the limit, their `role`, or else the name is taken; one without
 * `plan_currency` says that no such plan is on offer.
 */
export const placeInserts = (kind: Kind, { withTrial }: Pick<Billing, 'withTrial'>) => ({
  alone: prepared<'customers'>()((db, p: NewPlace) =>
    withPlace(kind, db, p)
      .selectFrom('payer')
      .innerJoin('limit', (join) => join.onTrue())
      .leftJoin('place', (join) => join.onTrue())
      .select(ofPlace)
      .select(sql<null>`null`.as('plan_currency')),
  ),
  inTrial: prepared<'customers'>()((db, p: NewPlace & NewTrial) =>
    withTrial(withPlace(kind, db, p), p)
      .selectFrom('payer')
      .innerJoin('limit', (join) => join.onTrue())
      .leftJoin('place', (join) => join.onTrue())
      .leftJoin('plan', (join) => join.onTrue())
      .select(ofPlace)
      .select('plan.currency as plan_currency'),
  ),
})
export type PlaceInserts = ReturnType<typeof placeInserts>
