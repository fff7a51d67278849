import { makeViewer } from '@byre/contract/herd/people'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { event, recorded } from '../server/src/testing/herd/recording.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Portal } from './portal.ts'
import { assertFits, expiryYear, newYard, openRecording, recordedAt, sql } from './yard-steps.ts'

/* What was done to animals, recorded from a pen: by a thumb at the chute and by a mouse at a desk. */

let portal: Portal
let alice: Person
let bob: Person

before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
  bob = await portal.onboarded('bob', { first_name: 'Bob', last_name: 'Baker' })
})
after(() => portal.close())

const yard = (name: string) => newYard(portal, name, { owner: alice, crew: bob })

/** What the server says to a call that the browser does not make itself. */
async function passedOn(route: Route): Promise<unknown> {
  const request = route.request()
  const { host } = new URL(request.url())
  const headers = await request.allHeaders()
  const { status, body } = await portal.testApp.send(request.method(), new URL(request.url()).pathname, {
    host,
    headers: { cookie: headers['cookie'] ?? '', 'sec-fetch-site': 'same-origin' },
    body: request.method() === 'POST' ? (request.postDataJSON() as Record<string, unknown>) : undefined,
    json: true,
  })
  assert.equal(status, 200)
  return body
}

const record = (page: Page) => page.getByRole('button', { name: 'Record', exact: true })

for (const [width, touch] of [
  [360, true],
  [1440, false],
] as const)
  test(`crew treat a pen at ${width} px, each by its own weight, and see what it will hold`, async () => {
    const { site, url, animals } = await yard(`Pen Ranch ${width}`)
    await portal.withPage(bob, { width, touch }, async ({ page }) => {
      await page.goto(`${url}/pens`)
      await page.getByRole('heading', { level: 1, name: 'Pens', exact: true }).waitFor()
      await assertFits(page, 'the pens')
      await page.getByRole('button', { name: 'Record for pen North 1' }).click()
      await page.getByRole('heading', { name: 'Record for pen North 1' }).waitFor()
      await page.getByText('3 animals. What you record is recorded for each of them.').waitFor()
      await assertFits(page, 'what may have happened')
      await page.getByRole('button', { name: 'Treated' }).click()
      await page.getByText('Recorded for each of 3 animals.').waitFor()
      await page.getByLabel('Product').fill('Draxxin')
      await page.getByText('Draw up 5 to 7.5 mL, each by its own weight.').waitFor()
      const hold = page.getByRole('region', { name: 'What this will hold' })
      await hold.getByText('Meat, Canada: until').waitFor()
      await hold.getByText('Meat, United States: until').waitFor()
      await page
        .getByLabel('Lot of the product')
        .selectOption({ label: `L-7, expires Jan 31, ${expiryYear}` })
      await page.getByLabel('Treated for').fill('Respiratory disease')
      await page.getByRole('checkbox', { name: 'Neck left' }).check()
      await assertFits(page, 'a treatment')
      await record(page).click()
      await page.getByText('Recorded for 3 animals.').first().waitFor()
      await page.getByRole('link', { name: '3 held' }).waitFor()
    })
    const treated = await recordedAt(portal, site, 'treated')
    assert.deepEqual(
      treated.map(({ animals, body }) => [
        animals[0],
        (body['dose'] as { typed: string }).typed,
        body['batch'],
      ]),
      [
        [animals[0], '5', 'L-7'],
        [animals[1], '6.3', 'L-7'],
        [animals[2], '7.5', 'L-7'],
      ],
    )
  })

test('an off-label dose and route are said before they are recorded, and what follows from them', async () => {
  const { url, site } = await yard('Label Ranch')
  await portal.withPage(bob, { width: 1440 }, async ({ page }) => {
    await openRecording(page, url, 'Treated')
    await page.getByLabel('Product').fill('Draxxin')
    await page.getByRole('radio', { name: 'The same for all' }).check()
    assert.equal(await page.getByLabel('Weight of each').inputValue(), '250')
    assert.equal(await page.getByLabel('Dose for each').inputValue(), '6.3')
    const hold = page.getByRole('region', { name: 'What this will hold' })
    await page.getByLabel('Dose for each').fill('12')
    await hold.getByText('Off the label (the dose).').waitFor()
    await hold.getByText('Meat, Canada: held, no end date').waitFor()
    await page.getByLabel('Route').selectOption('IM')
    await hold.getByText('Off the label (the route, the dose).').waitFor()
    await assertFits(page, 'a treatment off its label')
    await record(page).click()
    await page.getByText('This is more than a tenth off the label’s dose.').waitFor()
    assert.equal((await recordedAt(portal, site, 'group_treated')).length, 0)
    await page.getByLabel('This dose was really given').check()
    await record(page).click()
    await page.getByText('Recorded for 3 animals.').first().waitFor()
  })
  const [one, ...more] = await recordedAt(portal, site, 'group_treated')
  assert.equal(more.length, 0)
  assert.equal(one?.animals.length, 3)
  const { rows } = await sql(
    portal,
    `select distinct why, clear_at::text from herd.withdrawals where site_id = $1 and commodity = 'meat' and market = 'CA'`,
    site.id,
  )
  assert.deepEqual(rows, [{ why: 'extra-label', clear_at: '9999-12-31 00:00:00+00' }])
})

test('a double press and a lost answer record once; what was typed stays', async () => {
  const { url, site } = await yard('Twice Ranch')
  await portal.withPage(bob, { width: 360, touch: true }, async ({ page, context, watch }) => {
    await openRecording(page, url, 'Noted')
    await page.getByRole('textbox', { name: 'Note' }).fill('Off feed since the storm')
    await record(page).dblclick()
    await page.getByText('Recorded for 3 animals.').first().waitFor()
    assert.equal((await recordedAt(portal, site, 'noted')).length, 3)

    await openRecording(page, url, 'Weighed')
    await page.getByLabel('Weight of each').fill('410')
    // The server records, and its answer is lost on the way.
    watch.expect(/./)
    let calls = 0
    await context.route('**/app/v1/events', async (route) => {
      calls += 1
      await passedOn(route)
      await route.abort()
    })
    await context.route('**/robots.txt', (route) => route.abort())
    await record(page).click()
    await page.getByText('Trying again records nothing twice.').waitFor()
    assert.ok(calls >= 1)
    assert.equal(await page.getByLabel('Weight of each').inputValue(), '410')
    await assertFits(page, 'a form whose answer was lost')
    await context.unroute('**/app/v1/events')
    await context.unroute('**/robots.txt')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Recorded for 3 animals.').first().waitFor()
    assert.equal((await recordedAt(portal, site, 'weighed')).length, 6)
  })
})

test('a day to come is refused by name, and somebody without an account is named as who did it', async () => {
  const { url, site } = await yard('Late Ranch')
  await portal.withPage(bob, { width: 1440 }, async ({ page }) => {
    await openRecording(page, url, 'Observed')
    await record(page).click()
    await page.getByText('Please choose what was seen, or write it below.').waitFor()
    await page.getByRole('checkbox', { name: 'Cough' }).check()
    await page.getByRole('radio', { name: 'Earlier' }).check()
    await page.getByLabel('Day', { exact: true }).fill('2060-01-01')
    await page.getByRole('radio', { name: 'Somebody else' }).check()
    await record(page).click()
    await page.getByText('Who did it?').waitFor()
    await page.getByLabel('Their name').fill('Gus the vet’s helper')
    await record(page).click()
    await page.getByText('That day has not come yet.').waitFor()
    await page.getByLabel('Day', { exact: true }).and(page.locator(':focus')).waitFor()
    await assertFits(page, 'a form with refused fields')
    assert.equal((await recordedAt(portal, site, 'observed')).length, 0)
    await page.getByLabel('Day', { exact: true }).fill('2026-01-05')
    await page.getByLabel('Time').fill('07:30')
    await record(page).click()
    await page.getByText('Recorded for 3 animals.').first().waitFor()
  })
  const seen = await recordedAt(portal, site, 'observed')
  assert.deepEqual(
    seen.map(({ by }) => by?.name),
    Array.from({ length: 3 }, () => 'Gus the vet’s helper'),
  )
})

test('a pen of cows is bred, checked for pregnancy and weaned, and each tells of it', async () => {
  const { url, site, animals } = await yard('Cow Ranch')
  await portal.withPage(bob, { width: 360, touch: true }, async ({ page }) => {
    const recordAs = async (kind: string, fill: () => Promise<void>) => {
      await openRecording(page, url, kind)
      await fill()
      await assertFits(page, kind)
      await record(page).click()
      await page.getByText('Recorded for 3 animals.').first().waitFor()
    }
    await recordAs('Bred', async () => {
      await page.getByRole('radio', { name: 'Inseminated' }).check()
      await page.getByLabel('Sire').fill('Straw 77')
    })
    await recordAs('Pregnancy checked', async () => {
      await page.getByLabel('How it was checked').selectOption('Ultrasound')
      await page.getByLabel('How far along').fill('60')
    })
    await recordAs('Weaned', async () => undefined)
    await page.goto(`${url}/animals/${animals[0]}`)
    for (const words of ['Inseminated', 'Sire: Straw 77', 'About 60 days along', 'Weaned'])
      await page.getByText(words, { exact: true }).first().waitFor()
  })
  assert.equal((await recordedAt(portal, site, 'preg_checked')).length, 3)
})

test('a number that another animal bore is given to no second one', async () => {
  const { url, animals, hers } = await yard('Tag Ranch')
  const tag = { kind: 'eid', value: '124000299999999' } as const
  await recorded(hers, event('tagged', [animals[0]!], { tag }), event('tag_removed', [animals[0]!], { tag }))
  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(`${url}/animals/${animals[1]}`)
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('button', { name: 'Tagged' }).click()
    await page.getByLabel('Number').fill('124 000299999999')
    await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('bore this number before. It is given to no second animal.').waitFor()
  })
})

test('an animal that another person took away meanwhile is named, and the form is kept', async () => {
  const { url } = await yard('Gone Ranch')
  await portal.withPage(bob, {}, async ({ page, context, watch }) => {
    await openRecording(page, url, 'Died')
    await page.getByLabel('Cause').fill('Lightning')
    watch.expect(/^(404|500) POST/)
    await context.route('**/app/v1/events', (route) => {
      const sent = route.request().postDataJSON() as { events: { animals: string[] }[] }
      sent.events[1]!.animals = [crypto.randomUUID()]
      return route.continue({ postData: JSON.stringify(sent) })
    })
    await record(page).click()
    await page.getByText('A2: ').waitFor()
    assert.equal(await page.getByLabel('Cause').inputValue(), 'Lightning')
    await context.unroute('**/app/v1/events')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Recorded for 3 animals.').first().waitFor()
    await page.getByRole('link', { name: 'North 1' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Record for pen North 1' }).count(), 0)
  })
})

test('where payment is wanting treatments and deaths are recorded, and nothing else is offered', async () => {
  const { url, site } = await yard('Unpaid Ranch')
  await sql(portal, `update customers.sites set standing = 'read_only' where id = $1`, site.id)
  await portal.withPage(bob, { width: 360, touch: true }, async ({ page }) => {
    await openRecording(page, url, 'Died')
    await page.getByRole('button', { name: 'Something else' }).click()
    assert.equal(await page.getByRole('button', { name: 'Weighed' }).count(), 0)
    await page.getByRole('button', { name: 'Died', exact: true }).click()
    await record(page).click()
    await page.getByText('Recorded for 3 animals.').first().waitFor()
  })
  assert.equal((await recordedAt(portal, site, 'died')).length, 3)
})

test('whoever may only look is offered nothing to record', async () => {
  const { url, hers } = await yard('View Ranch')
  assert.equal((await hers.ask(makeViewer, { params: { id: bob.id } })).status, 200)
  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(`${url}/pens`)
    await page.getByRole('link', { name: 'North 1' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Record|Add/ }).count(), 0)
    await page.goto(`${url}/cabinet`)
    await page.getByRole('heading', { name: 'Draxxin' }).waitFor()
    await page.getByText('Version 1', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Add|New label/ }).count(), 0)
  })
})
