import * as contract from '@byre/contract/accounts/accounts'
import type { Context } from '../../context.ts'
import { confirmEmail } from './email-changes.actions.ts'
import { undoEmail } from './email-undos.actions.ts'

export function emailChangeRoutes(context: Context<'auth'>): void {
  const { serve } = context
  serve(contract.confirmEmail, ({ body, actor, ...doing }) => confirmEmail(context, doing, actor, body))
  serve(contract.undoEmail, ({ body, ...doing }) => undoEmail(context, doing, body))
}
