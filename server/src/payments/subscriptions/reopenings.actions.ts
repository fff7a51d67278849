import { holdBillingEntity, holdPlace } from '../../customers/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { Moment } from '../billing-run/engine.actions.ts'
import type { BillingEvent } from '../engine.policy.ts'
import { dayOf } from '../periods.policy.ts'
import { idsOf } from '../plan-choices.policy.ts'
import { findLatest, placeOf } from '../subscriptions.queries.ts'
import { findEvent } from './reopenings.queries.ts'

/** How long a subscription that its payer ended at once can be taken up again, in milliseconds: a day. */
const reopenable = 24 * 3600 * 1000

/**
 * The event that takes back the ending of a subscription which waited or was paused, and so ended at once. Refuses as not
 * found one that ended otherwise or over a day ago, and as not possible one whose place or payer is gone, or has another
 * plan by now. Place and payer stay until the transaction ends.
 */
export async function reopening(db: Db<'payments'>, moment: Moment, at: Date): Promise<BillingEvent> {
  const { row, state } = moment
  const [last] = await findEvent(db, { subscription_id: row.id, n: row.events })
  const { phase, resumes } = last?.event.kind === 'cancel' ? last.before : state
  const isRecent = row.ended_at !== null && at.getTime() - Date.parse(row.ended_at) < reopenable
  if ((phase !== 'waiting' && phase !== 'paused') || !isRecent) refuse('not_found')

  const place = placeOf(row)
  const isThere = (await holdPlace(db, place)) && (await holdBillingEntity(db, state.payer))
  const [latest] = await findLatest(db, idsOf(place))
  if (!isThere || latest?.id !== row.id) refuse('subscription.not_possible')
  return { kind: 'reopen', day: dayOf(at), resumes, ...(await moment.paymentStatusOf(state.payer)) }
}
