import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { time } from '../fields.ts'
import { Currency } from './money.ts'
import { Unpaid } from './unpaid.ts'

/* What the dashboard says first: what needs its reader, and how all that they have stands. */

/** Minor units. */
export const Sum = z.object({ amount: z.number(), currency: Currency })
export type Sum = z.infer<typeof Sum>

/** A trial of the next days that ends without a card, one row a payer. */
const EndingTrial = z.object({
  billing_entity_id: z.string(),
  billing_entity_name: z.string(),
  /** The first of them. */
  ends_at: time,
  /** A few of them, in the order of their ends; `places` is how many there are. */
  place_names: z.array(z.string()),
  places: z.number(),
})

const FailingDomain = z.object({
  kind: z.enum(['site', 'clinic']),
  id: z.string(),
  name: z.string(),
  domain: z.string(),
})

/** What somebody offers to the reader. */
const OfferedOwnership = z.object({
  kind: z.enum(['site', 'clinic', 'billing_entity']),
  id: z.string(),
  name: z.string(),
  from_name: z.string(),
  expires_at: time,
})

/** A card that is past, or is so before the end of the next month. */
const ExpiringCard = z.object({
  billing_entity_id: z.string(),
  billing_entity_name: z.string(),
  last_four: z.string(),
  exp_month: z.number(),
  exp_year: z.number(),
})

export const Overview = z.object({
  /** Sites and clinics that the reader belongs to, and how many of them are open. */
  places: z.number(),
  running: z.number(),
  /** Who works there, each once. */
  people: z.number(),
  /** Of the payers that the reader runs, without tax; nothing for what is paused or ends. */
  cost_a_month: z.array(Sum),
  /** What these are charged on the first day that has a charge, with today's taxes. */
  next_charge: z.nullable(z.object({ at: time, places: z.number(), sums: z.array(Sum) })),
  unpaid: z.array(Unpaid),
  /* Of each of these the most urgent; `more` is how many others there are. */
  ending_trials: z.array(EndingTrial),
  failing_domains: z.array(FailingDomain),
  offered_ownerships: z.array(OfferedOwnership),
  expiring_cards: z.array(ExpiringCard),
  /** Invitations that wait for the reader, and what the newest is to. */
  invites: z.number(),
  invited_to: z.nullable(z.string()),
  more: z.number(),
})
export type Overview = z.infer<typeof Overview>

export const getOverview = endpoint({
  name: 'getOverview',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/overview',
  summary: 'What needs the signed-in user, and how all that they have stands; money of payers they run alone',
  who: 'signed in',
  reply: Overview,
})
