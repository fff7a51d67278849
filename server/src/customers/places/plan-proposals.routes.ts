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
  serve(contract.proposeSitePlan, ({ params, ...acting }) =>
    proposePlan('site', params.id, acting, { billing, mailContext }),
  )
  serve(contract.proposeClinicPlan, ({ params, ...acting }) =>
    proposePlan('clinic', params.id, acting, { billing, mailContext }),
  )
  serve(contract.withdrawSitePlanProposal, ({ params, ...acting }) =>
    withdrawProposal('site', params.id, acting),
  )
  serve(contract.withdrawClinicPlanProposal, ({ params, ...acting }) =>
    withdrawProposal('clinic', params.id, acting),
  )
  serve(contract.listPlanProposals, ({ caller, params }) => listPlanProposals(db, caller, params.id))
  serve(contract.acceptPlanProposal, ({ params, ...acting }) => acceptProposal(params.id, acting, billing))
  serve(contract.declinePlanProposal, ({ params, ...acting }) => declineProposal(params.id, acting))
}
