import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@byre/contract/billing/plans'
import { formatPrice } from '../../lib/format.ts'
import { currencyOf, preselected } from '../billing-entities.ts'
import { sameIn, totalsOf } from './plans.ts'

const plan = (id: string, changes: Partial<Plan>): Plan => ({
  id,
  name: 'Ranch',
  product: 'sites',
  currency: 'cad',
  amount: 2900,
  interval: 'month',
  interval_count: 1,
  description: '',
  features: [],
  trial_days: 14,
  active: true,
  ...changes,
})

const ranch = plan('ranch', {})
const ranchYear = plan('ranch-year', { interval: 'year', amount: 29000 })
const ranchUsd = plan('ranch-usd', { currency: 'usd' })
const ranchYearUsd = plan('ranch-year-usd', { currency: 'usd', interval: 'year', amount: 29000 })
const herd = plan('herd', { name: 'Herd', amount: 7900 })

test('a payer in another currency is offered the same plan at the same interval', () => {
  const plans = [ranch, ranchYear, ranchUsd, ranchYearUsd, herd]
  assert.equal(sameIn('usd', ranchYear, plans), ranchYearUsd)
  assert.equal(sameIn('usd', herd, plans), undefined)
})

test('what several plans come to is summed for each interval', () => {
  assert.deepEqual(
    totalsOf([ranch, herd, ranchYear, ranch]).map((plan) => formatPrice(plan)),
    ['C$137 per month', 'C$290 per year'],
  )
  assert.deepEqual(totalsOf([]), [])
})

test('one payer is preselected, none means a new one, several are for the person to choose', () => {
  assert.equal(preselected([{ id: 'one' }]), 'one')
  assert.equal(preselected([]), '-1')
  assert.equal(preselected([{ id: 'one' }, { id: 'two' }]), '')
})

test('a payer pays in what it has paid in before, else as its country does', () => {
  assert.equal(currencyOf({ currency: 'cad', country: 'USA' }), 'cad')
  assert.equal(currencyOf({ currency: null, country: 'USA' }), 'usd')
  assert.equal(currencyOf({ currency: null, country: null }), 'cad')
})
