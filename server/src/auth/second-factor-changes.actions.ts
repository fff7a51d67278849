import { writeAudit } from '../platform/audit.ts'
import { within, type Db, type PlatformDb } from '../platform/db.ts'
import type { Doing } from './codes.actions.ts'
import { mailNotice } from './letters.actions.ts'
import type { Notice } from './mails.ts'
import { deleteFactors, deleteLeftoverCodes, deleteLeftoverTrust } from './second-factors.queries.ts'

interface Change {
  /** The deed of the contract. */
  deed: string
  notice: Notice
  after?: Record<string, unknown>
}

/** Writes a change of someone's factors down and tells them of it by mail; joins its transaction. */
export async function tellOfFactor(
  { deed, from }: Doing,
  db: Db<'auth'>,
  userId: string,
  change: Change,
): Promise<void> {
  const line = { actor_id: userId, kind: 'account', subject_id: userId }
  await writeAudit(db, { ...line, deed: change.deed, after: change.after, from })
  await deed.enqueue(db, mailNotice, { user_id: userId, notice: change.notice })
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
