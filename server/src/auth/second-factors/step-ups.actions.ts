import type * as contract from '@byre/contract/accounts/accounts'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { Otherwise } from '../../platform/reply.ts'
import type { Result } from '../../platform/http/route.ts'
import { findAccount } from '../accounts.queries.ts'
import { addressHashes, type Doing, type Done } from '../codes.actions.ts'
import { isPassword } from '../hashes.actions.ts'
import type { PasskeyUse } from './passkey-answers.actions.ts'
import { countProof, methodsOf, proveFactor, useProof } from './second-factor-proofs.actions.ts'
import { keepSession } from '../sessions/sessions.queries.ts'
import { acceptPassword, countWrongPassword, refuseWhileClosed } from '../sign-in-failures.actions.ts'

interface Shown {
  password?: string
  code?: string
  passkey?: string
}

/** A passkey that knows its owner is both factors; with the password it is the second. */
export const stepUpUse = (isWithPassword: boolean): PasskeyUse => ({
  purpose: 'step-up',
  verifiesOwner: !isWithPassword,
})

/** Makes a session fresh by its owner's password, with the second factor where there is one, or by a passkey. */
export async function stepUp(
  context: Context<'auth'>,
  doing: Doing,
  actor: Actor,
  { password, ...shown }: Shown,
): Promise<Result<typeof contract.stepUp>> {
  return password === undefined
    ? stepUpByPasskey(context, doing, actor, shown)
    : stepUpByPassword(context, doing, actor, { ...shown, password })
}

async function stepUpByPasskey(
  context: Context<'auth'>,
  doing: Doing,
  actor: Actor,
  { passkey = '' }: Shown,
): Promise<Done> {
  const proof = await proveFactor(context, doing, { userId: actor.user_id, passkey, use: stepUpUse(false) })
  return doing.command.transaction(async (db) => {
    await useProof(context, doing, db, { userId: actor.user_id, proof })
    return freshen(doing, db, actor)
  })
}

/** A password is guessed here no faster than at sign-in, and so is a code. */
async function stepUpByPassword(
  context: Context<'auth'>,
  doing: Doing,
  actor: Actor,
  { password, code, passkey }: Shown & { password: string },
): Promise<Result<typeof contract.stepUp>> {
  const { command, from } = doing
  const [account] = await findAccount(command.db, { id: actor.user_id })
  if (!account) refuse('session.required')
  const proven = { ...account, ...addressHashes(context.secrets, account.email) }
  await refuseWhileClosed(command.db, proven)
  if (!(await isPassword(account.password_hash, password))) {
    await countWrongPassword(context, from, proven)
    refuseWrong()
  }
  const isShown = code !== undefined || passkey !== undefined
  const proof = isShown ? await proveSecond(context, doing, actor.user_id, { code, passkey }) : null

  return command.transaction(async (db) => {
    if (!(await acceptPassword(db, proven))) refuseWrong()
    if (proof) await useProof(context, doing, db, { userId: actor.user_id, proof })
    else {
      // The account is held, so none is added meanwhile.
      const methods = await methodsOf(db, actor.user_id)
      if (methods.length > 0) return new Otherwise({ state: 'second_factor', methods })
    }
    return freshen(doing, db, actor)
  })
}

/** What was shown after the password; null, and not judged, where the password is all there is. */
async function proveSecond(context: Context<'auth'>, doing: Doing, userId: string, shown: Shown) {
  if ((await methodsOf(doing.command.db, userId)).length === 0) return null
  await countProof(context, doing)
  return proveFactor(context, doing, { ...shown, userId, use: stepUpUse(true) })
}

async function freshen({ from }: Doing, db: Db<'auth'>, { user_id, session_id }: Actor): Promise<Done> {
  const [kept] = await keepSession(db, { id: session_id, is_proven: true })
  if (!kept) refuse('session.required')
  await writeAudit(db, { actor_id: user_id, deed: 'stepUp', kind: 'session', subject_id: session_id, from })
  return {}
}

function refuseWrong(): never {
  refuse('account.wrong_password', { field: 'password' })
}
