import type * as contract from '@byre/contract/accounts/passkey-sign-ins'
import type { ReplyOf } from '@byre/contract/endpoint'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import { sendCode, type Doing } from '../codes.actions.ts'
import { limitsOf } from '../limits.policy.ts'
import { questionForAnyone, readLoneAnswer } from '../second-factors/lone-passkeys.actions.ts'
import { passkeyProof, useProof } from '../second-factors/second-factor-proofs.actions.ts'
import { lockForSignIn } from '../second-factors/second-factors.queries.ts'
import { beginSession } from '../sessions/session-starts.actions.ts'
import { notingDisabled } from './disabled-accounts.actions.ts'

/* Signing in with a passkey alone. Nothing here can be guessed, so no ladder is asked or climbed. */

/** What to ask the browser of whoever may have a passkey; the same for everybody. */
export async function askToSignIn(
  context: Context<'auth'>,
  { command, from }: Doing,
): Promise<ReplyOf<typeof contract.askToSignIn>> {
  const limit = limitsOf(context.config).passkeyQuestion
  await transaction(command.db, (db) => spend(db, limit, from.network))
  return questionForAnyone(context)
}

/** Begins a session for the owner of a passkey, who has shown both factors with it. */
export async function signInByPasskey(
  context: Context<'auth'>,
  doing: Doing,
  text: string,
): Promise<ReplyOf<typeof contract.signInByPasskey>> {
  const { command, from } = doing
  const { signInMinute, signInHour } = limitsOf(context.config)
  for (const limit of [signInMinute, signInHour])
    await transaction(command.db, (db) => spend(db, limit, from.network))

  const { user_id, passkey } = await readLoneAnswer(context, text)
  if (!user_id || !passkey) {
    await noteRefused(command.db, doing, user_id)
    refuse('passkey.refused')
  }
  const begun = command.transaction(async (db) => {
    const [account] = await lockForSignIn(db, { id: user_id })
    if (!account) refuse('passkey.refused')
    await useProof(context, doing, db, { userId: user_id, proof: passkeyProof(passkey) })
    if (account.user_state === 'disabled') refuse('account.disabled')
    if (account.confirmed_at === null) return remindOfCode(context, doing, db, account)
    return beginSession(context, db, doing, { id: newId(), account, method: 'passkey alone' })
  })
  return (await notingDisabled(doing, user_id, begun)) ?? refuse('account.unconfirmed')
}

/** Mails a code again to whoever proved to own an account whose address is not confirmed. */
async function remindOfCode(
  context: Context<'auth'>,
  { command, from }: Doing,
  db: Db<'auth'>,
  { id, email }: { id: string; email: string },
): Promise<null> {
  await sendCode(context, db, command, { purpose: 'confirm', email })
  const line = { actor_id: null, deed: 'logIn', kind: 'account', subject_id: id } as const
  await writeAudit(db, { ...line, after: { result: 'unconfirmed' }, from })
  return null
}

/** A line without an account says that nobody has the passkey, which is never told to who asked. */
async function noteRefused(db: Db<'auth'>, { from }: Doing, userId: string | null): Promise<void> {
  const line = { actor_id: null, deed: 'logIn', kind: 'account', subject_id: userId ?? undefined } as const
  await writeAudit(db, { ...line, after: { result: 'wrong passkey' }, from })
}
