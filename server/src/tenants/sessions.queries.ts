import { sql } from 'kysely'
import { prepared, type Db } from '../platform/database/db.ts'
import type { TenantsTables } from './tables.ts'

export type NewSession = Omit<TenantsTables['tenants.sessions'], 'created_at'>

export async function insertSession(db: Db<'tenants'>, session: NewSession): Promise<void> {
  await db.insertInto('tenants.sessions').values(session).execute()
}

/** Who a cookie of this place belongs to, while the portal session it came from lives. */
export const findSession = prepared<'tenants'>()((db, p: { token_hash: Buffer; place_id: string }) =>
  db
    .selectFrom('tenants.sessions as t')
    .innerJoin('platform.sessions as s', 's.id', 't.portal_session_id')
    .select(['t.id', 't.user_id'])
    .where('t.token_hash', '=', p.token_hash)
    .where('t.place_id', '=', p.place_id)
    .where('s.user_state', '=', 'active')
    .where('s.idle_expires_at', '>', sql<string>`now()`)
    .where('s.absolute_expires_at', '>', sql<string>`now()`),
)

export async function deleteSession(db: Db<'tenants'>, id: string): Promise<void> {
  await db.deleteFrom('tenants.sessions').where('id', '=', id).execute()
}
