import * as contract from '@byre/contract/accounts/auth'
import type { Context } from '../../context.ts'
import { confirmSignUp, isConfirmed, isSignUpRepeated, signUp } from './accounts.actions.ts'
import { askForCode } from '../codes.actions.ts'

export function accountRoutes(context: Context<'auth'>): void {
  const { serve } = context
  serve(contract.signUp, ({ body, ...doing }) => signUp(context, doing, body), {
    isRepeatedBy: ({ body, ...doing }) => isSignUpRepeated(context, doing, body),
  })
  serve(contract.confirmSignUp, ({ body, ...doing }) => confirmSignUp(context, doing, body))
  serve(contract.isConfirmed, ({ body, ...doing }) => isConfirmed(context, doing, body))
  serve(contract.resendConfirmation, ({ body, ...doing }) =>
    askForCode(context, doing, 'confirm', body.email),
  )
}
