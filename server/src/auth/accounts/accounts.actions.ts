import { t } from '@byre/contract/words'
import type { Language } from '@byre/contract/languages'
import { createUser } from '../../customers/index.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import {
  findPasswordHash,
  insertAccount,
  isConfirmedAddress,
  isKnownAddress,
  markConfirmed,
} from '../accounts.queries.ts'
import { addressHashes, findCode, sendCode, type Doing, type Done } from '../codes.actions.ts'
import { ask, useCode } from '../codes.queries.ts'
import { hashPassword, isPassword } from '../hashes.actions.ts'
import { mailAddressKnown } from '../mails.actions.ts'
import { limitsOf, onceADay } from '../limits.policy.ts'
import { weaknessOf } from './passwords.policy.ts'

/** Creates an account that can sign in once its address is confirmed. */
export async function signUp(
  context: Context<'auth'>,
  { command, from }: Doing,
  { email, password, language = null }: { email: string; password: string; language?: Language | null },
): Promise<{ id: string; email: string }> {
  refuseWeak(password, email)
  await transaction(command.db, (db) => spend(db, limitsOf(context.config).signUp, from.network))
  if (await isKnownAddress(command.db, email)) {
    if (!(await command.isDoneByAnother())) await tellOwner(context, email)
    refuseKnown()
  }

  const password_hash = await hashPassword(password)
  const id = newId()
  const { terms: terms_url = null, privacy: privacy_url = null } = context.config.links
  return command.transaction(async (db) => {
    if (!(await insertAccount(db, { id, email, password_hash, terms_url, privacy_url }))) refuseKnown()
    await createUser(db, { id, email, language })
    await writeAudit(db, { actor_id: id, deed: 'signUp', kind: 'account', subject_id: id, from })
    await sendCode(context, db, command, { purpose: 'confirm', email })
    return { id, email }
  })
}

/**
 * Whether a sign-up under a key that was used for its address is by the same person: whoever knows the password,
 * which the key's own row must not hold. Tries are counted like sign-ups.
 */
export async function isSignUpRepeated(
  { db, config }: Context<'auth'>,
  { from }: Doing,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  await transaction(db, (db) => spend(db, limitsOf(config).signUp, from.network))
  const [account] = await findPasswordHash(db, { email })
  return isPassword(account?.password_hash ?? null, password)
}

/** Refuses a password that follows the rules and yet would be guessed. */
export function refuseWeak(password: string, email: string): void {
  const message = weaknessOf(password, email)
  if (message) refuse('request.invalid', { field: 'password', message })
}

function refuseKnown(): never {
  refuse('account.exists', {
    errors: [{ field: 'email', message: t`Already exist, please enter another email` }],
    message: t`User with this email already registered`,
  })
}

/** Tells the mailbox that somebody tried to sign up with its address, once a day. */
async function tellOwner(context: Context<'auth'>, email: string): Promise<void> {
  // Not the command's own transaction: what that returns would be kept as the answer to its key.
  await transaction(context.db, async (db) => {
    const hashes = addressHashes(context.secrets, email)
    const [mailRequest] = await ask(db, { ...onceADay, ...hashes, purpose: 'known' })
    if (mailRequest) await context.outbox.send(db, mailAddressKnown, { email })
  })
}

/** Confirms an address with a mailed code. An unknown address is refused like a wrong code. */
export async function confirmSignUp(
  context: Context<'auth'>,
  doing: Doing,
  { email, code }: { email: string; code: string },
): Promise<Done> {
  const provenCode = await findCode(context, doing, { purpose: 'confirm', email, entered: code })
  if (!provenCode) refuse('code.wrong', { field: 'code' })

  return doing.command.transaction(async (db) => {
    if (!(await useCode(db, provenCode, ['confirm']))) refuse('code.wrong', { field: 'code' })
    await markConfirmed(db, { id: provenCode.user_id })
    await writeAudit(db, {
      actor_id: provenCode.user_id,
      deed: 'confirmSignUp',
      kind: 'account',
      subject_id: provenCode.user_id,
      from: doing.from,
    })
    return {}
  })
}

/** Whether an address is a confirmed account's; an unknown one looks like an unconfirmed one. */
export async function isConfirmed(
  context: Context<'auth'>,
  { command, from }: Doing,
  { email }: { email: string },
): Promise<{ confirmed: boolean }> {
  await transaction(command.db, (db) => spend(db, limitsOf(context.config).isConfirmed, from.network))
  return { confirmed: await isConfirmedAddress(command.db, email) }
}
