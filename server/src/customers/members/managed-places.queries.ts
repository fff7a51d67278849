import { expressionBuilder, sql } from 'kysely'
import type { CustomersTables } from '../tables.ts'

const managed = () =>
  expressionBuilder<CustomersTables, never>()
    .selectFrom('customers.members')
    .where('user_id', '=', sql<string>`(select user_id from caller)`)
    .where('role', '<>', sql.lit('User'))
    .where('place_deleted_at', 'is', null)

/**
 * The live places and payers (`place_id`, `kind`) that the caller of a `withCaller` read is Owner or Admin of,
 * as a CTE of another module's statement, so that its list stays one round trip.
 */
export const placesOfCaller = () => managed().select(['place_id', 'kind'])

/** The payers (`place_id`) among them. */
export const billingEntitiesOfCaller = () =>
  managed().select('place_id').where('kind', '=', sql.lit('billing_entity'))
