import { deleteUser, holdUser, noteEmail } from '../../customers/index.ts'
import type { AccountCommand } from '../../customers/index.ts'
import { requireFresh, type Actor } from '../../platform/authentication/authenticate.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import { type Db } from '../../platform/database/db.ts'
import { violated } from '../../platform/database/sql-states.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import { findAddressOf, findByAddress } from '../accounts.queries.ts'
import { addressHashes, findChangeCode, type Doing, type Done } from '../codes.actions.ts'
import { ask, closeCodes, useCode } from '../codes.queries.ts'
import {
  endPending,
  findPending,
  insertChange,
  markChangeConfirmed,
  setAddress,
} from '../email-changes.queries.ts'
import { mailEmailAsked, mailEmailChanged, mailNewAddress } from '../mails.actions.ts'
import { limitsOf } from '../limits.policy.ts'
import { deleteSessionsOf, keepSession } from '../sessions/sessions.queries.ts'
import { openLadder } from '../sign-in-failures.queries.ts'
import { deleteAbandoned } from '../accounts.queries.ts'

/*
 * Another address for an account: asked for on the profile, told to the old address, in force once the
 * code sent to the new one is entered, undone by the link in the mails to the old one.
 */

/** Asks for an address. The same one again has another code mailed; another one takes its place. */
export async function changeEmail(
  context: Context<'auth'>,
  db: Db<'auth'>,
  { command, actor, from }: AccountCommand,
  email: string,
): Promise<void> {
  const { user_id } = actor
  const [pending] = await findPending(db, { user_id })
  if (pending?.email === email) return mailCode(context, db, command, pending)

  requireFresh(actor)
  await spend(db, limitsOf(context.config).changeEmail, user_id)
  const [present] = await findAddressOf(db, { user_id })
  if (!present) refuse('not_found')

  await endPending(db, { user_id })
  await closeCodes(db, { user_id, purposes: ['email'] })
  const change = { id: newId(), user_id, email, previous_email: present.email }
  const [kept] = await keepSession(db, { id: actor.session_id, is_proven: false })
  if (!kept) refuse('session.required')
  await insertChange(db, { ...change, session_id: actor.session_id })
  await mailCode(context, db, command, change)
  await command.enqueue(db, mailEmailAsked, { change_id: change.id })
  await writeAudit(db, { actor_id: user_id, deed: 'changeEmail', kind: 'account', subject_id: user_id, from })
}

/** Enqueues the mail to the new address unless one was asked for a moment ago, or too often. */
async function mailCode(
  { secrets, config }: Context<'auth'>,
  db: Db<'auth'>,
  command: AccountCommand['command'],
  change: { id: string; email: string },
): Promise<void> {
  const pace = limitsOf(config).codeMails
  const [mailRequest] = await ask(db, {
    ...pace,
    ...addressHashes(secrets, change.email),
    purpose: 'email',
  })
  if (mailRequest) await command.enqueue(db, mailNewAddress, { change_id: change.id })
}

/** Gives up the change that waits for its code. */
export async function keepEmail(db: Db<'auth'>, { actor, from }: AccountCommand): Promise<void> {
  const { user_id } = actor
  const [ended] = await endPending(db, { user_id })
  if (!ended) return
  await closeCodes(db, { user_id, purposes: ['email'] })
  await writeAudit(db, { actor_id: user_id, deed: 'keepEmail', kind: 'account', subject_id: user_id, from })
}

/** Puts the new address in force with the code sent to it; ends the other sessions. */
export async function confirmEmail(
  context: Context<'auth'>,
  doing: Doing,
  actor: Actor,
  { code }: { code: string },
): Promise<{ email: string }> {
  const { command, from } = doing
  const { user_id } = actor
  const [change] = await findPending(command.db, { user_id })
  const provenCode = change && (await findChangeCode(context, doing, change, code))
  if (!provenCode) refuse('code.wrong', { field: 'code' })

  const { id, email } = change
  return unlessTaken(() =>
    command.transaction(async (db) => {
      await holdUser(db, user_id)
      const [confirmed] = await markChangeConfirmed(db, { id })
      const isUsed = confirmed && (await useCode(db, provenCode, ['confirm', 'reset', 'email']))
      if (!isUsed) refuse('code.wrong', { field: 'code' })
      const [kept] = await keepSession(db, { id: actor.session_id, is_proven: false })
      if (!kept) refuse('session.required')

      await moveTo(context, db, user_id, email)
      const ended = await deleteSessionsOf(db, { user_id, kept: actor.session_id })
      const after = { sessions_ended: ended.length }
      const line = { actor_id: user_id, deed: 'confirmEmail', kind: 'account', subject_id: user_id } as const
      await writeAudit(db, { ...line, after, from })
      await command.enqueue(db, mailEmailChanged, { change_id: id })
      return { email }
    }),
  )
}

/** Gives up a change that waits for its code, in a command of its owner's that takes the account back. */
export async function dropPending(db: Db<'auth'>, userId: string): Promise<Done> {
  await holdUser(db, userId)
  const [ended] = await endPending(db, { user_id: userId })
  if (ended) await noteEmail(db, userId, null)
  return {}
}

/** Puts an account under an address, taking it from whoever signed up with it and never confirmed it. */
export async function moveTo(
  { secrets }: Context<'auth'>,
  db: Db<'auth'>,
  userId: string,
  email: string,
): Promise<void> {
  const [holder] = await findByAddress(db, { email })
  if (holder && holder.id !== userId && holder.confirmed_at === null) {
    const [deleted] = await deleteAbandoned(db, { id: holder.id })
    if (deleted) await deleteUser(db, holder.id)
  }
  await setAddress(db, { user_id: userId, email })
  await openLadder(db, addressHashes(secrets, email))
  await noteEmail(db, userId, email)
}

/** An address that another account has confirmed meanwhile stays that one's. */
export async function unlessTaken<T>(command: () => Promise<T>): Promise<T> {
  try {
    return await command()
  } catch (error) {
    if (violated(error) === 'emails_pkey') refuse('account.exists')
    throw error
  }
}
