import * as contract from '@byre/contract/species'
import { answered } from '../platform/authentication/authenticate.ts'
import type { Context } from '../context.ts'
import { listed, rowsOf } from '../platform/lists.ts'
import { listSpecies } from './species.queries.ts'

export function speciesRoutes({ serve, db }: Context<'species'>): void {
  serve(contract.listSpecies, async ({ caller, query }) => {
    const callerRows = await listSpecies[query.sort](db, { ...caller, ...rowsOf(query), q: query.q ?? '' })
    const rows = answered(callerRows)
    const species = rows.flatMap(({ id, name }) => (id && name ? [{ id, name }] : []))
    return listed('species', species, rows[0].total ?? 0, query)
  })
}
