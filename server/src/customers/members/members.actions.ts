import type { QueryOf } from '@byre/contract/endpoint'
import { inviteLink } from '@byre/contract/people/invites'
import type { listSiteUsers as listCall, ListedMember } from '@byre/contract/people/members'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import { may, rolesFor } from '@byre/contract/rights'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { listed, rowsOf } from '../../platform/lists.ts'
import { listMembers } from './members.queries.ts'

/** Who belongs to a place, for those who may know; and where it is asked for and theirs to know, who is invited. */
export async function listPlaceUsers(
  db: Db<'customers'>,
  { caller, query }: { caller: Caller; query: QueryOf<typeof listCall> },
  { kind, placeId }: { kind: SubjectKind; placeId: string },
  { publicUrl }: { publicUrl: string },
) {
  const callerRows = await listMembers[query.sort](db, {
    ...caller,
    ...rowsOf(query),
    place_id: placeId,
    kind,
    seers: rolesFor('listMembers', kind),
    inviters: query.invites === '1' ? rolesFor('invite', kind) : [],
    q: query.q ?? '',
  })

  const rows = answered(callerRows)
  const own = rows[0].own_role
  if (own === null) refuse('not_found')
  if (!may(own, 'listMembers', kind)) refuse('role.insufficient')
  const users = rows.flatMap((row) => listedMember(row, publicUrl) ?? [])
  return listed('users', users, rows[0].total ?? 0, query)
}

type Row = { [C in keyof Omit<ListedMember, 'invite'>]: ListedMember[C] | null } & {
  [C in keyof Omit<NonNullable<ListedMember['invite']>, 'link'>]:
    NonNullable<ListedMember['invite']>[C] | null
}

function listedMember(row: Row, publicUrl: string): ListedMember | null {
  const { id, first_name, last_name, email, role, created_at } = row
  if (!id || !role || !created_at) return null
  const member = { id, first_name, last_name, email, role, created_at }
  const { hand_id, expired_at, inviter_name, mail, mail_problem } = row
  if (!expired_at || !mail || inviter_name === null || email === null) return member
  const link = inviteLink(publicUrl, id, email)
  return { ...member, invite: { hand_id, expired_at, inviter_name, mail, mail_problem, link } }
}
