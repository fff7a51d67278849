import * as contract from '@byre/contract/accounts/auth'
import type { Context } from '../../context.ts'
import { askForCode } from '../codes.actions.ts'
import { confirmResetPassword, updatePassword } from './passwords.actions.ts'

export function passwordRoutes(context: Context<'auth'>): void {
  const { serve } = context
  serve(contract.resetPassword, ({ body, ...doing }) => askForCode(context, doing, 'reset', body.username))
  serve(contract.confirmResetPassword, ({ body, ...doing }) => confirmResetPassword(context, doing, body))
  serve(contract.updatePassword, ({ body, actor, ...doing }) => updatePassword(context, doing, actor, body))
}
