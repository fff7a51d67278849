import type { QueryOf } from '@byre/contract/endpoint'
import type { listSiteUsers as listCall, Member } from '@byre/contract/members'
import { answered, type Asker } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { refuse } from '../platform/errors.ts'
import { listed, rowsOf } from '../platform/lists.ts'
import { memberSeers } from './members.policy.ts'
import { listMembers } from './members.queries.ts'

/** Who belongs to a site or billing entity, for those who may know. */
export async function listPlaceUsers(
  db: Db<'customers'>,
  asker: Asker,
  kind: 'site' | 'billing_entity',
  placeId: string,
  query: QueryOf<typeof listCall>,
) {
  const seers = memberSeers[kind]
  const found = await listMembers[query.sort](db, {
    ...asker,
    ...rowsOf(query),
    place_id: placeId,
    kind,
    seers,
    q: query.q ?? '',
  })

  const rows = answered(found)
  const own = rows[0].own_role
  if (own === null) refuse('not_found')
  if (!seers.includes(own)) refuse('role.insufficient')
  const users = rows.flatMap(({ id, first_name, last_name, email, role }): Member[] =>
    id && email && role ? [{ id, first_name, last_name, email, role }] : [],
  )
  return listed('users', users, rows[0].total ?? 0, query)
}
