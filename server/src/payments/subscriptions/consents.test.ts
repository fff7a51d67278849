import { deleteSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { giveCard } from '../../testing/billing.ts'
import { Consents, type Step } from '../../testing/consents.ts'
import { join, newBillingEntity, newSite, plans } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/** `CONSENTS_SECONDS` tries new histories for longer than the usual few; `CONSENTS_SEED` the same ones again. */
const seconds = Number(process.env['CONSENTS_SECONDS'] ?? 9)
/** Histories of one test app: its clock runs for months in each, and what a person may create in a day is bounded. */
const perTestApp = 12
const isLong = 'CONSENTS_SECONDS' in process.env
const seed = Number(process.env['CONSENTS_SEED'] ?? (isLong ? randomInt(1e9) : 1))

let testApp: TestApp
let people: [Person, Person, Person]

async function newTestApp() {
  testApp = await TestApp.start()
  people = [await testApp.person('alice'), await testApp.person('bob'), await testApp.person('carol')]
}
before(newTestApp)
after(() => testApp.close())

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
  billingEntity: fc.nat(2),
  days: fc.integer({ min: 1, max: 33 }),
})

/** Three Owners of one site; each runs one of three payers, and the first runs the one that pays, too. */
async function scene() {
  const [alice, bob, carol] = people
  const billingEntities: [string, string, string] = ['', '', '']
  for (const [at, person] of people.entries()) {
    billingEntities[at] = (await newBillingEntity(testApp, person)).id
    await giveCard(testApp, person, billingEntities[at])
  }
  await join(testApp, alice, { kind: 'billing_entity', id: billingEntities[1] }, 'Admin')
  const site = (await newSite(testApp, alice, { billing_entity_id: billingEntities[1] })).id
  for (const other of [bob, carol]) await join(testApp, other, { kind: 'site', id: site }, 'Owner')
  const runs: [Person, string][] = [
    ...people.map((person, at): [Person, string] => [person, billingEntities[at]!]),
    [alice, billingEntities[1]],
  ]
  return { cast: { testApp, people, billingEntities, site }, runs }
}

/** Longer than its time, so that the file's own limit never ends a history and takes its reason along. */
const timeout = (seconds + 120) * 1000

test(
  'whatever several people do, each payer is charged what somebody who runs it agreed to, to the cent',
  {
    timeout,
  },
  async () => {
    const until = performance.now() + seconds * 1000
    const isOver = () => performance.now() > until
    const mayGoOn = () => isLong && !isOver()
    const tally = { seed, testApps: 0, histories: 0, granted: 0, refused: 0, charged: 0 }
    const history = async (steps: Step[]) => {
      // A history is not broken off, or the rest of it would go on in a test app that is closed; those left do nothing.
      if (tally.histories > 0 && isOver()) return
      const { cast, runs } = await scene()
      const consents = new Consents(cast, { billingEntity: cast.billingEntities[1], plan: plans.ranch, runs })
      await consents.take({ who: 0, what: 'days', plan: 0, billingEntity: 0, days: 15 })
      for (const one of steps) await consents.take(one)
      await testApp.call(deleteSite, { as: people[0], params: { id: cast.site } })
      tally.histories += 1
      tally.granted += consents.granted
      tally.refused += consents.refused
      for (const sum of consents.charged.values()) tally.charged += sum
    }
    try {
      do {
        if (tally.testApps > 0) await testApp.close().then(newTestApp)
        const histories = fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), history)
        // A shorter history of what failed would take as long again.
        await fc.assert(histories, { numRuns: perTestApp, endOnFailure: true, seed: seed + tally.testApps })
        tally.testApps += 1
      } while (mayGoOn())
    } catch (error) {
      throw new Error(`after ${JSON.stringify(tally)}`, { cause: error })
    }
    if (isLong) console.log(JSON.stringify(tally))
    // What holds must have something in it: words that were taken, words that were not, and money.
    assert.ok(tally.granted > 0 && tally.refused > 0 && tally.charged > 0, JSON.stringify(tally))
  },
)
