import { t } from '@byre/contract/words'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/errors.ts'
import { findAccount, resetAccount, setPasswordHash } from '../accounts.queries.ts'
import { refuseWeak } from './accounts.actions.ts'
import { addressHashes, findCode, type Doing, type Done } from '../codes.actions.ts'
import { closeCodes, useCode } from '../codes.queries.ts'
import { dropPending } from '../email-changes/email-changes.actions.ts'
import { hashPassword, isPassword } from '../hashes.actions.ts'
import { mailNotice } from '../mails.actions.ts'
import { methodsOf } from '../second-factors/second-factor-proofs.actions.ts'
import { deleteSessionsOf, keepSession } from '../sessions/sessions.queries.ts'
import { acceptPassword, countWrongPassword, refuseWhileClosed } from '../sign-in-failures.actions.ts'
import { openLadder, type LadderKey } from '../sign-in-failures.queries.ts'

/**
 * Sets a new password with a mailed code or link. It also confirms the address, ends every session,
 * opens a closed ladder and closes all codes; it does not sign in.
 */
export async function confirmResetPassword(
  context: Context<'auth'>,
  doing: Doing,
  { username: email, password, code }: { username: string; password: string; code: string },
): Promise<Done> {
  refuseWeak(password, email)
  const provenCode = await findCode(context, doing, { purpose: 'reset', email, entered: code })
  if (!provenCode) refuseReset()

  const { command, from } = doing
  const password_hash = await hashPassword(password)
  const { user_id } = provenCode
  return command.transaction(async (db) => {
    if (!(await useCode(db, provenCode, ['confirm', 'reset', 'email']))) refuseReset()
    // The profile is held before the account, as by every command about an address.
    await dropPending(db, user_id)
    await resetAccount(db, { id: user_id, password_hash })
    await openLadder(db, addressHashes(context.secrets, email))
    const ended = await deleteSessionsOf(db, { user_id, kept: null })
    const after = { sessions_ended: ended.length }
    const line = {
      actor_id: user_id,
      deed: 'confirmResetPassword',
      kind: 'account',
      subject_id: user_id,
    } as const
    await writeAudit(db, { ...line, after, from })
    await command.enqueue(db, mailNotice, { user_id, notice: 'passwordReset' })
    return {}
  })
}

function refuseReset(): never {
  refuse('reset.failed', {
    errors: [{ field: 'code', message: t`Incorrect confirmation code` }],
    message: t`An error prevented resetting password.`,
  })
}

/** Changes the password of someone who signed in just now or knows it; ends their other sessions. */
export async function updatePassword(
  context: Context<'auth'>,
  doing: Doing,
  actor: Actor,
  { password, current_password }: { password: string; current_password?: string },
): Promise<Done> {
  const { command, from } = doing
  const [account] = await findAccount(command.db, { id: actor.user_id })
  if (!account) refuse('account.password_not_updated')
  const proven = { ...account, ...addressHashes(context.secrets, account.email) }
  if (!actor.is_fresh) await requirePassword(context, doing, proven, current_password)
  refuseWeak(password, account.email)

  const password_hash = await hashPassword(password)
  return command.transaction(async (db) => {
    const isAccepted = actor.is_fresh || (await acceptPassword(db, proven))
    if (!isAccepted) refuse('account.password_not_updated')
    await setPasswordHash(db, { id: account.id, password_hash })
    const [kept] = await keepSession(db, { id: actor.session_id, is_proven: !actor.is_fresh })
    if (!kept) refuse('session.required')
    await closeCodes(db, { user_id: account.id, purposes: ['reset'] })
    const ended = await deleteSessionsOf(db, { user_id: account.id, kept: actor.session_id })
    const after = { sessions_ended: ended.length }
    const line = {
      actor_id: account.id,
      deed: 'updatePassword',
      kind: 'account',
      subject_id: account.id,
    } as const
    await writeAudit(db, { ...line, after, from })
    await command.enqueue(db, mailNotice, { user_id: account.id, notice: 'passwordChanged' })
    return {}
  })
}

/**
 * Step-up by password: the ladder counts here as it does at sign-in. Where there is a second factor the
 * password alone is not enough, right or wrong, and `step-up` asks for both.
 */
async function requirePassword(
  context: Context<'auth'>,
  { command, from }: Doing,
  account: { id: string; password_hash: string } & LadderKey,
  current: string | undefined,
): Promise<void> {
  const isAll = (await methodsOf(command.db, account.id)).length === 0
  if (current === undefined || !isAll) refuse('session.password_reauth_required')
  await refuseWhileClosed(command.db, account)
  if (await isPassword(account.password_hash, current)) return
  await countWrongPassword(context, from, account)
  refuse('session.password_reauth_required')
}
