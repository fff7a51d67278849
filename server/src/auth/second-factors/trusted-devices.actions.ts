import type * as contract from '@byre/contract/accounts/devices'
import type { ReplyOf } from '@byre/contract/endpoint'
import { answered, type Actor, type Caller } from '../../platform/authentication/authenticate.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import { pathCookie, readPathCookie } from '../../platform/http/cookies.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { keyPurpose, randomToken, tokenHash, type Secret, type Secrets } from '../../platform/secrets.ts'
import type { Doing, Done } from '../codes.actions.ts'
import { deviceName } from '../devices.policy.ts'
import { trustDays } from '../limits.policy.ts'
import { deleteTrust, insertTrust, listTrustOfCaller, noteTrust } from './trusted-devices.queries.ts'

/*
 * A trusted browser keeps a token in a cookie that no script can read and that is sent to the sign-in
 * alone. It stands for the second factor there, never for the password, and opens nothing.
 */

const cookiePath = '/api/v1/login'

const naming = keyPurpose('trusted-device-name')

/** One name an account, so that several people who share a browser each keep their own. */
const cookieName = (secret: Pick<Secret, 'mac'>, userId: string) =>
  `byre_trusted_${secret.mac(naming, userId).toString('hex', 0, 8)}`

/** The token this browser keeps for an account, by the newest name it is kept under. */
function tokenIn(cookie: string | undefined, secrets: Secrets, userId: string, publicUrl: string) {
  for (const [at, secret] of secrets.list.entries()) {
    const token = readPathCookie(cookie, cookieName(secret, userId), publicUrl)
    if (token !== null) return { token, isOld: at > 0 }
  }
  return null
}

/** Who signs in, as which session. */
interface SignIn {
  user_id: string
  session_id: string
}

/**
 * Whether the browser that signs in is trusted to do so without the second factor; where it knows itself
 * by an older secret, with the cookie that takes the place.
 */
export async function findTrust(
  { secrets, config }: Context<'auth'>,
  db: Db<'auth'>,
  { from }: Doing,
  { user_id, session_id }: SignIn,
): Promise<{ cookie?: string } | null> {
  const kept = tokenIn(from.cookie, secrets, user_id, config.publicUrl)
  if (kept === null) return null
  const { token, isOld } = kept
  const { user_agent, network } = from
  const visit = { user_id, token_hash: tokenHash(token), session_id, user_agent, network }
  const [trusted] = await noteTrust(db, visit)
  if (!trusted) return null
  return isOld
    ? { cookie: cookieFor(secrets, user_id, { token, seconds: trusted.seconds_left }, config) }
    : {}
}

/** Trusts the session's browser for 30 days; gives the cookie by which it is known again. */
export async function trustDevice(
  { secrets, config }: Context<'auth'>,
  db: Db<'auth'>,
  { from }: Doing,
  { user_id, session_id }: SignIn,
): Promise<string> {
  const token = randomToken()
  const { user_agent, network } = from
  const facts = { id: newId(), user_id, session_id, user_agent, network, days: trustDays }
  await insertTrust(db, { ...facts, token_hash: tokenHash(token) })
  const after = { device: deviceName(user_agent) }
  const line = { actor_id: user_id, deed: 'trustDevice', kind: 'account', subject_id: user_id } as const
  await writeAudit(db, { ...line, after, from })
  return cookieFor(secrets, user_id, { token, seconds: trustDays * 24 * 3600 }, config)
}

const cookieFor = (
  secrets: Secrets,
  userId: string,
  { token, seconds }: { token: string; seconds: number },
  { publicUrl }: { publicUrl: string },
) =>
  pathCookie(
    { name: cookieName(secrets, userId), value: token, path: cookiePath, maxAge: seconds },
    publicUrl,
  )

export async function listTrustedDevices(
  db: Db<'auth'>,
  caller: Caller,
): Promise<ReplyOf<typeof contract.listTrustedDevices>> {
  const rows = answered(await listTrustOfCaller(db, caller))
  return {
    trusted_devices: rows.flatMap(({ id, user_agent, network, created_at, last_used_at, expires_at }) =>
      id && network !== null && created_at && last_used_at && expires_at
        ? [{ id, device: deviceName(user_agent ?? ''), network, created_at, last_used_at, expires_at }]
        : [],
    ),
  }
}

/** Asks one device for the second factor again; somebody else's is not there. */
export async function endTrust({ command, from }: Doing, actor: Actor, id: string): Promise<Done> {
  const { user_id } = actor
  return command.transaction(async (db) => {
    const [ended] = await deleteTrust(db, { id, user_id })
    if (!ended) refuse('not_found')
    const after = { device: deviceName(ended.user_agent) }
    const line = { actor_id: user_id, deed: 'endTrust', kind: 'account', subject_id: user_id } as const
    await writeAudit(db, { ...line, after, from })
    return {}
  })
}
