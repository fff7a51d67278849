import { writeAudit, type RequestFacts } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { transaction, type Db } from '../platform/db.ts'
import { refuse } from '../platform/errors.ts'
import { mailNotice } from './letters.actions.ts'
import { ladder } from './limits.policy.ts'
import { countFailure, findWait, forgiveFailures, lockProven } from './sign-ins.queries.ts'

/** Whose password was entered: nobody's (null) when the address is unknown. */
export interface Claimed {
  id: string | null
  address_hash: Buffer
}

/** Counts a wrong password, and writes it down; refuses 429 when the ladder has closed meanwhile. */
export async function countWrongPassword(
  { db, outbox }: Pick<Context<'auth'>, 'db' | 'outbox'>,
  from: RequestFacts,
  { id, address_hash }: Claimed,
): Promise<void> {
  // Not the deed's own transaction: what that returns would be kept as the answer to its key.
  const isCounted = await transaction(db, async (db) => {
    const [counted] = await countFailure(db, { address_hash })
    if (!counted) return false
    await writeAudit(db, {
      actor_id: null,
      deed: 'logIn',
      kind: 'account',
      subject_id: id ?? undefined,
      after: { result: 'wrong password', failures: counted.failures },
      from,
    })
    if (id && counted.failures === ladder.closedAt) {
      await outbox.send(db, mailNotice, { user_id: id, notice: 'signInClosed' })
    }
    return true
  })
  if (!isCounted) refuse('limit.reached', { retryAfter: Math.max(1, await findWait(db, address_hash)) })
}

/**
 * Holds the account of a right password and forgets the wrong ones before it. Refuses 429 when too many
 * of those came meanwhile; false when the password itself was changed meanwhile.
 */
export async function acceptPassword(
  db: Db<'auth'>,
  { id, password_hash, address_hash }: { id: string; password_hash: string; address_hash: Buffer },
): Promise<boolean> {
  const [proven] = await lockProven(db, { id, password_hash, address_hash })
  if (!proven) return false
  if (proven.failures === null) return true
  const [forgiven] = await forgiveFailures(db, { address_hash })
  if (!forgiven) await refuseWhileClosed(db, address_hash)
  return true
}

/** Refuses 429 while the ladder of an address is closed. */
export async function refuseWhileClosed(db: Db<'auth'>, addressHash: Buffer): Promise<void> {
  const wait = await findWait(db, addressHash)
  if (wait > 0) refuse('limit.reached', { retryAfter: wait })
}
