import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { firstOnly, idParams, requiredText, time } from '../fields.ts'
import { whole } from '../lists.ts'

/** Keys with which programs call as the person who made them; calls of the auth service. */

/** What a key may do, in areas; `../calls/key-calls.ts` says of each call which it takes. */
export const keyScopes = [
  'places:read',
  'places:write',
  'people:read',
  'people:write',
  'billing:read',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** Whether a key that was made for these may do what asks for one: whoever may change something may see it. */
export const covers = (scopes: readonly KeyScope[], asked: KeyScope) =>
  scopes.includes(asked) ||
  scopes.some((scope) => scope.endsWith(':write') && scope.replace(':write', ':read') === asked)

/** `days` that a key may be good for, and what is so unless something else is chosen. */
export const keyLimits = {
  mostThatWork: 20,
  name: 60,
  days: ['7', '30', '90', '180', '365'],
  defaultDays: '90',
  networks: 10,
  callsPerMinute: { default: 60, max: 300 },
} as const

const scopeMissing = t`Please choose what this key may do.`

/** Scopes with spaces between, each once and in the order in which they are offered. */
const scopesOf = (offered: readonly KeyScope[]) =>
  z.pipe(
    z.string(scopeMissing).check(
      z.refine((text) => {
        const sent = words(text)
        return sent.length > 0 && sent.every((scope) => (offered as readonly string[]).includes(scope))
      }, scopeMissing),
    ),
    z.transform((text) => offered.filter((scope) => words(text).includes(scope))),
  )

/** Addresses or networks (`192.0.2.0/24`, `2001:db8::/48`) with spaces, commas or line breaks between; the server judges each. */
const networks = z._default(
  z.pipe(
    z.string().check(z.maxLength(1000, firstOnly(t`That is more than can be listed.`))),
    z.transform((text) => [...new Set(words(text.replaceAll(',', ' ')))]),
  ),
  [],
)

const words = (text: string) => text.split(/\s+/).filter(Boolean)

/** What every key is made with, whosever it is. */
export const newKeyWith = (offered: readonly KeyScope[]) =>
  z.object({
    name: requiredText(keyLimits.name, t`Name`, t`Please give it a name.`),
    scopes: scopesOf(offered),
    /** After so many days it stops working. */
    days: z._default(
      z.enum(keyLimits.days, t`Please choose how long it is good for.`),
      keyLimits.defaultDays,
    ),
    networks,
    calls_per_minute: z._default(
      whole(
        1,
        keyLimits.callsPerMinute.max,
        `calls_per_minute must be 1 to ${keyLimits.callsPerMinute.max}.`,
      ),
      keyLimits.callsPerMinute.default,
    ),
  })

/** @public */
export const NewApiKey = newKeyWith(keyScopes)

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** It works from nowhere else; none: from anywhere. */
  networks: z.array(z.string()),
  calls_per_minute: z.number(),
  created_at: time,
  expires_at: time,
  /** To within a minute. */
  last_used_at: z.nullable(time),
  /** The address it was last used from, IPv6 as its /64. */
  last_network: z.nullable(z.string()),
})
export type ApiKey = z.infer<typeof ApiKey>

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  service: 'auth',
  method: 'GET',
  path: '/api/v1/api-keys',
  summary:
    'The keys of the signed-in account that work, and those that ran out in the last 30 days; newest first',
  who: 'signed in',
  reply: z.object({ api_keys: z.array(ApiKey) }),
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  service: 'auth',
  method: 'POST',
  path: '/api/v1/api-keys',
  summary: 'Make a key; it is shown this once',
  who: 'signed in',
  body: NewApiKey,
  reply: z.object({ api_key: ApiKey, key: z.string() }),
  status: 201,
  refusals: ['session.reauth_required', 'api_key.too_many'],
  idempotency: 'ignored',
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  service: 'auth',
  method: 'DELETE',
  path: '/api/v1/api-keys/:id',
  summary: 'Revoke a key of the signed-in account, at once and for good',
  who: 'signed in',
  params: idParams,
  reply: z.object({}),
  refusals: ['not_found'],
})
