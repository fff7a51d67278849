import { t } from '../words.ts'
import * as z from 'zod/mini'
import { addressFields } from '../addresses.ts'
import { organizationFields, readOrganization } from '../billing/billing-entities.ts'
import { optionalDomain } from './domains.ts'
import { Currency } from '../billing/money.ts'
import { time } from '../fields.ts'
import { listQuery } from '../lists.ts'
import { subdomain } from './subdomains.ts'
import { RoleName } from '../people/members.ts'
import type { BillingEntityId } from '../subject-kinds.ts'
import { chosenBillingEntityId, chosenOrNone, billingEntityMissing, planId } from '../billing/choices.ts'

/* What sites and clinics have in common. */

/**
 * Who pays for a place, as every member may see it.
 * @public A component of docs/openapi.json
 */
export const PlaceBilling = z.object({
  name: z.string(),
  brand: z.nullable(z.string()),
  last_four: z.nullable(z.string()),
})

/** What is told of every place. */
export const placeReply = {
  id: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  country: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  /** With `https://`; it answers once it is proven. */
  domain: z.nullable(z.string()),
  subdomain: z.string(),
  code: z.string(),
  billing_entity_id: z.string(),
  /** Where the play icon leads. */
  launch_url: z.string(),
  role: RoleName,
  billing: z.nullable(PlaceBilling),
  /** `read_only` and `stopped`: for want of a payment, a plan or a card, or while it is paused. */
  access_state: z.enum(['ok', 'read_only', 'stopped']),
  created_at: time,
}

/** How a place stands: open and free, paid for or not yet paid for, or shut. To a User one that is open is `running`. */
export const placeStates = ['running', 'trial', 'past_due', 'read_only', 'stopped'] as const

/** Told besides in lists. */
export const listedReply = {
  /** Absent of deleted places, as what follows. */
  state: z.optional(z.enum(placeStates)),
  plan_name: z.optional(z.nullable(z.string())),
  /** How many members it has. */
  people: z.optional(z.number()),
  /** With today's taxes; null where none comes, and for a User. */
  next_charge: z.optional(
    z.nullable(
      z.object({
        /** Null: as soon as the payer has a card and owes nothing for the place. */
        at: z.nullable(time),
        total: z.number(),
        currency: Currency,
      }),
    ),
  ),
  /** Of deleted places alone. */
  deleted_at: z.optional(time),
  /** Until then its Owner can restore it. */
  restorable_until: z.optional(time),
}

const sorts = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'state',
  '-state',
  'next_charge',
  '-next_charge',
] as const

/** A list of places; `deleted=1` are the recently deleted ones that the caller can restore. */
export const placesQuery = z.extend(listQuery(sorts), {
  /** Those that stand so; the worst come first by `state`. */
  state: z.optional(z.enum(placeStates, `state must be one of ${placeStates.join(', ')}.`)),
  deleted: z._default(z.enum(['0', '1'], 'deleted must be 0 or 1.'), '0'),
})

/** Where a new place lies and answers. */
export const newPlaceFields = {
  subdomain: subdomain(),
  domain: optionalDomain({ isNew: true }),
  ...addressFields,
}

export const placeChangeFields = {
  subdomain: z.optional(subdomain(t`Subdomain is required`)),
  domain: optionalDomain({ isNew: false }),
  ...addressFields,
  billing_entity_id: z.optional(chosenBillingEntityId),
  plan_id: z.optional(planId),
}

/** Either who pays, or `organization_*` fields of someone new; -1 is the form's 'create new'. */
export const billingEntityFields = {
  billing_entity_id: chosenOrNone<BillingEntityId>(billingEntityMissing, ['', '-1']),
  ...organizationFields,
}

type BillingEntityFields = z.output<z.ZodMiniObject<typeof billingEntityFields>>

/** Adds to a create's schema that one of the two is there and whole. */
export function withBillingEntity<S extends z.ZodMiniObject<z.core.$ZodShape>>(schema: S) {
  return schema.check((payload: z.core.ParsePayload<z.output<S>>) => {
    const fields = payload.value as BillingEntityFields
    if (fields.billing_entity_id !== undefined) return
    const organization = readOrganization(fields)
    const issues = organization
      ? (organization.error?.issues ?? []).map(({ path, message }) => ({
          field: `organization_${String(path[0])}`,
          message,
        }))
      : [{ field: 'billing_entity_id', message: billingEntityMissing }]
    for (const { field, message } of issues)
      payload.issues.push({ code: 'custom', message, path: [field], input: undefined })
  })
}

/** Restores under its own subdomain, or under another where its Owner has given that one to another place. */
export const restoreBody = z.object({ subdomain: z.optional(subdomain(t`Subdomain is required`)) })
