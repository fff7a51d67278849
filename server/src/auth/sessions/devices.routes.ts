import * as contract from '@byre/contract/accounts/devices'
import type { Context } from '../../context.ts'
import { endOtherSessions, endSession, listSecurityEvents, listSessions } from './devices.actions.ts'

export function deviceRoutes({ serve, db }: Context<'auth'>): void {
  serve(contract.listSessions, ({ caller }) => listSessions(db, caller))
  serve(contract.endSession, ({ actor, params, ...doing }) => endSession(doing, actor, params.id))
  serve(contract.endOtherSessions, ({ actor, ...doing }) => endOtherSessions(doing, actor))
  serve(contract.listSecurityEvents, ({ caller, query }) => listSecurityEvents(db, caller, query))
}
