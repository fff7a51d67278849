import { expressionBuilder, sql } from 'kysely'
import type { CustomersTables } from './tables.ts'

/**
 * The live places and payers (`place_id`, `kind`) that the asker of a `withAsker` read is Owner or Admin of, as
 * a CTE of another module's statement, so that its list stays one round trip.
 */
export function placesOfAsker() {
  return expressionBuilder<CustomersTables, never>()
    .selectFrom('customers.members')
    .select(['place_id', 'kind'])
    .where('user_id', '=', sql<string>`(select user_id from asker)`)
    .where('role', '<>', sql.lit('User'))
    .where('place_deleted_at', 'is', null)
}

/** The payers among them. */
export const payersOfAsker = () => placesOfAsker().where('kind', '=', sql.lit('billing_entity'))
