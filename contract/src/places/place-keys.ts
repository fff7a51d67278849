import { t } from '../words.ts'
import * as z from 'zod/mini'
import { ApiKey, newKeyWith } from '../accounts/api-keys.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../fields.ts'
import { kindNames } from '../subject-kinds.ts'

/*
 * Keys with which programs call as a site or clinic: whoever made one may leave, and it goes on. What such a key may do is
 * less than what a person's may (`../calls/key-calls.ts`), and it is there for no other place.
 */

export const placeKeyScopes = ['places:read', 'places:write', 'people:read', 'people:write'] as const

/** As whom it calls at its place. */
export const placeKeyRoles = ['Admin', 'User'] as const

type Kind = 'site' | 'clinic'

export const NewPlaceKey = z.extend(newKeyWith(placeKeyScopes), {
  role: z._default(z.enum(placeKeyRoles, t`Please choose Admin or User.`), 'User'),
})

export const PlaceKey = z.extend(ApiKey, {
  role: z.enum(placeKeyRoles),
  /** Who made it; null: an account that is gone. */
  made_by: z.nullable(z.string()),
})
export type PlaceKey = z.infer<typeof PlaceKey>

const who = <const K extends Kind>(kind: K) => ({ right: 'connect', of: kind }) as const
const under = (kind: Kind) => `/api/v1/${kindNames[kind].path}/:id/api-keys` as const

const listOf = <const K extends Kind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: under(kind),
    summary: `The keys of a ${kind} that work, and those that ran out in the last 30 days; newest first`,
    who: who(kind),
    params: idParams,
    reply: z.object({ api_keys: z.array(PlaceKey) }),
    refusals: ['not_found', 'role.insufficient'],
  })

const createOf = <const K extends Kind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: under(kind),
    summary: `Make a key of a ${kind}; it is shown this once`,
    who: who(kind),
    params: idParams,
    body: NewPlaceKey,
    reply: z.object({ api_key: PlaceKey, key: z.string() }),
    status: 201,
    refusals: [
      'not_found',
      'role.insufficient',
      'place.read_only',
      'session.reauth_required',
      'api_key.too_many',
    ],
    // The answer holds a secret.
    idempotency: 'ignored',
  })

const revokeOf = <const K extends Kind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'DELETE',
    path: `${under(kind)}/:keyId`,
    summary: `Revoke a key of a ${kind}, at once and for good`,
    who: who(kind),
    params: z.object({ id, keyId: id }),
    reply: z.null(),
    refusals: ['not_found', 'role.insufficient'],
  })

export const listSiteApiKeys = listOf('site', 'listSiteApiKeys')
export const listClinicApiKeys = listOf('clinic', 'listClinicApiKeys')
export const createSiteApiKey = createOf('site', 'createSiteApiKey')
export const createClinicApiKey = createOf('clinic', 'createClinicApiKey')
export const revokeSiteApiKey = revokeOf('site', 'revokeSiteApiKey')
export const revokeClinicApiKey = revokeOf('clinic', 'revokeClinicApiKey')
