import type { QueryOf } from '@byre/contract/endpoint'
import type { Colleague, findColleagues as findCall } from '@byre/contract/people/colleagues'
import { rolesFor } from '@byre/contract/rights'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { findColleagues as findRows } from './colleagues.queries.ts'

/** People whom the caller may see at a place of theirs, by a part of name or address. */
export async function findColleagues(
  db: Db<'customers'>,
  { caller, query }: { caller: Caller; query: QueryOf<typeof findCall> },
): Promise<{ colleagues: Colleague[]; more: boolean }> {
  const rows = await findRows(db, {
    ...caller,
    place_seers: rolesFor('listMembers', 'place'),
    billing_entity_seers: rolesFor('listMembers', 'billing_entity'),
    q: query.q,
    // One more says whether there are others.
    limit: query.per_page + 1,
  })
  const colleagues = answered(rows).flatMap(
    ({ id, first_name, last_name, email, place, places }): Colleague[] =>
      id && place && places ? [{ id, first_name, last_name, email, place, places }] : [],
  )
  return { colleagues: colleagues.slice(0, query.per_page), more: colleagues.length > query.per_page }
}
