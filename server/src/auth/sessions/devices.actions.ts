import type * as contract from '@byre/contract/accounts/devices'
import type { QueryOf, ReplyOf } from '@byre/contract/endpoint'
import { answered, type Actor, type Caller } from '../../platform/authentication/authenticate.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { listed, rowsOf } from '../../platform/lists.ts'
import { keyPurpose } from '../../platform/secrets.ts'
import type { Doing, Done } from '../codes.actions.ts'
import { deviceName, eventOf, widerNetwork } from '../devices.policy.ts'
import { deleteOwnSession, listEventLines, listSessionsOfCaller, noteDevice } from './devices.queries.ts'
import { mailNewDevice } from '../mails.actions.ts'
import { deleteSessionsOf } from './sessions.queries.ts'

export async function listSessions(
  db: Db<'auth'>,
  caller: Caller,
): Promise<ReplyOf<typeof contract.listSessions>> {
  const rows = answered(await listSessionsOfCaller(db, caller))
  return {
    sessions: rows.map(({ id, user_agent, network, created_at, last_seen_at, current }) => ({
      id,
      device: deviceName(user_agent),
      network,
      created_at,
      last_seen_at,
      current,
    })),
  }
}

/** Signs one device out; somebody else's session is not there. */
export async function endSession({ command, from }: Doing, actor: Actor, id: string): Promise<Done> {
  return command.transaction(async (db) => {
    const [ended] = await deleteOwnSession(db, { id, user_id: actor.user_id })
    if (!ended) refuse('not_found')
    const after = { reason: 'ended by owner', session_id: id, device: deviceName(ended.user_agent) }
    const line = { actor_id: actor.user_id, kind: 'account', subject_id: actor.user_id }
    await writeAudit(db, { ...line, deed: 'endSession', after, from })
    return {}
  })
}

/** Signs everybody out but for the session that asks. */
export async function endOtherSessions({ command, from }: Doing, actor: Actor): Promise<{ ended: number }> {
  const { user_id } = actor
  return command.transaction(async (db) => {
    const ended = await deleteSessionsOf(db, { user_id, kept: actor.session_id })
    if (ended.length === 0) return { ended: 0 }
    const after = { sessions_ended: ended.length }
    const line = { actor_id: user_id, kind: 'account', subject_id: user_id }
    await writeAudit(db, { ...line, deed: 'endOtherSessions', after, from })
    return { ended: ended.length }
  })
}

export async function listSecurityEvents(
  db: Db<'auth'>,
  caller: Caller,
  query: QueryOf<typeof contract.listSecurityEvents>,
): Promise<ReplyOf<typeof contract.listSecurityEvents>> {
  const rows = answered(await listEventLines(db, { ...caller, ...rowsOf(query) }))
  const events = rows.flatMap(({ id, at, deed, network, device, ...said }) =>
    id && at && deed ? [{ id, at, event: eventOf({ deed, ...said }), device, network: network ?? '' }] : [],
  )
  return listed('security_events', events, rows[0].total ?? 0, query)
}

const knownDevice = keyPurpose('device')

/** Notes what someone signs in from, and tells them of something new; joins the sign-in's transaction. */
export async function meetDevice(
  { secrets }: Context<'auth'>,
  db: Db<'auth'>,
  { command, from }: Doing,
  userId: string,
): Promise<void> {
  const device = deviceName(from.user_agent)
  const { hash, hashes } = secrets.macs(knownDevice, userId, device, widerNetwork(from.network))
  const [noted] = await noteDevice(db, { user_id: userId, device_hash: hash, device_hashes: hashes })
  if (!noted?.is_new) return
  const { at } = noted
  await command.enqueue(db, mailNewDevice, { user_id: userId, device, network: from.network, at })
}
