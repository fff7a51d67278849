import { deleteSite } from '@byre/contract/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { giveCard } from '../testing/billing.ts'
import { Consents, type Step } from '../testing/consents.ts'
import { join, newPayer, newSite, plans } from '../testing/places.ts'
import { World, type Person } from '../testing/world.ts'

let world: World
let people: [Person, Person, Person]

before(async () => {
  world = await World.start()
  people = [await world.person('alice'), await world.person('bob'), await world.person('carol')]
})
after(() => world.close())

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom<Step['what'][]>(
    'plan',
    'plan',
    'plan by form',
    'payer',
    'payer',
    'remove',
    'keep',
    'keep',
    'pause',
    'resume',
    'delete',
    'restore',
    'restore',
    'choose again',
    'propose',
    'propose',
    'accept',
    'accept',
    'role',
    'role',
    'days',
    'days',
    'days',
  ),
  plan: fc.nat(2),
  payer: fc.nat(2),
  days: fc.integer({ min: 1, max: 33 }),
})

/** Three Owners of one site; each runs one of three payers, and the first runs the one that pays, too. */
async function scene() {
  const [alice, bob, carol] = people
  const payers: [string, string, string] = ['', '', '']
  for (const [at, person] of people.entries()) {
    payers[at] = (await newPayer(world, person)).id
    await giveCard(world, person, payers[at])
  }
  await join(world, alice, 'billing_entity', payers[1], 'Admin')
  const site = (await newSite(world, alice, { billing_entity_id: payers[1] })).id
  for (const other of [bob, carol]) await join(world, other, 'site', site, 'Owner')
  const runs: [Person, string][] = [
    ...people.map((person, at): [Person, string] => [person, payers[at]!]),
    [alice, payers[1]],
  ]
  return { cast: { world, people, payers, site }, runs }
}

test('whatever several people do, each payer is charged what somebody who runs it agreed to, to the cent', async () => {
  let [histories, granted, refused, charged] = [0, 0, 0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
      const { cast, runs } = await scene()
      const consents = new Consents(cast, { payer: cast.payers[1], plan: plans.ranch, runs })
      await consents.take({ who: 0, what: 'days', plan: 0, payer: 0, days: 15 })
      for (const one of steps) await consents.take(one)
      await world.call(deleteSite, { as: people[0], params: { id: cast.site } })
      histories += 1
      granted += consents.granted
      refused += consents.refused
      for (const sum of consents.charged.values()) charged += sum
    }),
    // fast-check says the seed and the path of what failed; a shorter history of it would take as long again.
    { numRuns: 12, endOnFailure: true, interruptAfterTimeLimit: 9000 },
  )
  // What holds must have something in it: words that were taken, words that were not, and money.
  assert.ok(
    granted > 0 && refused > 0 && charged > 0,
    JSON.stringify({ histories, granted, refused, charged }),
  )
})
