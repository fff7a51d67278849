import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Role } from '@byre/contract/rights'
import { sql, type QueryCreator } from 'kysely'
import { sharedWrite, type Of } from '../../platform/database/db.ts'
import type { ColumnTypes, Numbered } from '../../platform/database/fixed-query.ts'
import { takeForCallers } from '../../platform/limits/limits.ts'
import type { PlatformTables } from '../../platform/tables.ts'
import { auditColumns, auditLineColumns, auditTypes, type auditValuesOf } from '../audit.queries.ts'
import { payingRoles } from '../billing-entities/billing-entities.policy.ts'
import { isOpenTo, takeOver } from '../domains/host-names.queries.ts'
import { creates } from '../places.policy.ts'
import { trialTypes, type Billing, type NewTrial } from '../ports.ts'
import { filledColumns, tableOf, typesOfFilled, type Filled, type Kind } from './places.queries.ts'

/** What is written of a place, and by whom. */
type NewPlace = ReturnType<typeof auditValuesOf> & { [C in Filled]?: string | null } & {
  id: string
  code: string
  subdomain: string
  billing_entity_id: BillingEntityId
  user_id: string
  /** The counter of the creator's limit, and how much it allows. */
  bucket: string
  at_most: number
}
const types = (kind: Kind): ColumnTypes<NewPlace> => ({
  ...auditTypes,
  ...typesOfFilled(kind),
  id: 'uuid',
  code: 'text',
  user_id: 'uuid',
  bucket: 'text',
  at_most: 'int',
})

type Tables = Of<'customers'> & PlatformTables & { callers: Numbered<NewPlace & NewTrial> }

/**
 * CTEs of a statement that sets up a place for each of its `callers`, with its host name, its Owner and the audit line: if they may still create
 * something today, may pay with the payer and the name is to be had. No payer can be deleted until the transaction ends.
 */
function withPlaces(kind: Kind, db: QueryCreator<Tables>) {
  const written = ['id', ...filledColumns(kind), 'code'] as const
  return db
    .with('limit', () => takeForCallers(creates(1)))
    .with('payer', (q) =>
      q
        .selectFrom('callers as c')
        // Its lock keeps this a query of its own, planned for one caller.
        .innerJoinLateral(
          (e) =>
            e
              .selectFrom('customers.members as m')
              .innerJoin('customers.billing_entities as b', 'b.id', 'm.place_id')
              .select(['b.id', 'b.name', 'b.country', 'b.currency', 'b.brand', 'b.last_four', 'm.role'])
              .whereRef('m.place_id', '=', 'c.billing_entity_id')
              .whereRef('m.user_id', '=', 'c.user_id')
              .where('m.kind', '=', 'billing_entity')
              .where('b.deleted_at', 'is', null)
              .forKeyShare('b')
              .as('own'),
          (join) => join.onTrue(),
        )
        .selectAll('own')
        .select('c.nth'),
    )
    .with('host', (q) =>
      q
        .insertInto('customers.host_names')
        .columns(['name', 'kind', 'place_id', 'state'])
        .expression((e) =>
          e
            .selectFrom('callers as c')
            .innerJoin('payer', 'payer.nth', 'c.nth')
            .innerJoin('limit', 'limit.bucket', 'c.bucket')
            .select([
              'c.subdomain',
              sql<Kind>`${kind}::text`.as('kind'),
              'c.id',
              sql<'live'>`'live'`.as('state'),
            ])
            .where(sql<boolean>`payer.role = any(${payingRoles}::text[])`)
            .whereRef('limit.spent', '<=', 'c.at_most')
            .orderBy('c.subdomain'),
        )
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(takeOver)
            .where(
              isOpenTo({
                user_id: sql`(select user_id from callers where callers.id = excluded.place_id)`,
                place_id: sql`excluded.place_id`,
              }),
            ),
        )
        .returning('place_id'),
    )
    .with('place', (q) =>
      q
        .insertInto(tableOf(kind))
        .columns(written)
        .expression((e) =>
          e
            .selectFrom('callers as c')
            .innerJoin('host', 'host.place_id', 'c.id')
            .select(written.map((column) => `c.${column}` as const)),
        )
        .returning(['id', 'created_at', 'version']),
    )
    .with('member', (q) =>
      q
        .insertInto('customers.members')
        .columns(['place_id', 'user_id', 'kind', 'role'])
        .expression((e) =>
          e
            .selectFrom('callers as c')
            .innerJoin('place', 'place.id', 'c.id')
            .select([
              'c.id',
              'c.user_id',
              sql<Kind>`${kind}::text`.as('kind'),
              sql<'Owner'>`'Owner'`.as('role'),
            ]),
        ),
    )
    .with('audited', (q) =>
      q
        .insertInto('platform.audit')
        .columns(auditColumns)
        .expression((e) =>
          e
            .selectFrom('callers as c')
            .innerJoin('place', 'place.id', 'c.id')
            .select(auditLineColumns.map((column) => `c.${column}` as const)),
        ),
    )
}

const ofPlace = [
  'c.nth',
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

/** What the statement found, with nulls where no place was set up. */
interface NewPlaceFacts {
  spent: number
  seconds_left: number
  id: BillingEntityId
  name: string
  country: string | null
  currency: 'cad' | 'usd' | null
  brand: string | null
  last_four: string | null
  role: Role
  place_id: string | null
  created_at: string | null
  version: number | null
  plan_currency: 'cad' | 'usd' | null
}

/**
 * The statements that set up places, with their trials or without. No row: it does not belong to the payer. A row without
 * `place_id` holds the reason: `spent` beyond the limit, their `role`, or else the name is taken; one without
 * `plan_currency` says that no such plan is on offer.
 */
export const placeInserts = (kind: Kind, { withTrials }: Pick<Billing, 'withTrials'>) => ({
  withoutTrial: sharedWrite<'customers'>()<NewPlace, NewPlaceFacts>(types(kind), (db) =>
    withPlaces(kind, db as never)
      .selectFrom('callers as c')
      .innerJoin('payer', 'payer.nth', 'c.nth')
      .innerJoin('limit', 'limit.bucket', 'c.bucket')
      .leftJoin('place', 'place.id', 'c.id')
      .select(ofPlace)
      .select(sql<null>`null`.as('plan_currency')),
  ),
  withTrial: sharedWrite<'customers'>()<NewPlace & NewTrial, NewPlaceFacts>(
    { ...types(kind), ...trialTypes },
    (db) =>
      withTrials(withPlaces(kind, db))
        .selectFrom('callers as c')
        .innerJoin('payer', 'payer.nth', 'c.nth')
        .innerJoin('limit', 'limit.bucket', 'c.bucket')
        .leftJoin('place', 'place.id', 'c.id')
        .leftJoin('plan', 'plan.nth', 'c.nth')
        .select(ofPlace)
        .select('plan.currency as plan_currency'),
  ),
})
export type PlaceInserts = ReturnType<typeof placeInserts>
