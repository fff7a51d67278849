import type { Endpoint } from '@byre/contract/endpoint'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'

/*
 * Where a call names something by its id, read from the contract: a new endpoint, or a new field with an id,
 * is here without anybody writing it. A field whose kind its name does not tell is refused.
 */

export const kinds = [
  'site',
  'clinic',
  'billing entity',
  'plan',
  'plan proposal',
  'user',
  'site invite',
  'clinic invite',
  'billing entity invite',
  'hand',
  'webhook',
  'invoice recipient',
  'card',
  'card attempt',
  'invoice',
  'subscription',
  'subscription item',
  'session',
  'trusted device',
  'passkey',
  'API key',
  'place key',
  'audit line',
] as const
export type Kind = (typeof kinds)[number]

export interface Slot {
  at: 'params' | 'query' | 'body' | 'host'
  field: string
  /** What may stand here. */
  kinds: readonly Kind[]
  isOptional: boolean
}

/** What a field of this name means wherever it stands. */
const byField: Record<string, readonly Kind[]> = {
  site_id: ['site'],
  clinic_id: ['clinic'],
  billing_entity_id: ['billing entity'],
  plan_id: ['plan'],
  user_id: ['user'],
  userId: ['user'],
  who: ['user'],
  inviteId: ['billing entity invite'],
  handId: ['hand'],
  webhookId: ['webhook'],
  keyId: ['place key'],
  hand_id: ['hand'],
  recipientId: ['invoice recipient'],
  after: ['audit line'],
}

/** What a bare `id` means below this part of a path. */
const byPath: Record<string, Kind> = {
  sites: 'site',
  clinics: 'clinic',
  'billing-entities': 'billing entity',
  plans: 'plan',
  'plan-proposals': 'plan proposal',
  users: 'user',
  'site-invites': 'site invite',
  'clinic-invites': 'clinic invite',
  'billing-entity-invites': 'billing entity invite',
  'invoice-recipients': 'invoice recipient',
  cards: 'card',
  'card-confirmations': 'card attempt',
  invoices: 'invoice',
  subscriptions: 'subscription',
  'subscription-items': 'subscription item',
  sessions: 'session',
  'trusted-devices': 'trusted device',
  passkeys: 'passkey',
  'api-keys': 'API key',
}

/** Endpoints whose body says of itself that either kind may stand there. */
const either: Record<string, readonly Kind[]> = {
  'validateDomain id': ['site', 'clinic'],
  'validateDomain clinic_id': ['site', 'clinic'],
}

/** Every place in a call where an id stands; a tenant's host and a host in a body name one, too. */
export function slotsOf(endpoint: Endpoint): Slot[] {
  const slots: Slot[] = (['params', 'query', 'body'] as const).flatMap((at) =>
    fieldsOf(endpoint[at])
      .filter(([field, schema]) => takesIds(schema) || (at === 'body' && field === 'host'))
      .map(([field, schema]) => ({
        at,
        field,
        kinds: kindsOf(endpoint, field),
        isOptional: schema.safeParse(undefined).success,
      })),
  )
  if (endpoint.host === 'tenant') slots.unshift(hostSlot(endpoint))
  return slots
}

/** Fields that a call must carry beside its ids. */
export function neededFields(endpoint: Endpoint, at: 'query' | 'body'): string[] {
  const slots = new Set(slotsOf(endpoint).map(({ field }) => field))
  return fieldsOf(endpoint[at])
    .filter(([field, schema]) => !slots.has(field) && !schema.safeParse(undefined).success)
    .map(([field]) => field)
}

const fieldsOf = (schema: Endpoint['body']) =>
  Object.entries(schema.def.shape as Record<string, z.ZodMiniType>)

/** Whether a field takes an id and nothing that is not shaped like one. */
function takesIds(schema: z.ZodMiniType): boolean {
  const id = randomUUID()
  return schema.safeParse(id).success && !schema.safeParse(`${id}0`).success && !schema.safeParse('x').success
}

const hostSlot = ({ path }: Endpoint): Slot => ({
  at: 'host',
  field: 'host',
  kinds: [path.includes('/clinic-') ? 'clinic' : 'site'],
  isOptional: false,
})

function kindsOf(endpoint: Endpoint, field: string): readonly Kind[] {
  if (field === 'host') return ['site', 'clinic']
  const parts = endpoint.path.split('/')
  const noun = parts[3] ?? ''
  const kind =
    either[`${endpoint.name} ${field}`] ??
    byField[field] ??
    (field === 'id' && byPath[noun] && [byPath[noun]])
  if (!kind) throw new Error(`${endpoint.name}: say in slots.ts what kind of thing ${field} names`)
  return kind
}
