import type { Accounts } from '../customers/index.ts'
import type { Context } from '../context.ts'
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts'
import { accountsPort } from './accounts/accounts-port.actions.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { deviceRoutes } from './sessions/devices.routes.ts'
import { emailChangeRoutes } from './email-changes/email-changes.routes.ts'
import { handleMails } from './mails.actions.ts'
import { passwordRoutes } from './accounts/passwords.routes.ts'
import { secondFactorRoutes } from './second-factors/second-factors.routes.ts'
import { sessionRoutes } from './sign-ins/sign-ins.routes.ts'
import { handleSweeps } from './accounts/sweeps.actions.ts'

export { accountOperations, noteOperator, type Operator } from './accounts/operators.actions.ts'
export { accountForStaff, admitStaff } from './accounts/staff.actions.ts'
export { searchAccounts } from './accounts/staff.queries.ts'
export { removeSecondFactors } from './second-factors/second-factor-changes.actions.ts'

/** Accounts, sessions and codes: who someone is. Gives what customers' profile asks of accounts. */
export function auth(context: Context<'auth'>): Accounts {
  accountRoutes(context)
  sessionRoutes(context)
  passwordRoutes(context)
  emailChangeRoutes(context)
  deviceRoutes(context)
  secondFactorRoutes(context)
  apiKeyRoutes(context)
  handleMails(context)
  handleSweeps(context)
  return accountsPort(context)
}
