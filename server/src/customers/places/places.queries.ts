import type { Role } from '@byre/contract/rights'
import { sql, type Compilable, type Selectable } from 'kysely'
import { quickRead } from '../../platform/database/db.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import type { Place } from '../ports.ts'
import type { CustomersTables, AccessState } from '../tables.ts'

/*
 * Sites and clinics lie in tables that differ in a few columns; each statement is made once for either.
 * Kysely cannot follow a table whose name is a parameter: statements are typed as those of sites, whose
 * shared columns clinics have too, and their rows are named here.
 */

export type Kind = Place['kind']
type Sites = CustomersTables['customers.sites']
type Clinics = CustomersTables['customers.clinics']

export const tableOf = (kind: Kind) => `customers.${kind}s` as 'customers.sites'

const sharedColumns = [
  'name',
  'description',
  'address',
  'city',
  'region',
  'country',
  'postal_code',
  'domain',
  'subdomain',
  'billing_entity_id',
  'plan_id',
] as const
type SharedColumn = (typeof sharedColumns)[number]
const kindColumns = { site: ['install_preference'], clinic: ['email', 'phone'] } as const

/** What people fill in and may change. */
export const filledColumns = (kind: Kind) => [...sharedColumns, ...kindColumns[kind]] as readonly Filled[]
export type Filled = SharedColumn | 'install_preference'

const uuids: ReadonlySet<Filled> = new Set(['billing_entity_id', 'plan_id'])
/** Their types in PostgreSQL, for a write that callers share. */
export const typesOfFilled = (kind: Kind) =>
  Object.fromEntries(
    filledColumns(kind).map((column) => [column, uuids.has(column) ? 'uuid' : 'text']),
  ) as Record<Filled, 'text' | 'uuid'>

/** What replies tell of a place's own row, `s` in each statement. */
const ownColumns = (kind: Kind) =>
  [
    's.id',
    's.code',
    's.created_at',
    's.version',
    's.standing',
    ...filledColumns(kind).map((column) => `s.${column}` as const),
  ] as const

/** A clinic's domain is its public address while it answers there: once it is proven, until it failed for too long. */
const domainProof = sql<boolean>`exists (
  select from customers.domain_claims as c
  where c.place_id = s.id and c.kind = 'clinic' and 'https://' || c.domain = s.domain
    and c.state in ('verified', 'failing') and not c.is_off)`.as('is_domain_proven')
const proofs = { site: [], clinic: [domainProof] }

/** The same with whoever pays, `b` in each statement. */
export const placeColumns = (kind: Kind) =>
  [...ownColumns(kind), ...proofs[kind], 'b.name as payer_name', 'b.brand', 'b.last_four'] as const

interface Seen {
  id: string
  code: string
  created_at: string
  version: number
  standing: AccessState
  role: Role
  payer_name: string | null
  brand: string | null
  last_four: string | null
}
export type SiteRow = Seen & Pick<Selectable<Sites>, SharedColumn | 'install_preference'>
type ClinicRow = Seen &
  Pick<Selectable<Clinics>, SharedColumn | 'email' | 'phone'> & {
    /** Absent of a new one, which has proven none. */
    is_domain_proven?: boolean
  }

/** A place's row as replies tell it, by kind. */
export interface Rows {
  site: SiteRow
  clinic: ClinicRow
}

/** A row of a read: nulls where nothing was joined to the caller. */
export type CallerRow<Row> = { [C in keyof Row]: Row[C] | null } & { caller_id: string }

/** One place for the caller; without a `role` it is not theirs or not there. */
const find = <Row>(kind: Kind) =>
  quickRead<'customers'>()(
    (db, p: { token_hash: Buffer; id: string }) =>
      withCallerAt(db, { token_hash: p.token_hash, kind, place_id: p.id })
        .leftJoin(`${tableOf(kind)} as s`, 's.id', 'm.place_id')
        .leftJoin('customers.billing_entities as b', (join) =>
          join.onRef('b.id', '=', 's.billing_entity_id').on('b.deleted_at', 'is', null),
        )
        .select([
          'caller.user_id as caller_id',
          'm.role',
          ...placeColumns(kind),
        ]) as Compilable<unknown> as Compilable<CallerRow<Row>>,
    { token_hash: 'bytea', id: 'uuid' },
  )

export const findPlace: { [K in Kind]: ReturnType<typeof find<Rows[K]>> } = {
  site: find('site'),
  clinic: find('clinic'),
}
