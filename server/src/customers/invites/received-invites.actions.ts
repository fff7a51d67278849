import type { QueryOf } from '@byre/contract/endpoint'
import type { listReceivedSiteInvites, ReceivedSiteInvite } from '@byre/contract/people/received-invites'
import { rolesFor } from '@byre/contract/rights'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { listed, rowsOf } from '../../platform/lists.ts'
import { reply } from '../../platform/reply.ts'
import { together } from '../../platform/database/together.ts'
import { auditJson } from '../audit.queries.ts'
import { listReceived as listRows } from './invite-lists.queries.ts'
import { mailInvite } from './invite-mails.actions.ts'
import { inviteCommands, stoppedRetrySeconds } from './invites.policy.ts'
import { findReceived, holdPlace, markAnswered } from './received-invites.queries.ts'
import type { Acting } from '../ports.ts'
import type { SubjectKind } from '../tables.ts'

type Answer = 'accepted' | 'declined'
const refusals = { accepted: 'invite.not_accepted', declined: 'invite.not_declined' } as const

/** What was sent to the caller's own address, but what they sent themselves. */
export async function listReceived<K extends SubjectKind>(
  db: Db<'customers'>,
  caller: Caller,
  kind: K,
  query: QueryOf<typeof listReceivedSiteInvites>,
) {
  const callerRows = await listRows[query.sort](db, {
    ...caller,
    ...rowsOf(query),
    kind,
    inviters: rolesFor('invite', kind),
    id: query.id ?? null,
    status: query.status === 'all' ? '' : query.status,
    q: query.q ?? '',
  })

  const rows = answered(callerRows)
  const invites = rows.flatMap((row) => {
    const invite = receivedIn(row)
    return invite ? [receivedInviteReply(kind, invite)] : []
  })
  return listed('invites', invites, rows[0].total ?? 0, query)
}

/** Accepts or declines once; the same answer again is fine, another one comes too late. */
export async function answerInvite<K extends SubjectKind>(
  kind: K,
  id: string,
  status: Answer,
  { command, actor, from }: Acting,
) {
  const criteria = { id, kind, user_id: actor.user_id, inviters: rolesFor('invite', kind) }
  const audit = auditJson({
    actor_id: actor.user_id,
    deed: inviteCommands[kind][status],
    kind,
    from,
  })
  return command.transaction(async (db) => {
    const [, [settled]] = await together(
      holdPlace[kind](db, { id }),
      markAnswered(db, { ...criteria, status, audit }),
    )
    if (settled) {
      await command.enqueue(db, mailInvite, { letter: 'answer', invite_id: id })
      return asReceived(kind, settled)
    }

    const [present] = await findReceived(db, criteria)
    if (!present) refuse('not_found')
    if (present.status === status && present.answered_by === actor.user_id) return asReceived(kind, present)
    if (present.status === 'sent' && present.standing === 'read_only') refuse('place.read_only')
    if (present.status === 'sent' && present.standing === 'stopped')
      refuse('place.stopped', { retryAfter: stoppedRetrySeconds })
    return refuse(refusals[status])
  })
}

/** An invitation's columns as every query for whoever is invited gives them. */
type ReceivedRow = Omit<ReceivedSiteInvite, 'site'> & { place_id: string; place_name: string }

/** A row of a left join as an invitation, or null where nothing was joined. */
function receivedIn(row: { [C in keyof ReceivedRow]: ReceivedRow[C] | null }): ReceivedRow | null {
  return row.id === null || row.status === null ? null : (row as ReceivedRow)
}

/** One invitation as whoever is invited sees it, with its version as the ETag. */
function asReceived<K extends SubjectKind>(kind: K, row: ReceivedRow & { version: number }) {
  return reply(receivedInviteReply(kind, row), { etag: row.version })
}

function receivedInviteReply<K extends SubjectKind>(kind: K, row: ReceivedRow) {
  return {
    id: row.id,
    status: row.status,
    role: row.role,
    created_at: row.created_at,
    expired_at: row.expired_at,
    invited_by: row.invited_by,
    inviter_name: row.inviter_name,
    ...({ [kind]: { id: row.place_id, name: row.place_name } } as Record<K, { id: string; name: string }>),
  }
}
