import type { Payer, Place, Standing } from '../customers/index.ts'
import type { Db } from '../platform/db.ts'
import { markResumed } from './restores.queries.ts'

/** Takes a restored place's subscription up again, in the caller's transaction. */
export async function restoreSubscription(
  db: Db<'payments'>,
  { kind, id }: Place,
  endedAt: string,
  payer: Payer | null,
): Promise<Standing | null> {
  const [resumed] = await markResumed(db, {
    site_id: kind === 'site' ? id : null,
    clinic_id: kind === 'clinic' ? id : null,
    ended_at: endedAt,
    is_paid_for: payer !== null,
  })
  if (!resumed) return null
  return resumed.status === 'read_only' ? 'read_only' : 'ok'
}
