import { t } from '@byre/contract/words'
import type { ExtendedTrial, Place } from '../../customers/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { byOperator } from '../access.policy.ts'
import type { BillingContext } from '../billing.policy.ts'
import { happen } from '../billing-run/engine.actions.ts'
import { removeNotices } from '../billing-run/renewals.queries.ts'
import { longestTrial, type State } from '../engine.policy.ts'
import { dateOf, dayOf, type Day } from '../periods.policy.ts'
import { idsOf } from '../plan-choices.policy.ts'
import { stateOf, trialEndOf } from '../subscriptions.policy.ts'
import { findLatest, lockSubscription } from '../subscriptions.queries.ts'
import { noticeOf, remindersAhead } from '../trials.policy.ts'

/**
 * Lets the free trial of a place end on a later UTC day (`2026-12-24`), at the hour it would have ended at, for staff and
 * in the caller's transaction. Its payer is reminded anew as that end comes near. Refuses what is in no trial, and on
 * `until` a day that is not after the present end, over by now, or too far away; the day it ends on already changes nothing.
 */
export async function extendTrial(
  context: BillingContext,
  db: Db<'payments'>,
  place: Place,
  until: string,
): Promise<ExtendedTrial> {
  const at = context.clock.now()
  const [latest] = await findLatest(db, idsOf(place))
  const [row] = latest ? await lockSubscription(db, { id: latest.id }) : []
  if (!row)
    refuse('subscription.not_possible', { message: t`No plan was chosen yet: there is no trial to extend.` })
  const { billing_entity_id, trial_ends_at: ended_at } = row
  if (row.status !== 'trialing' || ended_at === null)
    refuse('subscription.not_possible', { message: t`It is in no free trial: there is none to extend.` })

  const id = byOperator(row.id)
  const day = untilOf(stateOf(row), until, dayOf(at))
  const happened = await happen(context, db, { id, at }, () => ({
    kind: 'extend',
    day: dayOf(at),
    until: day,
  }))
  const ends_at = happened && trialEndOf(happened.state, ended_at)
  if (!ends_at) throw new Error(`the trial of ${id} was held and is gone`)
  if (ends_at !== ended_at)
    await removeNotices(db, { about_id: id, kinds: remindersAhead(ends_at, at).map(noticeOf) })
  return { billing_entity_id, ended_at, ends_at }
}

/** The day that was asked for, if a trial may end on it, or does already. */
function untilOf(state: State, until: string, today: Day): Day {
  const [ends, last] = [state.trial_ends ?? today, longestTrial(state) ?? today]
  const first = Math.max(ends, today) + 1
  const time = new Date(`${until}T00:00:00Z`)
  const isThere = !Number.isNaN(time.getTime()) && dateOf(dayOf(time)) === until
  if (isThere && dayOf(time) === ends) return ends
  if (isThere && dayOf(time) >= first && dayOf(time) <= last) return dayOf(time)
  return refuse('request.invalid', {
    field: 'until',
    message: `until must be a day from ${dateOf(first)} to ${dateOf(last)}.`,
  })
}
