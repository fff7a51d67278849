import type { AccountAuditName } from '@byre/contract/audit-names'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import { within, type Db, type PlatformDb } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { Doing } from '../codes.actions.ts'
import { mailNotice } from '../mails.actions.ts'
import type { Notice } from '../mails.ts'
import {
  deleteFactors,
  deleteFactorsSince,
  deleteLeftoverCodes,
  deleteLeftoverTrust,
  lockAccount,
} from './second-factors.queries.ts'
import { endFreshness, keepSession } from '../sessions/sessions.queries.ts'

interface Change {
  /** The command of the contract. */
  deed: AccountAuditName
  notice: Notice
  after?: Record<string, unknown>
}

/** Writes a change of someone's factors down and tells them of it by mail; joins its transaction. */
export async function tellOfFactor(
  { command, from }: Doing,
  db: Db<'auth'>,
  userId: string,
  change: Change,
): Promise<void> {
  const line = { actor_id: userId, kind: 'account', subject_id: userId }
  await writeAudit(db, { ...line, deed: change.deed, after: change.after, from })
  await command.enqueue(db, mailNotice, { user_id: userId, notice: change.notice })
}

/** The same of a factor that was added: what other sessions showed is not all of it any more. */
export async function tellOfNewFactor(
  doing: Doing,
  db: Db<'auth'>,
  { user_id, session_id }: Actor,
  change: Change,
): Promise<void> {
  await endFreshness(db, { user_id, kept: session_id })
  await tellOfFactor(doing, db, user_id, change)
}

/** Holds the account of whoever changes their factors; refuses when their session was ended meanwhile. */
export async function holdOwnAccount(db: Db<'auth'>, { user_id, session_id }: Actor): Promise<void> {
  await lockAccount(db, { id: user_id })
  const [kept] = await keepSession(db, { id: session_id, is_proven: false })
  if (!kept) refuse('session.required')
}

/**
 * Removes what was set up since a time, and forgets the devices that were met since; what was removed
 * since does not come back. Says what is gone.
 */
export async function removeFactorsSince(
  db: Db<'auth'>,
  userId: string,
  since: string,
): Promise<Record<string, unknown>> {
  const [removed] = await deleteFactorsSince(db, { user_id: userId, since })
  await dropLeftovers(db, userId)
  return { ...removed }
}

/** Where no factor is left, nothing is left to stand in for it. */
export async function dropLeftovers(db: Db<'auth'>, userId: string): Promise<void> {
  await deleteLeftoverCodes(db, { user_id: userId })
  await deleteLeftoverTrust(db, { user_id: userId })
}

/**
 * Removes every factor of an account with all that stood in for them, in the caller's transaction, for
 * someone who has lost them all. Whoever calls writes it down as `removeSecondFactors`. False when there
 * were none.
 */
export async function removeSecondFactors(db: PlatformDb, userId: string): Promise<boolean> {
  const own = within<'auth'>(db)
  const removed = await deleteFactors(own, { user_id: userId })
  await dropLeftovers(own, userId)
  return removed.length > 0
}
