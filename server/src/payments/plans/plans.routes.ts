import * as contract from '@byre/contract/billing/plans'
import type { Context } from '../../context.ts'
import { getPlan, listPlans } from './plans.actions.ts'

export function planRoutes({ serve }: Context<'payments'>): void {
  serve(contract.listPlans, ({ db, caller, query }) => listPlans(db, caller, query))
  serve(contract.getPlan, ({ db, caller, params }) => getPlan(db, caller, params.id))
}
