import { sql } from 'kysely'
import { prepared, type Db } from '../platform/database/db.ts'
import type { TenantsTables } from './tables.ts'

export type NewLaunchCode = Omit<TenantsTables['tenants.hand_offs'], 'expires_at' | 'used_at'>

const lifeSeconds = 60

export async function insertLaunchCode(db: Db<'tenants'>, launchCode: NewLaunchCode): Promise<void> {
  const expires_at = sql<string>`now() + make_interval(secs => ${lifeSeconds})`
  await db
    .insertInto('tenants.hand_offs')
    .values({ ...launchCode, expires_at, used_at: null })
    .execute()
}

/**
 * Uses up a code where it is good: once, within its minute, on its own host, for the browser that began
 * the launch, and while the portal session that made it lives. No row: it is not good.
 */
export const useLaunchCode = prepared<'tenants'>()(
  (db, p: { code_hash: Buffer; state_hash: Buffer; host: string }) =>
    db
      .updateTable('tenants.hand_offs as h')
      .from('platform.sessions as s')
      .set({ used_at: sql<string>`now()` })
      .whereRef('s.id', '=', 'h.portal_session_id')
      .where('s.user_state', '=', 'active')
      .where('s.idle_expires_at', '>', sql<string>`now()`)
      .where('s.absolute_expires_at', '>', sql<string>`now()`)
      .where('h.code_hash', '=', p.code_hash)
      .where('h.state_hash', '=', p.state_hash)
      .where('h.host', '=', p.host)
      .where('h.used_at', 'is', null)
      .where('h.expires_at', '>', sql<string>`now()`)
      .returning(['h.place_id', 'h.user_id', 'h.portal_session_id']),
)

export async function deleteOldLaunchCodes(db: Db<'tenants'>): Promise<void> {
  await db
    .deleteFrom('tenants.hand_offs')
    .where('expires_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute()
}
