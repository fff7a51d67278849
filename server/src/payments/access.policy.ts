import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Access, Place, ProvenBillingEntityId } from '../customers/index.ts'
import { refuse } from '../platform/errors.ts'
import { prove, type Proven } from '../platform/proven.ts'

/*
 * The proofs that this module's queries ask for where they change something: of a right that somebody has, or that no
 * person acts. What one room alone checks stands in that room's policy.
 */

type NoPerson = 'billing run' | 'operator'

/** The id of a subscription that may be changed. */
export type SubscriptionAccess = Proven<'changePlan' | 'stopPaying' | 'delete' | 'restore' | NoPerson, string>

/** The id of whoever a new subscription charges. */
export type ChargedBillingEntityId = Proven<'payWith', BillingEntityId>

/** The id of whoever an invoice is made out to. */
export type InvoicedBillingEntityId = Proven<'edit' | NoPerson, BillingEntityId>

/** The id of an invoice that may be credited. */
export type InvoiceAccess = Proven<'edit' | 'operator', string>

/** The id of an invoice that is to be paid, or was: by the run, an operator, or somebody who may pay with its payer. */
export type InvoiceToPay = Proven<'payWith' | NoPerson, string>

/** The id of a payment or refund that the run or an operator follows. */
export type FollowedId = Proven<NoPerson, string>

/** What the engine does by itself once time has passed or something was paid, owed or agreed to: no person acts. */
export const byTheBillingRun = <Value>(value: Value) => prove('billing run', value)

/** What the gateway says of a card it keeps, whoever made it say so. */
export const byGateway = <Value>(value: Value) => prove('gateway', value)

/** What an operator ends, gives back or lets last longer from the command line, where no person's right is asked for. */
export const byOperator = <Value>(value: Value) => prove('operator', value)

interface OfPlace {
  id: string
  /** One of the two is null. */
  site_id: string | null
  clinic_id: string | null
}

/** The subscription of a place that somebody may delete; refuses another place's. */
export const accessToEnd = (subject: Access<'delete'>, subscription: OfPlace) =>
  prove('delete', ofPlace(subject, subscription))

/** The subscription of a place that somebody may restore; refuses another place's. */
export const accessToTakeUp = (subject: Access<'restore'>, subscription: OfPlace) =>
  prove('restore', ofPlace(subject, subscription))

function ofPlace({ place_id }: { place_id: string }, { id, site_id, clinic_id }: OfPlace): string {
  if ((site_id ?? clinic_id) !== place_id) refuse('not_found')
  return id
}

/** An open invoice that somebody has tried again now; refuses that of another payer. */
export function accessToPay(
  billingEntityId: ProvenBillingEntityId<'payWith'>,
  invoice: { id: string; billing_entity_id: BillingEntityId },
) {
  if (invoice.billing_entity_id !== billingEntityId) refuse('not_found')
  return prove('payWith', invoice.id)
}

/** The place whose access follows from a subscription that may be changed; refuses another subscription's. */
export function placeFollowing(id: SubscriptionAccess, subscription: { id: string }, place: Place) {
  if (subscription.id !== id) refuse('not_found')
  return prove('subscription', place)
}
