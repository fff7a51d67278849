import { keyLimits } from '@byre/contract/accounts/api-keys'
import type { BodyOf, RightOf } from '@byre/contract/endpoint'
import type { createSiteApiKey as createCall, PlaceKey } from '@byre/contract/places/place-keys'
import { may, rolesFor } from '@byre/contract/rights'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import {
  answered,
  requireFresh,
  type Actor,
  type Caller,
} from '../../platform/authentication/authenticate.ts'
import { newKeyText } from '../../platform/authentication/key-text.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend, type Limit } from '../../platform/limits/limits.ts'
import { requireNetworks } from '../../platform/network.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { accessTo, type Access } from '../access.policy.ts'
import { listOwners } from '../domains/domain-claims.queries.ts'
import { lockPlace } from '../places/place-changes.queries.ts'
import { isOpenForWrites } from '../places.policy.ts'
import type { Acting } from '../ports.ts'
import { namesOf } from '../users/names.actions.ts'
import { placeKeyMail } from './place-key-mails.actions.ts'
import { insertPlaceKey, listKeys, revokePlaceKey } from './place-keys.queries.ts'

interface Place {
  kind: 'site' | 'clinic'
  placeId: string
}

const makings = (limitFactor: number): Limit => ({
  name: 'place keys',
  max: 30 * limitFactor,
  windowSeconds: 3600,
})

export async function keysOf(db: Db<'customers'>, caller: Caller, { kind, placeId }: Place) {
  const keepers = rolesFor('connect', kind)
  const rows = answered(await listKeys(db, { ...caller, place_id: placeId, kind, keepers }))
  const { own_role } = rows[0]
  if (own_role === null) refuse('not_found')
  if (!may(own_role, 'connect', kind)) refuse('role.insufficient')
  const api_keys = rows.map(({ caller_id: _, own_role: __, ...key }) => key)
  return { api_keys: api_keys.filter((key): key is PlaceKey => key.id !== null) }
}

/** Makes a key with which programs call as this place; its text leaves this once and is kept nowhere. */
export async function createKey(
  { command, actor, from }: Acting,
  place: Place,
  { days, networks, ...given }: BodyOf<typeof createCall>,
  limitFactor: number,
) {
  requireFresh(actor)
  requireNetworks(networks, keyLimits.networks)
  await spend(command.db, makings(limitFactor), actor.user_id)

  const key = newKeyText()
  return command.transaction(async (db) => {
    const { access, standing } = await keepingAccess(db, actor, place)
    if (!isOpenForWrites(standing)) refuse('place.read_only')

    const made = { id: newId(), key_hash: tokenHash(key), networks, days: Number(days), ...given }
    const [added] = await insertPlaceKey(db, access, { ...made, at_most: keyLimits.mostThatWork })
    if (!added) refuse('api_key.too_many')
    const { name, role, scopes } = given
    const after = { api_key_id: added.id, name, role, scopes: scopes.join(' ') }
    await writeAudit(db, { ...lineOf(access, from), deed: 'createPlaceKey', after })
    const owners = await listOwners(db, { kind: place.kind, place_id: place.placeId })
    for (const { user_id } of owners) await command.enqueue(db, placeKeyMail, { key_id: added.id, user_id })
    const names = await namesOf(db, [actor.user_id])
    return { api_key: { ...added, role, made_by: names.get(actor.user_id) ?? null }, key }
  })
}

/** Revokes a key: its next call is refused. Also while the place is read-only. */
export async function revokeKeyOf(
  { command, actor, from }: Acting,
  place: Place,
  keyId: string,
): Promise<null> {
  return command.transaction(async (db) => {
    const { access } = await keepingAccess(db, actor, place)
    const [revoked] = await revokePlaceKey(db, access, keyId)
    if (!revoked) refuse('not_found')
    await writeAudit(db, {
      ...lineOf(access, from),
      deed: 'revokePlaceKey',
      before: { api_key_id: keyId, name: revoked.name },
    })
    return null
  })
}

/** What the actor may do with the keys of a place, which is held until the transaction ends. */
async function keepingAccess(db: Db<'customers'>, { user_id }: Actor, { kind, placeId }: Place) {
  const [own] = await lockPlace[kind](db, { id: placeId, user_id })
  const live = own?.deleted_at === null ? own : undefined
  const wanting = { kind, place_id: placeId, user_id }
  const access = accessTo<RightOf<typeof createCall>, Place['kind']>('connect', wanting, live)
  return { access, standing: live!.standing }
}

const lineOf = ({ kind, place_id, user_id }: Access<'connect'>, from: RequestFacts) => ({
  actor_id: user_id,
  kind,
  subject_id: place_id,
  from,
})
