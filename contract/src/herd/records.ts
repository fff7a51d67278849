import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { Batch } from './events.ts'

const Recorded = z.object({
  /** Of each event that was sent, in its order, its number in the site's ledger. */
  events: z.array(z.object({ id: z.string(), n: z.number() })),
  /** The site's last number now. */
  n: z.number(),
  /** The server's clock, from which a device learns how far its own is off. */
  server_time: z.string(),
})

export const recordEvents = appCall({
  name: 'recordEvents',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/events',
  summary: 'Record what was done to animals; an event that is there already is acknowledged again',
  right: 'record',
  body: Batch,
  reply: Recorded,
  /** What protects the food chain is never off: of the rest, the action says so. */
  whenUnpaid: 'allowed',
  refusals: ['event.id_taken', 'event.not_voidable', 'place.read_only'],
})
