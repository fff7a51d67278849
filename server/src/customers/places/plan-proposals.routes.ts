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
  const mailContext = { secrets, limitFactor: config.limitFactor }
  serve(contract.getSitePlanProposal, ({ caller, params }) => getProposal(db, caller, 'site', params.id))
  serve(contract.getClinicPlanProposal, ({ caller, params }) => getProposal(db, caller, 'clinic', params.id))
  serve(contract.proposeSitePlan, ({ command, actor, params, body, from }) =>
    proposePlan('site', command, actor, params.id, body.plan_id, from, { billing, mailContext }),
  )
  serve(contract.proposeClinicPlan, ({ command, actor, params, body, from }) =>
    proposePlan('clinic', command, actor, params.id, body.plan_id, from, { billing, mailContext }),
  )
  serve(contract.withdrawSitePlanProposal, ({ command, actor, params, from }) =>
    withdrawProposal('site', command, actor, params.id, from),
  )
  serve(contract.withdrawClinicPlanProposal, ({ command, actor, params, from }) =>
    withdrawProposal('clinic', command, actor, params.id, from),
  )
  serve(contract.listPlanProposals, ({ caller, params }) => listPlanProposals(db, caller, params.id))
  serve(contract.acceptPlanProposal, ({ command, actor, params, from }) =>
    acceptProposal(command, actor, params.id, from, billing),
  )
  serve(contract.declinePlanProposal, ({ command, actor, params, from }) =>
    declineProposal(command, actor, params.id, from),
  )
}
