import type { ReplyOf } from '@byre/contract/endpoint'
import type * as signIns from '@byre/contract/accounts/sign-ins'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { sqlState } from '../../platform/database/sql-states.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { reply } from '../../platform/reply.ts'
import type { Result } from '../../platform/http/route.ts'
import { sameBytes, tokenHash } from '../../platform/secrets.ts'
import { setPasswordHash } from '../accounts.queries.ts'
import { addressHashes, sendCode, type Doing, type Done } from '../codes.actions.ts'
import { hashPassword, isPassword, isWeakHash } from '../hashes.actions.ts'
import { notingDisabled } from './disabled-accounts.actions.ts'
import { mailNotice } from '../mails.actions.ts'
import { limitsOf, refreshesAMinute } from '../limits.policy.ts'
import { askSecondFactor } from '../second-factors/second-factors.actions.ts'
import { beginSession } from '../sessions/session-starts.actions.ts'
import { deleteSession, deleteSessionOf, lockSession, rotateSession } from '../sessions/sessions.queries.ts'
import { acceptPassword, countWrongPassword } from '../sign-in-failures.actions.ts'
import { countSignIn, type LadderKey } from '../sign-in-failures.queries.ts'
import { findTrust } from '../second-factors/trusted-devices.actions.ts'
import { isGenuine, nextPair, parseRefreshToken, type RefreshToken } from '../tokens.policy.ts'

type Tokens = ReplyOf<typeof signIns.refreshSession>

/** Begins a session for whoever knows the password of a confirmed account, or asks for the second factor. */
export async function logIn(
  context: Context<'auth'>,
  doing: Doing,
  { username: email, password }: { username: string; password: string },
): Promise<Result<typeof signIns.logIn>> {
  const { command, from } = doing
  const { signInMinute, signInHour } = limitsOf(context.config)
  const ladder = addressHashes(context.secrets, email)
  const limits = [signInMinute, signInHour]
  const attempt = { network: from.network, email, ...ladder, limits }
  const counted = await transaction(command.db, (db) => countSignIn(db, attempt))
  const wait = counted.network_wait ?? counted.wait
  if (wait > 0) refuse('limit.reached', { retryAfter: wait })

  if (!(await isPassword(counted.password_hash, password))) {
    await countWrongPassword(context, from, { id: counted.id, ...ladder })
    refuse('account.wrong_credentials')
  }
  const proven = { id: counted.id!, password_hash: counted.password_hash!, ...ladder }
  if (!counted.is_confirmed) await refuseUnconfirmed(context, doing, email, proven)
  const renewed = isWeakHash(proven.password_hash) ? await hashPassword(password) : null

  const account = { id: proven.id, email, groups: counted.groups ?? [] }
  const begun = command.transaction(async (db) => {
    if (!(await acceptPassword(db, proven))) refuse('account.wrong_credentials')
    if (renewed) await setPasswordHash(db, { id: proven.id, password_hash: renewed })
    const id = newId()
    if (!counted.has_second_factor) return beginSession(context, db, doing, { id, account })
    const trust = await findTrust(context, db, doing, { user_id: proven.id, session_id: id })
    if (!trust) return askSecondFactor(db, proven.id)
    return reply(await beginSession(context, db, doing, { id, account, isTrusted: true }), trust)
  })
  return notingDisabled(doing, proven.id, begun)
}

/** Says to whoever knows the password that the address is not confirmed, and mails a code again. */
async function refuseUnconfirmed(
  context: Context<'auth'>,
  { command, from }: Doing,
  email: string,
  proven: { id: string; password_hash: string } & LadderKey,
): Promise<never> {
  const acceptance = command.transaction(async (db) => {
    if (!(await acceptPassword(db, proven))) return false
    await sendCode(context, db, command, { purpose: 'confirm', email })
    const after = { result: 'unconfirmed' }
    await writeAudit(db, {
      actor_id: null,
      deed: 'logIn',
      kind: 'account',
      subject_id: proven.id,
      after,
      from,
    })
    return true
  })
  const isProven = await notingDisabled({ command, from }, proven.id, acceptance)
  refuse(isProven ? 'account.unconfirmed' : 'account.wrong_credentials')
}

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Exchanges a refresh token for the next pair; `user` is the owner's id or address. */
export async function refreshSession(
  context: Context<'auth'>,
  doing: Doing,
  { token, user }: { token?: string; user?: string },
): Promise<Tokens> {
  if (!token) refuse('session.no_token')
  const presented = parseRefreshToken(token)
  if (!presented || !user) refuse('session.not_refreshed')
  const { general, secrets } = context
  const counted = `refresh:${presented.session_id}`
  general.check(counted, refreshesAMinute)

  const pair = nextPair(secrets, presented)
  const owner = user.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const rotate = uuidShape.test(owner) ? rotateSession.byId : rotateSession.byEmail
  const rotation = {
    user: owner,
    presented: presented.hash,
    access_hash: tokenHash(pair.token),
    refresh_hash: tokenHash(pair.refresh),
    network: doing.from.network,
  }
  // Almost always this one statement; where two meet on a serializable server, again in the wrapper.
  const exchange = async (db: Db<'auth'>) => (await rotate(db, rotation))[0]
  const rotated = await exchange(doing.command.db).catch((error: unknown) => {
    if (sqlState(error) !== '40001') throw error
    return transaction(doing.command.db, exchange)
  })
  // An invented token counts for nobody's session.
  if (rotated || isGenuine(secrets, presented)) general.add(counted, refreshesAMinute)
  if (rotated) return { ...pair, expires_in: rotated.expires_in }
  const exchanged = async (db: Db<'auth'>) => {
    const rotated = await exchange(db)
    return rotated ? { ...pair, expires_in: rotated.expires_in } : null
  }
  return (
    (await judgeToken(context, doing, { presented, owner, exchanged })) ?? refuse('session.not_refreshed')
  )
}

interface Judged {
  presented: RefreshToken
  owner: string
  exchanged: (db: Db<'auth'>) => Promise<Tokens | null>
}

/**
 * What to make of a token that was not exchanged. One in force is exchanged now: somebody held the session. The direct
 * predecessor within ten seconds is a lost answer or a second tab, and gets the same pair again, whichever secret that was
 * made under. A genuine one used later, or older still, is a copy: the session ends and its owner is told.
 */
async function judgeToken(
  { secrets }: Context<'auth'>,
  { command, from }: Doing,
  { presented, owner, exchanged }: Judged,
): Promise<Tokens | null> {
  return command.transaction(async (db) => {
    const [session] = await lockSession(db, { id: presented.session_id })
    if (!session?.is_alive || (owner !== session.user_id && owner !== session.email)) return null
    const isPredecessor =
      session.previous_refresh_hash !== null && sameBytes(session.previous_refresh_hash, presented.hash)
    if (isPredecessor && session.is_just_rotated) {
      const pair = secrets.list
        .map((secret) => nextPair(secret, presented))
        .find(({ refresh }) => sameBytes(tokenHash(refresh), session.refresh_hash))
      return pair ? { ...pair, expires_in: session.expires_in } : null
    }
    if (sameBytes(session.refresh_hash, presented.hash)) return exchanged(db)
    if (!isGenuine(secrets, presented)) return null

    await deleteSession(db, { id: session.id })
    await writeSessionEnd(db, session, { reason: 'used refresh token', actor_id: null, from })
    await command.enqueue(db, mailNotice, { user_id: session.user_id, notice: 'sessionEnded' })
    return null
  })
}

/** Ends the session of an access or refresh token; says the same of a token that is nobody's. */
export async function logOut(
  context: Context<'auth'>,
  { command, from }: Doing,
  { token }: { token?: string },
): Promise<Done> {
  const named = token ?? /^Bearer (.+)$/i.exec(from.authorization ?? '')?.[1] ?? ''
  const refresh = parseRefreshToken(named)
  const id = refresh && isGenuine(context.secrets, refresh) ? refresh.session_id : null

  return command.transaction(async (db) => {
    const ended = await deleteSessionOf(db, { hash: tokenHash(named), id })
    for (const session of ended)
      await writeSessionEnd(db, session, { reason: 'logged out', actor_id: session.user_id, from })
    return {}
  })
}

async function writeSessionEnd(
  db: Db<'auth'>,
  { id, user_id }: { id: string; user_id: string },
  { reason, actor_id, from }: { reason: string; actor_id: string | null; from: Doing['from'] },
): Promise<void> {
  const after = { reason, session_id: id }
  const line = { actor_id, deed: 'endSession', kind: 'account', subject_id: user_id } as const
  await writeAudit(db, { ...line, after, from })
}
