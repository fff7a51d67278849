import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Called by the card processor; its body is read as it came, since its signature covers every byte. */
export const receiveStripeEvent = endpoint({
  name: 'receiveStripeEvent',
  service: 'payments',
  method: 'POST',
  path: '/api/v1/webhooks/stripe',
  summary: 'Take an event from the card processor, signed by it',
  who: 'anyone',
  reply: z.null(),
  refusals: ['webhook.forged'],
  idempotency: 'ignored',
})
