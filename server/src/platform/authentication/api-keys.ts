import type { KeyScope } from '@byre/contract/accounts/api-keys'
import { sql } from 'kysely'
import { prepared, quickRead, type PlatformDb } from '../database/db.ts'
import { refuse } from '../errors.ts'
import { noteKey } from '../request-trace.ts'
import type { Caller } from './authenticate.ts'

/** A key that works, and what it was made for. */
interface ApiKey {
  id: string
  /** Of a place's own key the key's id. */
  user_id: string
  is_of_place: boolean
  scopes: KeyScope[]
  networks: string[]
  calls_per_minute: number
  /** Whether its use is to be written down: at most once a minute. */
  is_use_due: boolean
}

const findKeyRow = quickRead<'platform'>()(
  (db, p: { token_hash: Buffer }) =>
    db
      .selectFrom('platform.callers as c')
      .innerJoin('platform.api_keys as k', 'k.id', 'c.key_id')
      .select([
        'k.id',
        'c.user_id',
        sql<boolean>`k.user_id is null`.as('is_of_place'),
        'k.scopes',
        'k.networks',
        'k.calls_per_minute',
        sql<boolean>`coalesce(k.last_used_at < now() - interval '1 minute', true)`.as('is_use_due'),
      ])
      .where('c.token_hash', '=', p.token_hash),
  { token_hash: 'bytea' },
)

/**
 * The key that calls; refuses one that is unknown, revoked, run out, of a closed account or of a deleted place as it would a
 * dead session.
 */
export async function findKey(db: PlatformDb, { token_hash }: Caller): Promise<ApiKey> {
  const [key] = await findKeyRow(db, { token_hash })
  if (!key) refuse('session.required')
  noteKey(key)
  return key
}

/** Writes down that a key was used; of several calls at once one does. */
export const touchKey = prepared<'platform'>()((db, p: { id: string; network: string }) =>
  db
    .updateTable('platform.api_keys')
    .set({ last_used_at: sql<string>`now()`, last_network: p.network })
    .where('id', '=', p.id)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`),
)
