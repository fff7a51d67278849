import { holdUser } from '../../customers/index.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/errors.ts'
import { randomToken } from '../../platform/secrets.ts'
import { revokeKeysSince } from '../api-keys.queries.ts'
import { findAddressOf, setPasswordHash } from '../accounts.queries.ts'
import { sendCode, type Doing } from '../codes.actions.ts'
import { closeCodes } from '../codes.queries.ts'
import { moveTo, unlessTaken } from './email-changes.actions.ts'
import { findUndoable, markUndone } from '../email-changes.queries.ts'
import { hashPassword } from '../hashes.actions.ts'
import { mailNotice } from '../mails.actions.ts'
import { removeFactorsSince } from '../second-factors/second-factor-changes.actions.ts'
import { lockAccount } from '../second-factors/second-factors.queries.ts'
import { deleteSessionsOf } from '../sessions/sessions.queries.ts'
import { readUndoToken } from '../tokens.policy.ts'

/**
 * Puts the old address back in force by the link mailed to it, undoes this change and every later one,
 * signs everybody out, and ends what whoever asked for it may know or have set: the password, and each
 * second factor and API key since. A mail leads to a new password. Following the link again says the same.
 */
export async function undoEmail(
  context: Context<'auth'>,
  { command, from }: Doing,
  { token }: { token: string },
): Promise<{ email: string }> {
  const id = readUndoToken(context.secrets, token)
  const [named] = id ? await findUndoable(command.db, { id }) : []
  if (!named) refuse('link.dead')

  const { user_id, previous_email: email } = named
  // A password that nobody knows.
  const password_hash = await hashPassword(randomToken())
  return unlessTaken(() =>
    command.transaction(async (db) => {
      await holdUser(db, user_id)
      await lockAccount(db, { id: user_id })
      const [change] = await findUndoable(db, { id: named.id })
      const [present] = await findAddressOf(db, { user_id })
      if (!change || !present) refuse('link.dead')
      if (change.is_undone && present.email !== email) refuse('link.dead')
      if (change.is_undone) return { email }

      await markUndone(db, { id: change.id, user_id })
      await moveTo(context, db, user_id, email)
      await closeCodes(db, { user_id, purposes: ['confirm', 'reset', 'email'] })
      await setPasswordHash(db, { id: user_id, password_hash })
      const removed = await removeFactorsSince(db, user_id, change.since)
      const ended = await deleteSessionsOf(db, { user_id, kept: null })
      const revoked = await revokeKeysSince(db, { user_id, since: change.since })
      const after = { sessions_ended: ended.length, api_keys_revoked: revoked.length, ...removed }
      const line = { actor_id: null, deed: 'undoEmail', kind: 'account', subject_id: user_id } as const
      await writeAudit(db, { ...line, after, from })
      await command.enqueue(db, mailNotice, { user_id, notice: 'emailUndone' })
      await sendCode(context, db, command, { purpose: 'reset', email })
      return { email }
    }),
  )
}
