import * as contract from '@byre/contract/billing/plans'
import type { Context } from '../../context.ts'
import { getPlan, listPlans } from './plans.actions.ts'

export function planRoutes({ serve }: Context<'payments'>): void {
  serve(contract.listPlans, ({ db, asker, query }) => listPlans(db, asker, query))
  serve(contract.getPlan, ({ db, asker, params }) => getPlan(db, asker, params.id))
}
