import type { QueryOf } from '@byre/contract/endpoint'
import type { listSiteInvites } from '@byre/contract/people/invites'
import { rolesFor } from '@byre/contract/rights'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { listed, rowsOf } from '../../platform/lists.ts'
import { listInvites as listRows } from './invite-lists.queries.ts'
import { inviteIn, inviteReply, type InviteContext, type InvitingSubject } from './invites.actions.ts'
import { invitingAccess } from './invites.policy.ts'
import type { SubjectKind } from '../tables.ts'

/** All who were invited to a place, for those who may invite. */
export async function listInvites<K extends SubjectKind>(
  db: PlatformDb,
  { caller, query }: { caller: Caller; query: QueryOf<typeof listSiteInvites> },
  subject: InvitingSubject<K>,
  inviteContext: Pick<InviteContext, 'config'>,
) {
  const callerRows = await listRows[query.sort](within<'customers'>(db), {
    ...caller,
    ...rowsOf(query),
    place_id: subject.id,
    kind: subject.kind,
    inviters: rolesFor('invite', subject.kind),
    status: query.status ?? '',
    q: query.q ?? '',
  })

  const rows = answered(callerRows)
  const [{ caller_id: user_id, own_role, standing, place_name, total }] = rows
  if (own_role === null || standing === null || place_name === null) refuse('not_found')
  invitingAccess({ kind: subject.kind, place_id: subject.id, user_id }, { role: own_role, standing })
  const invites = rows.flatMap((row) => {
    const invite = inviteIn(row)
    return invite ? [inviteReply(subject, place_name, invite, inviteContext)] : []
  })
  return listed('invites', invites, total ?? 0, query)
}
