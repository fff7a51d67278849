import type { Database } from './db.ts'
import { lacksRoom } from './room.ts'

/** Whether what is reached takes changes: a standby, a primary that was put aside, or a full disk does not. */
export async function isWritable({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ read_only: string }>(
    `select current_setting('transaction_read_only') as read_only`,
  )
  return rows[0]?.read_only === 'off' && !lacksRoom()
}
