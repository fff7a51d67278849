import type { SubjectKind } from './subject-kinds.ts'
import { t } from './words.ts'

/*
 * What a webhook can be told of: that it happened, of what, and when. Who or how much it was about is asked for by the
 * calls of the API, with the reader's own rights.
 */

const ofPlaces = {
  'place.changed': t`Its fields, plan, payer or web address changed`,
  'place.deleted': t`It was deleted`,
  'place.restored': t`It was restored`,
  'place.state_changed': t`Its trial, payment or access changed`,
} as const

const ofMembers = {
  'member.joined': t`Somebody joined`,
  'member.left': t`Somebody left or was removed`,
  'member.role_changed': t`Somebody has another role`,
} as const

const ofBillingEntities = {
  'place.created': t`A site or clinic that it pays for was set up`,
  'place.changed': t`A site or clinic that it pays for changed`,
  'place.deleted': t`A site or clinic that it pays for was deleted`,
  'place.restored': t`A site or clinic that it pays for was restored`,
  'place.state_changed': t`The trial, payment or access of a site or clinic changed`,
  ...ofMembers,
  'invoice.issued': t`An invoice was issued`,
  'invoice.paid': t`An invoice was paid`,
  'invoice.failed': t`A payment of an invoice failed`,
} as const

/** The events of each kind of place, and what they say to people. */
export const webhookEventsOf = {
  site: { ...ofPlaces, ...ofMembers },
  clinic: { ...ofPlaces, ...ofMembers },
  billing_entity: ofBillingEntities,
} as const satisfies Record<SubjectKind, Readonly<Record<string, string>>>

export type WebhookEvent = keyof typeof ofBillingEntities

/** Sent when somebody asks for it, whatever was chosen. */
export const testEvent = 'test'
