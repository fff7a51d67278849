import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { clinicParams, idParams, billingEntityParams, siteParams, time } from '../fields.ts'
import { planId } from './choices.ts'
import { kindNames } from '../subject-kinds.ts'

/**
 * A plan that an Owner of a place proposes to whoever pays for it next, where they have no right to choose it
 * themselves. It is open for two weeks, or until the plan, the payer or the proposer is another one.
 */
export const PlanProposal = z.object({
  id: z.string(),
  kind: z.enum(['site', 'clinic']),
  place_id: z.string(),
  place_name: z.string(),
  plan_id: z.string(),
  /** What is chosen for the place now; null: nothing. */
  present_plan_id: z.nullable(z.string()),
  proposed_by: z.string(),
  proposer_name: z.string(),
  created_at: time,
  expires_at: time,
  /** Whether the caller runs the payer, and so may answer. */
  may_answer: z.boolean(),
})
export type PlanProposal = z.infer<typeof PlanProposal>

const params = { site: siteParams, clinic: clinicParams } as const
type TenantKind = keyof typeof params
const pathOf = (kind: TenantKind) => `/api/v1/${kindNames[kind].path}/:id/plan-proposal`

const getOf = <const K extends TenantKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: pathOf(kind),
    summary: `The plan that is proposed to the payer of a ${kindNames[kind].words}; else null`,
    who: { right: 'edit', of: kind },
    params: params[kind],
    reply: z.nullable(PlanProposal),
    refusals: ['not_found', 'role.insufficient'],
  })

export const getSitePlanProposal = getOf('site', 'getSitePlanProposal')
export const getClinicPlanProposal = getOf('clinic', 'getClinicPlanProposal')

const proposeOf = <const K extends TenantKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: pathOf(kind),
    summary: `Propose a plan for a ${kindNames[kind].words} to whoever pays for it, instead of any earlier proposal`,
    who: { right: 'changePlan', of: kind },
    params: params[kind],
    body: z.object({ plan_id: planId }),
    reply: PlanProposal,
    status: 201,
    refusals: [
      'not_found',
      'role.insufficient',
      'plan.required',
      'billing_entity.unknown',
      'proposal.not_needed',
    ],
  })

export const proposeSitePlan = proposeOf('site', 'proposeSitePlan')
export const proposeClinicPlan = proposeOf('clinic', 'proposeClinicPlan')

const withdrawOf = <const K extends TenantKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'DELETE',
    path: pathOf(kind),
    summary: `Take the plan that is proposed for a ${kindNames[kind].words} back`,
    who: { right: 'changePlan', of: kind },
    params: params[kind],
    reply: z.null(),
    refusals: ['not_found', 'role.insufficient', 'proposal.closed'],
  })

export const withdrawSitePlanProposal = withdrawOf('site', 'withdrawSitePlanProposal')
export const withdrawClinicPlanProposal = withdrawOf('clinic', 'withdrawClinicPlanProposal')

export const listPlanProposals = endpoint({
  name: 'listPlanProposals',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/billing-entities/:id/plan-proposals',
  summary: 'The plans that are proposed to a payer, the first hundred',
  who: { right: 'payWith', of: 'billing_entity' },
  params: billingEntityParams,
  reply: z.object({ plan_proposals: z.array(PlanProposal) }),
  refusals: ['not_found', 'role.insufficient'],
})

export const acceptPlanProposal = endpoint({
  name: 'acceptPlanProposal',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/plan-proposals/:id/accept',
  summary: 'Choose the plan that is proposed; the payer is charged as for any change of plan',
  who: { right: 'payWith', of: 'billing_entity' },
  params: idParams,
  reply: z.null(),
  refusals: ['not_found', 'role.insufficient', 'plan.required', 'proposal.closed'],
})

export const declinePlanProposal = endpoint({
  name: 'declinePlanProposal',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/plan-proposals/:id/decline',
  summary: 'Leave the plan as it is',
  who: { right: 'payWith', of: 'billing_entity' },
  params: idParams,
  reply: z.null(),
  refusals: ['not_found', 'role.insufficient', 'proposal.closed'],
})
