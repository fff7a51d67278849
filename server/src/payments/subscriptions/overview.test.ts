import { getOverview } from '@byre/contract/billing/overview'
import { offerSiteHandOver } from '@byre/contract/people/ownership-transfers'
import { deleteSite, listSites, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingEntityOfSites, cardNumbers, giveCard } from '../../testing/billing.ts'
import { newSiteInvite } from '../../testing/invites.ts'
import { startWith } from '../../testing/people.ts'
import { join, newBillingEntity, newName, newSite } from '../../testing/places.ts'
import type { Person } from '../../testing/test-app.ts'
import { withinDay } from '../../testing/windows.ts'

/* What the dashboard says first, in one call: what needs its reader, and how all that they have stands. */

const { testApp, bob, carol } = await startWith(['bob', 'carol'])

const overviewOf = async (as: Person) => (await testApp.call(getOverview, { as })).reply
const sitesOf = async (as: Person, query: Record<string, string> = {}) =>
  (await testApp.call(listSites, { as, query })).reply.sites

const nothing = {
  places: 0,
  running: 0,
  people: 0,
  cost_a_month: [],
  next_charge: null,
  unpaid: [],
  ending_trials: [],
  failing_domains: [],
  offered_ownerships: [],
  expiring_cards: [],
  invites: 0,
  invited_to: null,
  more: 0,
}

test('a person sees what needs them and what it costs, of their own places and payers alone', async () => {
  const { alice, id, sites } = await withinDay(async () => {
    const owner = await testApp.person(newName('alice'))
    return { alice: owner, ...(await billingEntityOfSites(testApp, owner, 3, null)) }
  })
  await join(testApp, bob, { kind: 'site', id: sites[0]! }, 'Admin')
  const start = await overviewOf(alice)
  assert.deepEqual([start.places, start.running, start.people], [3, 3, 2])
  assert.deepEqual(start.cost_a_month, [{ amount: 8700, currency: 'cad' }])
  assert.deepEqual(
    [start.next_charge?.places, start.next_charge?.sums],
    [3, [{ amount: 8700, currency: 'cad' }]],
  )
  assert.deepEqual([start.ending_trials, start.unpaid], [[], []], 'two weeks are far away')

  const atBobs = await overviewOf(bob)
  assert.deepEqual(
    { ...atBobs, places: 0, running: 0, people: 0 },
    nothing,
    'no money of a payer he does not run',
  )
  assert.deepEqual([atBobs.places, atBobs.people], [1, 2])
  assert.deepEqual(await overviewOf(carol), nothing)

  await testApp.pass(8)
  const [trial, ...others] = (await overviewOf(alice)).ending_trials
  assert.deepEqual(
    [trial?.billing_entity_id, trial?.places, trial?.place_names.length, others],
    [id, 3, 3, []],
  )
  await giveCard(testApp, alice, id)
  assert.deepEqual((await overviewOf(alice)).ending_trials, [], 'a card is there')

  await testApp.pass(7)
  const paid = await overviewOf(alice)
  assert.deepEqual([paid.unpaid, paid.running, paid.next_charge?.places], [[], 3, 3])
  await testApp.call(deleteSite, { as: alice, params: { id: sites[2]! } })
  const fewer = await overviewOf(alice)
  assert.deepEqual([fewer.places, fewer.cost_a_month], [2, [{ amount: 5800, currency: 'cad' }]])
})

test('what is unpaid is told with the rest, and its places do not count as running', async () => {
  const dave = await testApp.person('dave')
  const { id } = await billingEntityOfSites(testApp, dave, 2, cardNumbers.neverPays)
  await testApp.pass(40)
  const { unpaid, running, places, next_charge: next } = await overviewOf(dave)
  assert.deepEqual([unpaid.map((one) => one.billing_entity_id), running, places], [[id], 0, 2])
  assert.equal(next?.places ?? 0, 2, 'its next period comes all the same')

  const names = (await sitesOf(dave, { sort: 'state' })).map(({ state }) => state)
  assert.deepEqual(names, ['stopped', 'stopped'])
})

test('invitations, offers of a place and cards that are soon past wait for whoever may answer them', async () => {
  const erin = await testApp.person('erin')
  const frank = await testApp.person('frank')
  const { id: site, name } = await newSite(testApp, erin, { name: 'North Pens' })
  await newSiteInvite(testApp, erin, { id: site }, { email: frank.email })
  const invited = await overviewOf(frank)
  assert.deepEqual([invited.invites, invited.invited_to], [1, name])
  assert.equal((await overviewOf(erin)).invites, 0, 'not what she sent')

  await join(testApp, frank, { kind: 'site', id: site }, 'Admin')
  await testApp.call(offerSiteHandOver, { as: erin, params: { id: site }, body: { user_id: frank.id } })
  const [offer] = (await overviewOf(frank)).offered_ownerships
  assert.deepEqual([offer?.kind, offer?.id, offer?.name], ['site', site, 'North Pens'])
  assert.deepEqual((await overviewOf(erin)).offered_ownerships, [])

  const { id: payer } = await newBillingEntity(testApp, erin)
  await giveCard(testApp, erin, payer)
  assert.deepEqual((await overviewOf(erin)).expiring_cards, [])
  const now = testApp.clock.now()
  await testApp.database.pool.query(
    'update payments.cards set exp_year = $2, exp_month = $3 where billing_entity_id = $1',
    [payer, now.getUTCFullYear(), now.getUTCMonth() + 1],
  )
  const [card] = (await overviewOf(erin)).expiring_cards
  assert.deepEqual([card?.billing_entity_id, card?.last_four], [payer, '4242'])
  assert.deepEqual((await overviewOf(frank)).expiring_cards, [], 'whose card it is not')
})

test('a domain that fails is told to those who may look it up', async () => {
  const grace = await testApp.person('grace')
  const heidi = await testApp.person('heidi')
  const { id } = await newSite(testApp, grace, { domain: 'north-pens.farm' })
  await join(testApp, heidi, { kind: 'site', id }, 'User')
  assert.deepEqual((await overviewOf(grace)).failing_domains, [])
  await testApp.database.pool.query(
    `update customers.domain_claims set state = 'failing', verified_at = now(), failing_since = now() where place_id = $1`,
    [id],
  )
  assert.deepEqual(
    (await overviewOf(grace)).failing_domains.map(({ id: place, domain }) => [place, domain]),
    [[id, 'north-pens.farm']],
  )
  assert.deepEqual((await overviewOf(heidi)).failing_domains, [])
})

test('a list says of each place how it stands, its people, its plan and what is charged next', async () => {
  const ivan = await testApp.person('ivan')
  const judy = await testApp.person('judy')
  const { sites } = await billingEntityOfSites(testApp, ivan, 2)
  const late = await billingEntityOfSites(testApp, ivan, 1, cardNumbers.declines)
  await testApp.call(updateSite, { as: ivan, params: { id: late.sites[0]! }, body: { name: 'Late Yard' } })
  await join(testApp, judy, { kind: 'site', id: sites[0]! }, 'User')
  const trial = (await sitesOf(ivan)).find(({ id }) => id === sites[0])
  assert.deepEqual([trial?.state, trial?.people, trial?.plan_name], ['trial', 2, 'Ranch'])
  assert.deepEqual(trial?.next_charge?.total, 2900)
  const [seen] = await sitesOf(judy)
  assert.deepEqual([seen?.state, seen?.next_charge, seen?.people], ['running', null, 2], 'no money to a User')

  await testApp.pass(15)
  const worstFirst = await sitesOf(ivan, { sort: 'state' })
  assert.deepEqual(
    worstFirst.map(({ name, state }) => [name, state]),
    [
      ['Late Yard', 'past_due'],
      ['Pasture 1', 'running'],
      ['Pasture 2', 'running'],
    ],
  )
  const namesOf = async (query: Record<string, string>) =>
    (await sitesOf(ivan, query)).map(({ name }) => name)
  assert.deepEqual(await namesOf({ state: 'past_due' }), ['Late Yard'])
  assert.deepEqual(await namesOf({ state: 'running', q: 'pasture 2' }), ['Pasture 2'])
  assert.deepEqual(await namesOf({ state: 'stopped' }), [])
  assert.equal((await testApp.call(listSites, { as: ivan, query: { state: 'asleep' } })).status, 400)
  const charged = (await sitesOf(ivan, { sort: 'next_charge' })).map(
    ({ next_charge: next }) => next?.at ?? '',
  )
  assert.deepEqual(charged, charged.toSorted())
  await testApp.call(deleteSite, { as: ivan, params: { id: sites[1]! } })
  const [deleted] = await sitesOf(ivan, { deleted: '1' })
  assert.deepEqual([deleted?.name, deleted?.state, deleted?.next_charge], ['Pasture 2', undefined, undefined])
})
