import { stepUp as stepUpCall } from '@byre/contract/accounts'
import * as contract from '@byre/contract/auth'
import type { Context } from '../platform/context.ts'
import { logIn, logOut, refreshSession } from './sessions.actions.ts'
import { stepUp } from './step-ups.actions.ts'

export function sessionRoutes(context: Context<'auth'>): void {
  const { serve } = context
  serve(contract.logIn, ({ body, ...doing }) => logIn(context, doing, body))
  serve(contract.refreshSession, ({ body, ...doing }) => refreshSession(context, doing, body))
  serve(contract.logOut, ({ body, ...doing }) => logOut(context, doing, body))
  serve(stepUpCall, ({ body, actor, ...doing }) => stepUp(context, doing, actor, body))
}
