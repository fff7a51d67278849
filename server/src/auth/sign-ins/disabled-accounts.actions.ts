import { writeAudit } from '../../platform/audit/audit.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Doing } from '../codes.actions.ts'

/*
 * An account that an operator closed. Only whoever knows its password is told so, after the same work as any
 * sign-in; everybody else gets the answer that a wrong password gets.
 */

/** Writes it down when a sign-in with the right password is refused because the account is closed. */
export async function notingDisabled<T>(
  { command, from }: Doing,
  id: string,
  signIn: Promise<T>,
): Promise<T> {
  try {
    return await signIn
  } catch (error) {
    if (error instanceof Refusal && error.code === 'account.disabled') {
      const line = { actor_id: null, deed: 'logIn', kind: 'account', subject_id: id } as const
      await transaction(command.db, (db) => writeAudit(db, { ...line, after: { result: 'disabled' }, from }))
    }
    throw error
  }
}
