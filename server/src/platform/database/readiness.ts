import type { Database } from './db.ts'
import { lacksRoom } from './room.ts'

/**
 * Whether requests may be sent to whoever stands on this database. It takes changes: a standby, a primary that was put aside, or
 * a full disk does not. And it has the migrations that are needed, which one restored from an older copy has not; more of them do
 * no harm.
 */
export async function isReady({ pool }: Database, migrations: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ read_only: string; is_current: boolean }>(
    `select current_setting('transaction_read_only') as read_only,
      (select count(*) from platform_migrations.checksums where name = any($1)) = cardinality($1::text[]) as is_current`,
    [migrations],
  )
  return rows[0]?.read_only === 'off' && rows[0].is_current && !lacksRoom()
}
