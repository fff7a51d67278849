import { sql } from 'kysely'
import { prepared, type Db } from '../platform/database/db.ts'
import type { TenantsTables } from './tables.ts'

export type NewSession = Omit<TenantsTables['tenants.sessions'], 'created_at' | 'last_used_at'>

export async function insertSession(db: Db<'tenants'>, session: NewSession): Promise<void> {
  await db.insertInto('tenants.sessions').values(session).execute()
}

/** Who a cookie of this place belongs to, while its session lives. */
export const findSession = prepared<'tenants'>()((db, p: { token_hash: Buffer; place_id: string }) =>
  db
    .selectFrom('platform.visitors')
    .select(['session_id', 'due_session_id', 'user_id', 'person_name', 'role'])
    .where('token_hash', '=', p.token_hash)
    .where('place_id', '=', p.place_id)
    // A place's id is one of its names, whatever else it answers under.
    .where('host_name', '=', sql<string>`${p.place_id}::text`),
)

/** Writes down that a session is used, unless that was done within the hour. */
export const touchSession = prepared<'tenants'>()((db, p: { id: string }) =>
  db
    .updateTable('tenants.sessions')
    .set({ last_used_at: sql<string>`now()` })
    .where('id', '=', p.id)
    .where('last_used_at', '<', sql<string>`now() - interval '1 hour'`),
)

export async function deleteSession(db: Db<'tenants'>, id: string): Promise<void> {
  await db.deleteFrom('tenants.sessions').where('id', '=', id).execute()
}
