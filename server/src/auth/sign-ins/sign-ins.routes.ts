import { stepUp as stepUpCall } from '@byre/contract/accounts/accounts'
import * as passkeySignIns from '@byre/contract/accounts/passkey-sign-ins'
import * as signIns from '@byre/contract/accounts/sign-ins'
import type { Context } from '../../context.ts'
import { askToSignIn, signInByPasskey } from './passkey-sign-ins.actions.ts'
import { logIn, logOut, refreshSession } from './sign-ins.actions.ts'
import { stepUp } from '../second-factors/step-ups.actions.ts'

export function sessionRoutes(context: Context<'auth'>): void {
  const { serve } = context
  serve(signIns.logIn, ({ body, ...doing }) => logIn(context, doing, body))
  serve(passkeySignIns.askToSignIn, (doing) => askToSignIn(context, doing))
  serve(passkeySignIns.signInByPasskey, ({ body, ...doing }) => signInByPasskey(context, doing, body.passkey))
  serve(signIns.refreshSession, ({ body, ...doing }) => refreshSession(context, doing, body))
  serve(signIns.logOut, ({ body, ...doing }) => logOut(context, doing, body))
  serve(stepUpCall, ({ body, actor, ...doing }) => stepUp(context, doing, actor, body))
}
