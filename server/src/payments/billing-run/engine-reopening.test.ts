import type { BillingEntityId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apply, begin, type BillingEvent } from '../engine.policy.ts'
import { dayOf } from '../periods.policy.ts'
import type { PlanTerms } from '../proration.policy.ts'

/* What ended at once is taken up as it was. */

const ranch: PlanTerms = {
  id: 'ranch',
  name: 'Ranch',
  currency: 'cad',
  amount: 2900,
  interval: 'month',
  interval_count: 1,
}
const paying = { can_pay: true, owes: false }
const broke = { can_pay: false, owes: false }
const due = (date: string, facts = paying): BillingEvent => ({ kind: 'due', day: dayOf(date), ...facts })
const cancel = (date: string): BillingEvent => ({ kind: 'cancel', day: dayOf(date) })
const reopen = (date: string, resumes: string | null, facts = paying): BillingEvent => ({
  kind: 'reopen',
  day: dayOf(date),
  resumes: resumes === null ? null : dayOf(resumes),
  ...facts,
})

const trial = begin({ plan: ranch, payer: 'alice' as BillingEntityId }, dayOf('2026-01-15'))
const stateAfter = (...events: BillingEvent[]) =>
  events.reduce((state, event) => apply(state, event).state, trial)

test('it waits again, or begins where somebody can pay by now', () => {
  const waiting = stateAfter(due('2026-01-15', broke))
  const ended = apply(waiting, cancel('2026-01-20')).state
  assert.equal(ended.phase, 'ended')
  assert.deepEqual(apply(ended, reopen('2026-01-20', null, broke)), { state: waiting, lines: [] })
  const { state, lines } = apply(ended, reopen('2026-01-20', null))
  assert.deepEqual([state.phase, lines.map(({ amount }) => amount)], ['period', [2900]])
})

test('it is paused until the day it was', () => {
  const pause: BillingEvent = { kind: 'pause', day: dayOf('2026-01-20'), until: dayOf('2026-05-03') }
  const paused = stateAfter(due('2026-01-15'), pause, due('2026-02-15'))
  const ended = apply(paused, cancel('2026-03-01')).state
  assert.deepEqual(apply(ended, reopen('2026-03-01', '2026-05-03')), { state: paused, lines: [] })
})

test('what ended with its place is not taken up so', () => {
  const deleted = stateAfter(due('2026-01-15'), { kind: 'end', day: dayOf('2026-01-20') })
  assert.deepEqual(apply(deleted, reopen('2026-01-20', null)), { state: deleted, lines: [] })
})
