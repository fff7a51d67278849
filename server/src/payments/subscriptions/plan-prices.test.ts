import { getPlanPrice } from '@byre/contract/billing/plans'
import { limits } from '@byre/contract/limits'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { plans } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { withinDay } from '../../testing/windows.ts'

/* What a plan costs before anything is made: with the taxes of an address, and the first day of a charge. */

let testApp: TestApp
let alice: Person
before(async () => {
  testApp = await TestApp.start({ TAX_NUMBERS: 'GST=123456789RT0001,QST=1234567890TQ0001' })
  alice = await testApp.person('alice')
})
after(() => testApp?.close())

const priceIn = async (query: Record<string, string>, id: string = plans.ranch) =>
  testApp.call(getPlanPrice, { as: alice, params: { id }, query })

test('a plan costs its price and the taxes of the payer’s country and region', async () => {
  const totals: Record<string, number> = {}
  const addresses: Record<string, Record<string, string>> = {
    nowhere: {},
    Canada: { country: 'Canada' },
    Alberta: { country: 'Canada', region: 'AB' },
    Quebec: { country: 'Canada', region: 'Quebec' },
    Montana: { country: 'USA', region: 'MT' },
  }
  for (const [name, query] of Object.entries(addresses)) totals[name] = (await priceIn(query)).reply.total
  assert.deepEqual(totals, { nowhere: 3045, Canada: 3045, Alberta: 3045, Quebec: 3334, Montana: 2900 })
  const { reply } = await priceIn({ country: 'Canada', region: 'QC' })
  assert.deepEqual(
    [reply.plan_id, reply.subtotal, reply.tax, reply.taxes.map(({ name }) => name)],
    [plans.ranch, 2900, 434, ['GST', 'QST']],
  )
})

test('a place that is made now is charged first on the day after its trial', () =>
  withinDay(async () => {
    const day = new Date(testApp.clock.now().getTime() + limits.trialDays * 86_400_000).toISOString()
    assert.equal((await priceIn({})).reply.first_charge_at.slice(0, 10), day.slice(0, 10))
  }))

test('a plan that is none is not there, a country that is none is refused, and nobody asks unseen', async () => {
  assert.equal((await priceIn({}, '019a0000-0000-7000-8000-000000009999')).status, 404)
  assert.equal((await priceIn({ country: 'Atlantis' })).status, 400)
  assert.equal((await testApp.call(getPlanPrice, { params: { id: plans.ranch } })).status, 401)
})
