import { keyLimits } from '@byre/contract/accounts/api-keys'
import type * as contract from '@byre/contract/accounts/api-keys'
import type { BodyOf, ReplyOf } from '@byre/contract/endpoint'
import type { Context } from '../../context.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import {
  answered,
  requireFresh,
  type Actor,
  type Caller,
} from '../../platform/authentication/authenticate.ts'
import { insertKey, ofPerson, revokeKey } from '../../platform/authentication/kept-keys.ts'
import { newKeyText } from '../../platform/authentication/key-text.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import { requireNetworks } from '../../platform/network.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { Doing, Done } from '../codes.actions.ts'
import { limitsOf } from '../limits.policy.ts'
import { holdOwnAccount, tellOfFactor } from '../second-factors/second-factor-changes.actions.ts'
import { listKeysOfCaller } from '../api-keys.queries.ts'

export async function listApiKeys(
  db: Db<'auth'>,
  caller: Caller,
): Promise<ReplyOf<typeof contract.listApiKeys>> {
  const rows = answered(await listKeysOfCaller(db, caller))
  return { api_keys: rows.flatMap(({ caller_id: _, ...key }) => (isThere(key) ? [key] : [])) }
}

type Row = Awaited<ReturnType<typeof listKeysOfCaller>>[number]
type Key = { [K in keyof contract.ApiKey]: Row[K] }

/** An account without keys has a row of nothing. */
const isThere = (key: Key): key is contract.ApiKey => key.id !== null

/** Makes a key with which programs call as this person; its text leaves this once and is kept nowhere. */
export async function createApiKey(
  { config }: Context<'auth'>,
  { command, from }: Doing,
  actor: Actor,
  { days, networks, ...given }: BodyOf<typeof contract.createApiKey>,
): Promise<ReplyOf<typeof contract.createApiKey>> {
  requireFresh(actor)
  requireNetworks(networks, keyLimits.networks)
  await spend(platformOf(command.db), limitsOf(config).makeApiKey, actor.user_id)

  const key = newKeyText()
  const [id, user_id] = [newId(), actor.user_id]
  const made = { id, user_id, ...ofPerson, key_hash: tokenHash(key), networks, days: Number(days), ...given }
  return command.transaction(async (db) => {
    await holdOwnAccount(db, actor)
    const [api_key] = await insertKey(platformOf(db), { ...made, at_most: keyLimits.mostThatWork })
    if (!api_key) refuse('api_key.too_many')
    const after = { api_key_id: id, name: given.name, scopes: given.scopes.join(' ') }
    const change = { deed: 'createApiKey', notice: 'apiKeyMade', after } as const
    await tellOfFactor({ command, from }, db, user_id, change)
    return { api_key, key }
  })
}

/** Revokes a key: its next call is refused. Somebody else's is not there. */
export async function revokeApiKey({ command, from }: Doing, actor: Actor, id: string): Promise<Done> {
  const { user_id } = actor
  return command.transaction(async (db) => {
    const [revoked] = await revokeKey(platformOf(db), { id, user_id, place_id: null })
    if (!revoked) refuse('not_found')
    const line = { actor_id: user_id, deed: 'revokeApiKey', kind: 'account', subject_id: user_id } as const
    await writeAudit(db, { ...line, after: { api_key_id: id, name: revoked.name }, from })
    return {}
  })
}
