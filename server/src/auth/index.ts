import type { Context } from '../platform/context.ts'
import { accountRoutes } from './accounts.routes.ts'
import { handleLetters } from './letters.actions.ts'
import { passwordRoutes } from './passwords.routes.ts'
import { sessionRoutes } from './sessions.routes.ts'
import { handleSweeps } from './sweeps.actions.ts'

/** Accounts, sessions and codes: who someone is. */
export function auth(context: Context<'auth'>): void {
  accountRoutes(context)
  sessionRoutes(context)
  passwordRoutes(context)
  handleLetters(context)
  handleSweeps(context)
}
