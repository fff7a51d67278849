import type * as contract from '@byre/contract/devices'
import type { ReplyOf } from '@byre/contract/endpoint'
import { answered, type Actor, type Asker } from '../platform/actor.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { pathCookie, readPathCookie } from '../platform/cookies.ts'
import type { Db } from '../platform/db.ts'
import { refuse } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { randomToken, tokenHash, type Secrets } from '../platform/secrets.ts'
import type { Doing, Done } from './codes.actions.ts'
import { deviceName } from './devices.policy.ts'
import { trustDays } from './limits.policy.ts'
import { deleteTrust, insertTrust, listTrustOfAsker, noteTrust } from './trusted-devices.queries.ts'

/*
 * A trusted browser keeps a token in a cookie that no script can read and that is sent to the sign-in
 * alone. It stands for the second factor there, never for the password, and opens nothing.
 */

const cookiePath = '/api/v1/login'

/** One name an account, so that several people who share a browser each keep their own. */
const cookieName = (secrets: Secrets, userId: string) =>
  `byre_trusted_${secrets.mac('trusted-device-name', userId).toString('hex', 0, 8)}`

/** Whether the browser that signs in is trusted to do so without the second factor, as session `id`. */
export async function isTrusted(
  { secrets, config }: Context<'auth'>,
  db: Db<'auth'>,
  { from }: Doing,
  userId: string,
  id: string,
): Promise<boolean> {
  const token = readPathCookie(from.cookie, cookieName(secrets, userId), config.publicUrl)
  if (token === null) return false
  const { user_agent, network } = from
  const visit = { user_id: userId, token_hash: tokenHash(token), session_id: id, user_agent, network }
  return (await noteTrust(db, visit)).length > 0
}

/** Trusts the browser of session `id` for 30 days; gives the cookie by which it is known again. */
export async function trustDevice(
  { secrets, config }: Context<'auth'>,
  db: Db<'auth'>,
  { from }: Doing,
  userId: string,
  id: string,
): Promise<string> {
  const token = randomToken()
  const { user_agent, network } = from
  const facts = { id: newId(), user_id: userId, session_id: id, user_agent, network, days: trustDays }
  await insertTrust(db, { ...facts, token_hash: tokenHash(token) })
  const after = { device: deviceName(user_agent) }
  const line = { actor_id: userId, deed: 'trustDevice', kind: 'account', subject_id: userId }
  await writeAudit(db, { ...line, after, from })
  const seconds = trustDays * 24 * 3600
  return pathCookie(cookieName(secrets, userId), token, cookiePath, config.publicUrl, seconds)
}

export async function listTrustedDevices(
  db: Db<'auth'>,
  asker: Asker,
): Promise<ReplyOf<typeof contract.listTrustedDevices>> {
  const rows = answered(await listTrustOfAsker(db, asker))
  return {
    trusted_devices: rows.flatMap(({ id, user_agent, network, created_at, last_used_at, expires_at }) =>
      id && network !== null && created_at && last_used_at && expires_at
        ? [{ id, device: deviceName(user_agent ?? ''), network, created_at, last_used_at, expires_at }]
        : [],
    ),
  }
}

/** Asks one device for the second factor again; somebody else's is not there. */
export async function endTrust({ deed, from }: Doing, actor: Actor, id: string): Promise<Done> {
  const { user_id } = actor
  return deed.transaction(async (db) => {
    const [ended] = await deleteTrust(db, { id, user_id })
    if (!ended) refuse('not_found')
    const after = { device: deviceName(ended.user_agent) }
    const line = { actor_id: user_id, deed: 'endTrust', kind: 'account', subject_id: user_id }
    await writeAudit(db, { ...line, after, from })
    return {}
  })
}
