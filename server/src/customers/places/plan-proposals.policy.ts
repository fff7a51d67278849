import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { may, type Role } from '@byre/contract/rights'
import { refuse } from '../../platform/errors.ts'
import { prove } from '../../platform/proven.ts'
import { mayPayWith, type ProvenBillingEntityId } from '../billing-entities/billing-entities.policy.ts'
import type { Kind } from './places.queries.ts'

interface Proposal {
  kind: Kind
  billing_entity_id: BillingEntityId
  /** What somebody is at the payer and at the place; null where they are nothing. */
  payer_role: Role | null
  place_role: Role | null
}

/** Refuses 404 to those who know neither place nor payer, 403 to those of the place, who may only see a proposal. */
export function accessToAnswer<P extends Proposal>(
  proposal: P | undefined,
): P & { billing_entity_id: ProvenBillingEntityId<'payWith'> } {
  if (!proposal || (proposal.payer_role === null && !may(proposal.place_role, 'edit', proposal.kind)))
    refuse('not_found')
  if (proposal.payer_role === null || !mayPayWith(proposal.payer_role)) refuse('role.insufficient')
  return { ...proposal, billing_entity_id: prove('payWith', proposal.billing_entity_id) }
}
