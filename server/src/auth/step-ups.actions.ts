import type { Actor } from '../platform/actor.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { refuse } from '../platform/errors.ts'
import { findAccount } from './accounts.queries.ts'
import { addressHash, type Doing, type Done } from './codes.actions.ts'
import { isPassword } from './hashes.actions.ts'
import { keepSession } from './sessions.queries.ts'
import { acceptPassword, countWrongPassword, refuseWhileClosed } from './sign-ins.actions.ts'

/** Makes a session fresh by its owner's password, which is guessed here no faster than at sign-in. */
export async function stepUp(
  context: Context<'auth'>,
  { deed, from }: Doing,
  actor: Actor,
  { password }: { password: string },
): Promise<Done> {
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
    const [kept] = await keepSession(db, { id: actor.session_id, is_proven: true })
    if (!kept) refuse('session.required')
    const line = { actor_id: account.id, deed: 'stepUp', kind: 'session', subject_id: actor.session_id }
    await writeAudit(db, { ...line, from })
    return {}
  })
}

function refuseWrong(): never {
  refuse('account.wrong_password', { field: 'password' })
}
