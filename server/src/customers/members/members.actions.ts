import type { QueryOf } from '@byre/contract/endpoint'
import type { listSiteUsers as listCall, Member } from '@byre/contract/people/members'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import { may, rolesFor } from '@byre/contract/rights'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { listed, rowsOf } from '../../platform/lists.ts'
import { listMembers } from './members.queries.ts'

/** Who belongs to a place, for those who may know. */
export async function listPlaceUsers(
  db: Db<'customers'>,
  { caller, query }: { caller: Caller; query: QueryOf<typeof listCall> },
  { kind, placeId }: { kind: SubjectKind; placeId: string },
) {
  const callerRows = await listMembers[query.sort](db, {
    ...caller,
    ...rowsOf(query),
    place_id: placeId,
    kind,
    seers: rolesFor('listMembers', kind),
    q: query.q ?? '',
  })

  const rows = answered(callerRows)
  const own = rows[0].own_role
  if (own === null) refuse('not_found')
  if (!may(own, 'listMembers', kind)) refuse('role.insufficient')
  const users = rows.flatMap(({ id, first_name, last_name, email, role, created_at }): Member[] =>
    id && role && created_at ? [{ id, first_name, last_name, email, role, created_at }] : [],
  )
  return listed('users', users, rows[0].total ?? 0, query)
}
