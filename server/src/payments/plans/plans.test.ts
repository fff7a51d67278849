import { getPlan, listPlans, type Plan } from '@byre/contract/billing/plans'
import { saidElsewhere } from '@byre/contract/said-elsewhere'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWith } from '../../testing/people.ts'
import { fewestStatements } from '../../testing/statements.ts'

const { testApp, alice } = await startWith(['alice'])

const allPlans = async () =>
  (await testApp.call(listPlans, { as: alice, query: { per_page: '100' } })).reply.plans

/** Every plan as one comparable line. */
const lineOf = ({ product, name, currency, interval, amount }: Plan) =>
  `${product} ${name} ${currency} ${interval} ${amount}`

test('the price list is the agreed one, the same figures in both currencies', async () => {
  const monthly = {
    sites: { Ranch: 29_00, Herd: 79_00, Feedlot: 249_00 },
    clinics: { Solo: 99_00, Practice: 249_00, Regional: 499_00 },
  }
  const expected = Object.entries(monthly).flatMap(([product, tiers]) =>
    Object.entries(tiers).flatMap(([name, amount]) =>
      ['cad', 'usd'].flatMap((currency) => [
        `${product} ${name} ${currency} month ${amount}`,
        `${product} ${name} ${currency} year ${amount * 10}`,
      ]),
    ),
  )
  assert.deepEqual((await allPlans()).map(lineOf).toSorted(), expected.toSorted())
})

test('a year costs ten months, starts with 14 days free and says what it holds', async () => {
  const plans = await allPlans()
  for (const plan of plans) {
    const isDuplicate = (other: Plan) =>
      other.name === plan.name && other.currency === plan.currency && other.interval !== plan.interval
    const duplicate = plans.find(isDuplicate)
    const [month, year] = plan.interval === 'month' ? [plan, duplicate] : [duplicate, plan]
    assert.equal(year?.amount, (month?.amount ?? NaN) * 10)
    assert.equal(plan.trial_days, 14)
    assert.equal(plan.interval_count, 1)
    assert.ok(plan.description.length > 20)
    assert.ok(plan.features.length >= 3 && plan.features.length <= 5)
  }
})

const isComing = (feature: string) => feature.startsWith('Coming: ')
test('a plan promises only what is there; what its app will bring is said to be coming', async () => {
  const ofTheApps = /record|directory|prescription|label|ship/i
  for (const { name, product, features } of await allPlans()) {
    const comingOfApps = features.filter((feature) => ofTheApps.test(feature)).map(isComing)
    assert.deepEqual(comingOfApps, product === 'sites' ? [false, false] : [true, true], name)
    assert.equal(features.some(isComing), product === 'clinics', name)
    assert.ok(features.includes('A web address of its own'), name)
  }
})

test('all that a plan says of itself can be said in other languages', async () => {
  const said = (await allPlans()).flatMap(({ description, features }) => [description, ...features])
  assert.deepEqual(
    [...new Set(said)].filter((text) => !saidElsewhere.includes(text)),
    [],
  )
})

test('plans have the same ids everywhere', async () => {
  const ids = (await allPlans()).map((plan) => plan.id)
  assert.equal(new Set(ids).size, 24)
  for (const id of ids) assert.match(id, /^019a0000-0000-7000-8000-00000000[12][123][12][12]$/)
})

test('plans can be narrowed by product, currency and interval, and come cheapest first', async () => {
  const query = { product: 'sites', currency: 'usd', interval: 'year' } as const
  const { reply } = await testApp.call(listPlans, { as: alice, query })
  assert.deepEqual(reply.plans.map(lineOf), [
    'sites Ranch usd year 29000',
    'sites Herd usd year 79000',
    'sites Feedlot usd year 249000',
  ])
  assert.deepEqual([reply.total, reply.page, reply.per_page], [3, 1, 25])
})

test('plans can be sorted, searched and leafed through', async () => {
  const names = async (query: Record<string, string>) =>
    (await testApp.call(listPlans, { as: alice, query })).reply.plans.map((plan) => plan.name)
  const one = { product: 'clinics', currency: 'cad', interval: 'month' }
  assert.deepEqual(await names({ ...one, sort: '-amount' }), ['Regional', 'Practice', 'Solo'])
  assert.deepEqual(await names({ ...one, sort: 'name' }), ['Practice', 'Regional', 'Solo'])
  assert.deepEqual(await names({ ...one, sort: '-name' }), ['Solo', 'Regional', 'Practice'])
  assert.deepEqual(await names({ ...one, q: 'pract' }), ['Practice'])
  assert.deepEqual(await names({ ...one, per_page: '2', page: '2' }), ['Regional'])

  const beyond = await testApp.call(listPlans, { as: alice, query: { ...one, page: '9' } as object })
  assert.deepEqual([beyond.reply.plans, beyond.reply.total], [[], 3])
})

test('C10 a list is not asked for more than it gives', async () => {
  const refused: [Record<string, string>, string][] = [
    [{ per_page: '0' }, 'per_page must be 1 to 100.'],
    [{ per_page: '101' }, 'per_page must be 1 to 100.'],
    [{ page: '0' }, 'page must be 1 or more.'],
    [{ page: '401' }, 'Pages end 10,000 rows deep. Please search instead.'],
    [{ sort: 'id' }, 'sort must be one of amount, -amount, name, -name.'],
    [{ product: 'barns' }, 'product must be sites or clinics.'],
    [{ currency: 'eur' }, 'currency must be cad or usd.'],
    [{ interval: 'day' }, 'interval must be month or year.'],
  ]
  for (const [query, message] of refused) {
    const answer = await testApp.call(listPlans, { as: alice, query })
    assert.deepEqual([answer.status, answer.body.message], [400, message])
  }
})

test('a plan that is no longer on offer can still be looked up, with its version as ETag', async () => {
  const [plan] = await allPlans()
  assert.ok(plan)
  const { db } = testApp.database
  const setActive = (active: boolean) =>
    db.updateTable('payments.plans').set({ active }).where('id', '=', plan.id).execute()
  await setActive(false)
  try {
    assert.ok(!(await allPlans()).some((other) => other.id === plan.id))
    const { status, reply, headers } = await testApp.call(getPlan, { as: alice, params: { id: plan.id } })
    assert.deepEqual([status, reply, headers.etag], [200, { ...plan, active: false }, '"1"'])
  } finally {
    await setActive(true)
  }
})

test('an unknown plan is not there, and I06 neither is one whose id is no id', async () => {
  for (const id of ['019a0000-0000-7000-8000-000000009999', '0', '-1', "' or 1=1 --"]) {
    const { status, body } = await testApp.call(getPlan, { as: alice, params: { id } })
    assert.deepEqual([status, body.code], [404, 'not_found'])
  }
})

test('C01 nobody sees plans without signing in', async () => {
  for (const as of [undefined, 'a-token-that-was-never-given-to-anyone']) {
    assert.equal((await testApp.call(listPlans, { as })).status, 401)
    assert.equal((await testApp.call(getPlan, { as, params: { id: 'x' } })).status, 401)
  }
})

test('a list and one plan cost one statement each', async () => {
  const params = { id: '019a0000-0000-7000-8000-000000001111' }
  assert.equal(await fewestStatements(testApp.database, () => testApp.call(listPlans, { as: alice }), 1), 1)
  assert.equal(
    await fewestStatements(testApp.database, () => testApp.call(getPlan, { as: alice, params }), 1),
    1,
  )
})
