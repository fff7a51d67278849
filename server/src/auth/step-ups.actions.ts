import type { Actor } from '../platform/actor.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db.ts'
import { refuse } from '../platform/errors.ts'
import { findAccount } from './accounts.queries.ts'
import { addressHash, type Doing, type Done } from './codes.actions.ts'
import { isPassword } from './hashes.actions.ts'
import { readPasskeyAnswer } from './passkey-answers.actions.ts'
import { notePasskey } from './passkeys.queries.ts'
import { keepSession } from './sessions.queries.ts'
import { acceptPassword, countWrongPassword, refuseWhileClosed } from './sign-ins.actions.ts'

/** Makes a session fresh by its owner's password or passkey. */
export async function stepUp(
  context: Context<'auth'>,
  doing: Doing,
  actor: Actor,
  { password = '', passkey }: { password?: string; passkey?: string },
): Promise<Done> {
  return passkey === undefined
    ? stepUpByPassword(context, doing, actor, password)
    : stepUpByPasskey(context, doing, actor, passkey)
}

async function stepUpByPasskey(
  context: Context<'auth'>,
  doing: Doing,
  actor: Actor,
  text: string,
): Promise<Done> {
  const answered = await readPasskeyAnswer(context, actor.user_id, 'step-up', text)
  return doing.deed.transaction(async (db) => {
    const [used] = await notePasskey(db, answered)
    if (!used) refuse('passkey.refused')
    return freshen(doing, db, actor)
  })
}

/** A password is guessed here no faster than at sign-in. */
async function stepUpByPassword(
  context: Context<'auth'>,
  doing: Doing,
  actor: Actor,
  password: string,
): Promise<Done> {
  const { deed, from } = doing
  const [account] = await findAccount(deed.db, { id: actor.user_id })
  if (!account) refuse('session.required')
  const proven = { ...account, address_hash: addressHash(context.secrets, account.email) }
  await refuseWhileClosed(deed.db, proven.address_hash)
  if (!(await isPassword(account.password_hash, password))) {
    await countWrongPassword(context, from, proven)
    refuseWrong()
  }

  return deed.transaction(async (db) => {
    if (!(await acceptPassword(db, proven))) refuseWrong()
    return freshen(doing, db, actor)
  })
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
