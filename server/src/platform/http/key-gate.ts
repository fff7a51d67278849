import { covers } from '@byre/contract/accounts/api-keys'
import type { Endpoint } from '@byre/contract/endpoint'
import { fieldsOfMoney, placeKeyScopeOf, scopeOf } from '@byre/contract/calls/key-calls'
import type { FastifyRequest } from 'fastify'
import { findKey, touchKey } from '../authentication/api-keys.ts'
import { admitVisit } from '../authentication/visits.ts'
import type { Caller } from '../authentication/authenticate.ts'
import { platformOf, type Db, type Module } from '../database/db.ts'
import { refuse } from '../errors.ts'
import type { GeneralLimits } from '../limits/limits.ts'
import { networkList, networkOf } from '../network.ts'

/** Refuses whoever may not make this call whatever is sent: a module's own gate, a visit, a key. */
export async function admit<M extends Module>(
  {
    db,
    general,
    gate,
  }: { db: Db<M>; general: GeneralLimits; gate?: ((caller: Caller) => Promise<void>) | undefined },
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
): Promise<void> {
  if (caller.is_visit) await admitVisit(platformOf(db), endpoint, caller)
  await gate?.(caller)
  if (caller.is_key) await admitKey({ db, general }, endpoint, request, caller)
}

/**
 * Whether an API key may make this call, by the table of `contract/src/calls/key-calls.ts`; refuses where it may not. What its
 * person may not do, or the role of a place's own, is refused afterwards, as to a person.
 */
async function admitKey<M extends Module>(
  { db, general }: { db: Db<M>; general: GeneralLimits },
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
): Promise<void> {
  const platform = platformOf(db)
  const { id, scopes, networks, calls_per_minute, is_use_due, is_of_place } = await findKey(platform, caller)
  general.count(`key:${id}`, calls_per_minute)

  const scope = is_of_place ? placeKeyScopeOf(endpoint.name) : scopeOf(endpoint.name)
  if (scope === undefined || sendsMoney(request)) refuse('api_key.not_allowed')
  if (networks.length > 0 && !networkList(networks).has(request.ip)) refuse('api_key.wrong_network')
  if (!covers(scopes, scope)) refuse('api_key.scope_missing')

  if (!is_use_due) return
  // That it could not be written down keeps nobody from their answer.
  await touchKey(platform, { id, network: networkOf(request.ip) }).catch((error: unknown) =>
    request.log.warn({ err: error }, 'a key’s use could not be written down'),
  )
}

const sendsMoney = ({ body }: FastifyRequest) =>
  fieldsOfMoney.some((field) => Object.hasOwn((body ?? {}) as object, field))
