import type { BillingEntityId } from '@byre/contract/place-kinds'
import { may, type Role } from '@byre/contract/rights'
import { refuse } from '../../platform/errors.ts'
import { prove } from '../../platform/proven.ts'
import { mayPayWith, type ProvenBillingEntityId } from '../billing-entities/billing-entities.policy.ts'
import type { Kind } from './places.queries.ts'

interface Found {
  kind: Kind
  billing_entity_id: BillingEntityId
  /** What somebody is at the payer and at the place; null where they are nothing. */
  payer_role: Role | null
  place_role: Role | null
}

/** Refuses 404 to those who know neither place nor payer, 403 to those of the place, who may only see a proposal. */
export function accessToAnswer<F extends Found>(
  found: F | undefined,
): F & { billing_entity_id: ProvenBillingEntityId<'payWith'> } {
  if (!found || (found.payer_role === null && !may(found.place_role, 'edit', found.kind))) refuse('not_found')
  if (found.payer_role === null || !mayPayWith(found.payer_role)) refuse('role.insufficient')
  return { ...found, billing_entity_id: prove('payWith', found.billing_entity_id) }
}
