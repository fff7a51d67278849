import type { AccountAuditName } from '@byre/contract/audit-names'
import { writeAudit, type RequestFacts } from '../platform/audit/audit.ts'
import type { Context } from '../context.ts'
import type { Db } from '../platform/database/db.ts'
import { transaction } from '../platform/database/transactions.ts'
import { refuse } from '../platform/errors.ts'
import { mailNotice } from './mails.actions.ts'
import { ladder as steps } from './limits.policy.ts'
import type { Notice } from './mails.ts'
import {
  countFailure,
  findWait,
  forgiveFailures,
  lockProven,
  type LadderKey,
} from './sign-in-failures.queries.ts'

/** Whose password was entered: nobody's (null) when the address is unknown. */
export interface Claimed extends LadderKey {
  id: string | null
}

/** What was tried in vain, how it is written down, and after how many in a row its owner is told. */
interface WrongTry extends Claimed {
  deed: AccountAuditName
  after: Record<string, unknown>
  warning: { at: number; notice: Notice }
}

/** Counts a wrong password, and writes it down; refuses 429 when the ladder has closed meanwhile. */
export async function countWrongPassword(
  context: Pick<Context<'auth'>, 'db' | 'outbox'>,
  from: RequestFacts,
  claimed: Claimed,
): Promise<void> {
  const warning = { at: steps.closedAt, notice: 'signInClosed' } as const
  const after = { result: 'wrong password' }
  await countWrongTry(context, from, { ...claimed, deed: 'logIn', after, warning })
}

/** The same of any secret that is guessed at under a ladder of its own. */
export async function countWrongTry(
  { db, outbox }: Pick<Context<'auth'>, 'db' | 'outbox'>,
  from: RequestFacts,
  { id, deed, after, warning, ...ladder }: WrongTry,
): Promise<void> {
  // Not the command's own transaction: what that returns would be kept as the answer to its key.
  const isCounted = await transaction(db, async (db) => {
    const [counted] = await countFailure(db, ladder)
    if (!counted) return false
    await writeAudit(db, {
      actor_id: null,
      deed,
      kind: 'account',
      subject_id: id ?? undefined,
      after: { ...after, failures: counted.failures },
      from,
    })
    if (id && counted.failures === warning.at) {
      await outbox.send(db, mailNotice, { user_id: id, notice: warning.notice })
    }
    return true
  })
  if (!isCounted) refuse('limit.reached', { retryAfter: Math.max(1, await findWait(db, ladder)) })
}

/**
 * Holds the account of a right password and forgets the wrong ones before it. Refuses 429 when too many
 * of those came meanwhile, and `account.disabled` where an operator closed the account; false when the
 * password itself was changed meanwhile.
 */
export async function acceptPassword(
  db: Db<'auth'>,
  { id, password_hash, ...ladder }: { id: string; password_hash: string } & LadderKey,
): Promise<boolean> {
  const [proven] = await lockProven(db, { id, password_hash, ...ladder })
  if (!proven) return false
  if (proven.failures !== null) await forgive(db, ladder)
  if (proven.user_state === 'disabled') refuse('account.disabled')
  return true
}

/** Forgets the wrong tries before a right one; refuses 429 when their ladder has closed meanwhile. */
export async function forgive(db: Db<'auth'>, ladder: LadderKey): Promise<void> {
  const [forgiven] = await forgiveFailures(db, ladder)
  if (!forgiven) await refuseWhileClosed(db, ladder)
}

/** Refuses 429 while the ladder of an address is closed. */
export async function refuseWhileClosed(db: Db<'auth'>, ladder: LadderKey): Promise<void> {
  const wait = await findWait(db, ladder)
  if (wait > 0) refuse('limit.reached', { retryAfter: wait })
}
