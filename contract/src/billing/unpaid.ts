import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { time } from '../fields.ts'
import { Currency } from './money.ts'

/** What one payer does not pay for at present: said wherever its people land, with the one thing that helps. */
export const Unpaid = z.object({
  billing_entity_id: z.string(),
  billing_entity_name: z.string(),
  /** How the worst of its places stands; `active`: its bank alone asks for a word. */
  status: z.enum(['active', 'past_due', 'read_only', 'stopped']),
  /** Minor units; 0 where nothing is owed and a card alone is missing. */
  amount: z.number(),
  currency: z.nullable(Currency),
  /** Sites and clinics, in the order of their names. */
  place_ids: z.array(z.string()),
  place_names: z.array(z.string()),
  /** What helps: a word at the bank, a first card, another card, or trying this one again. */
  remedy: z.enum(['confirm', 'add_card', 'replace_card', 'try_again']),
  /** When the card is tried again by itself; null when it is not. */
  next_try_at: z.nullable(time),
})
export type Unpaid = z.infer<typeof Unpaid>

export const listUnpaid = endpoint({
  name: 'listUnpaid',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/unpaid',
  summary: 'What is unpaid by the payers that the signed-in user runs, the worst first',
  who: 'signed in',
  reply: z.object({ unpaid: z.array(Unpaid) }),
})
