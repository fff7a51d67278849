import * as contract from '@byre/contract/billing/plan-proposals'
import type { Context } from '../../context.ts'
import {
  acceptProposal,
  declineProposal,
  getProposal,
  listPlanProposals,
  proposePlan,
  withdrawProposal,
} from './plan-proposals.actions.ts'
import type { Billing } from '../ports.ts'

export function planProposalsRoutes(
  { serve, db, config, secrets }: Context<'customers'>,
  billing: Billing,
): void {
  const means = { secrets, limitFactor: config.limitFactor }
  serve(contract.getSitePlanProposal, ({ asker, params }) => getProposal(db, asker, 'site', params.id))
  serve(contract.getClinicPlanProposal, ({ asker, params }) => getProposal(db, asker, 'clinic', params.id))
  serve(contract.proposeSitePlan, ({ deed, actor, params, body, from }) =>
    proposePlan('site', deed, actor, params.id, body.plan_id, from, { billing, means }),
  )
  serve(contract.proposeClinicPlan, ({ deed, actor, params, body, from }) =>
    proposePlan('clinic', deed, actor, params.id, body.plan_id, from, { billing, means }),
  )
  serve(contract.withdrawSitePlanProposal, ({ deed, actor, params, from }) =>
    withdrawProposal('site', deed, actor, params.id, from),
  )
  serve(contract.withdrawClinicPlanProposal, ({ deed, actor, params, from }) =>
    withdrawProposal('clinic', deed, actor, params.id, from),
  )
  serve(contract.listPlanProposals, ({ asker, params }) => listPlanProposals(db, asker, params.id))
  serve(contract.acceptPlanProposal, ({ deed, actor, params, from }) =>
    acceptProposal(deed, actor, params.id, from, billing),
  )
  serve(contract.declinePlanProposal, ({ deed, actor, params, from }) =>
    declineProposal(deed, actor, params.id, from),
  )
}
