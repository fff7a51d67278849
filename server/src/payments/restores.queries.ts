import { sql } from 'kysely'
import { prepared } from '../platform/db.ts'
import './tables.ts'

interface Resuming {
  /** One of the two is null. */
  site_id: string | null
  clinic_id: string | null
  /** When it was ended, as by deleting its place then. */
  ended_at: string
  is_paid_for: boolean
}

/** Goes on where it was ended: in trial or in its period, each as far as it still lasts. */
export const markResumed = prepared<'payments'>()((db, p: Resuming) =>
  db
    .updateTable('payments.subscriptions')
    .set((e) => ({
      status: sql<'trialing' | 'active' | 'read_only'>`case
        when not ${p.is_paid_for}::boolean then 'read_only'
        when trial_ends_at > now() then 'trialing'
        when current_period_end > now() then 'active'
        else 'read_only' end`,
      ended_at: null,
      version: e('version', '+', 1),
    }))
    .where((e) => e.or([e('site_id', '=', p.site_id), e('clinic_id', '=', p.clinic_id)]))
    .where('status', '=', 'canceled')
    .where('ended_at', '=', sql<string>`${p.ended_at}::timestamptz`)
    .returning('status'),
)
