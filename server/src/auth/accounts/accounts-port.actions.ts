import type { Accounts } from '../../customers/index.ts'
import type { Context } from '../../context.ts'
import { within } from '../../platform/database/db.ts'
import { changeEmail, keepEmail } from '../email-changes/email-changes.actions.ts'
import { accountTables } from './exports.actions.ts'
import { closeAccount } from './leaving.actions.ts'

/** What customers' commands ask of accounts; each joins their transaction, which holds the profile. */
export function accountsPort(context: Context<'auth'>): Accounts {
  return {
    changeEmail: (db, doing, email) => changeEmail(context, within<'auth'>(db), doing, email),
    keepEmail: (db, doing) => keepEmail(within<'auth'>(db), doing),
    closeAccount: (db, doing) => closeAccount(context, within<'auth'>(db), doing),
    accountTables: (db, userId) => accountTables(within<'auth'>(db), userId),
  }
}
