import type { Database } from './db.ts'

/** Whether what is reached takes changes: a standby, or a primary that was put aside, does not. */
export async function isWritable({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ read_only: string }>(
    `select current_setting('transaction_read_only') as read_only`,
  )
  return rows[0]?.read_only === 'off'
}
