import { getAnimal } from '@byre/contract/herd/animals'
import { listShipLists } from '@byre/contract/herd/ship-lists'
import assert from 'node:assert/strict'
import { after, before, test as tell } from 'node:test'
import type { Page } from 'playwright-core'
import { event, recorded } from '../server/src/testing/herd/recording.ts'
import { entryOf, listOf, product, treated } from '../server/src/testing/herd/ship-lists.ts'
import { withinHour } from '../server/src/testing/windows.ts'
import { heading, kg, manyAt, openRanches, type Ranch, type Ranches } from './herd-steps.ts'

/* A ranch in Alberta, looked at from New Zealand, where it is another day: every day and time is the ranch's own. */

let ranches: Ranches
before(async () => {
  ranches = await openRanches()
})
after(() => ranches.portal.close())

const zone = 'America/Edmonton'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const minuteMs = 60_000
const iso = (at: number) => new Date(at).toISOString()
/** So many days from today, by the ranch's calendar. */
function dayOn(days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format()
  return iso(Date.parse(today) + days * dayMs).slice(0, 10)
}
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
/** The moment at which the ranch's clock shows that time of that day. */
function momentOn(days: number, time: string): number {
  const utc = Date.parse(`${dayOn(days)}T${time}Z`)
  const behind = [6, 7].find((hours) => clock.format(utc + hours * hourMs) === `${dayOn(days)} ${time}`)
  assert.ok(behind)
  return utc + behind * hourMs
}

const parts = (at: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en', { ...options, timeZone: zone }).format(at)
/** `10:01 AM`, with whichever space. */
const timeOf = (at: number) => parts(at, { hour: 'numeric', minute: '2-digit' }).replace(/\s/g, '\\s')
/** `Nov 21, 12:00 PM`, with its year where that is not this one. */
const shown = (at: number) =>
  new RegExp(`${parts(at, { month: 'short', day: 'numeric' })}(, \\d{4})?, ${timeOf(at)}`)
/** The heading of a day on the board. */
const dayHeading = (at: number) =>
  new RegExp(
    `^${parts(at, { weekday: 'long' })}, ${parts(at, { month: 'long' })} ${parts(at, { day: 'numeric' })}`,
  )

/** Each story counts from the ranch's day, and is told on that one alone. */
const test = (title: string, story: () => Promise<void>) => tell(title, () => withinHour(story))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const fromAfar = (work: (page: Page) => Promise<void>) =>
  ranches.portal.withPage(ranches.alice, { width: 1440, timeZone: 'Pacific/Auckland' }, async ({ page }) => {
    await work(page)
    assert.equal(
      await page.evaluate(() => new Date('2026-06-01T12:00:00Z').getHours()),
      0,
      'from New Zealand',
    )
  })

const daysOf = 21
async function held(ranch: Ranch, ...given: readonly [animal: string, at: number][]): Promise<string[]> {
  const medicine = await product(ranch.hers, { CA: daysOf })
  const doses = given.map(([animal, at]) => treated([animal], medicine, iso(at)))
  await recorded(ranch.hers, ...doses)
  return doses.map(({ id }) => id)
}

test('the days and times of an animal, and of the board, are the ranch’s wherever they are read', async () => {
  const ranch = await ranches.ranch('Far Ranch')
  const { ids } = await manyAt(ranch, 2)
  const [given, weighed] = [momentOn(-2, '12:00'), momentOn(-3, '23:30')]
  const [dose] = await held(ranch, [ids[0]!, given])
  const weight = event('weighed', [ids[0]!], { weight: kg('512'), source: 'measured' }, { at: iso(weighed) })
  const until = event('hold_set', [ids[1]!], { commodities: ['meat'], until: dayOn(0), reason: 'vial' })
  await recorded(ranch.hers, weight, until)
  const clear = given + daysOf * dayMs
  await fromAfar(async (page) => {
    await page.goto(`${ranch.at}/animals/${ids[0]}`)
    await page.locator(`#event-${dose}`).getByText(shown(given)).waitFor()
    await page.locator(`#event-${weight.id}`).getByText(shown(weighed)).waitFor()
    await page.getByText(new RegExp(`^Held until ${shown(clear).source}`)).waitFor()
    await page.getByRole('button', { name: 'What to do with: Weighed 512' }).click()
    await button(page, 'Correct').click()
    assert.equal(await page.getByLabel('Day', { exact: true }).inputValue(), dayOn(-3))
    assert.equal(await page.getByLabel('Time, if it is known').inputValue(), '23:30')

    await page.goto(`${ranch.at}/holds`)
    const row = page
      .getByRole('region', { name: dayHeading(clear) })
      .getByRole('row')
      .filter({ hasText: 'B-001' })
    await row.getByText(new RegExp(`from ${timeOf(clear)}`)).waitFor()
    const tomorrow = page
      .getByRole('region', { name: 'Tomorrow' })
      .getByRole('row')
      .filter({ hasText: 'B-002' })
    await tomorrow.getByText(/from 12:00\sAM/).waitFor()
  })
})

test('when something was done is taken by the ranch’s clock', async () => {
  const ranch = await ranches.ranch('Clock Ranch')
  const { ids } = await manyAt(ranch, 1)
  await fromAfar(async (page) => {
    await page.goto(`${ranch.at}/pens`)
    await button(page, 'Record for pen North 4').click()
    await button(page, 'Noted').click()
    await page.getByRole('textbox', { name: 'Note' }).fill('Seen at the fence')
    await page.getByRole('radio', { name: 'Earlier' }).check()
    await page.getByLabel('Day', { exact: true }).fill(dayOn(1))
    await button(page, 'Record').click()
    await page.getByText('That day has not come yet.').waitFor()
    await page.getByLabel('Day', { exact: true }).fill(dayOn(-1))
    await page.getByLabel('Time').fill('23:30')
    await button(page, 'Record').click()
    await page.getByText('Recorded.').first().waitFor()
  })
  const { events } = (await ranch.hers.ask(getAnimal, { params: { id: ids[0]! } })).reply
  assert.equal(events.find(({ kind }) => kind === 'noted')?.at, iso(momentOn(-1, '23:30')))
})

test('a load is planned, shown and planned again by the ranch’s clock', async () => {
  const ranch = await ranches.ranch('Load Ranch')
  await manyAt(ranch, 1)
  const load = momentOn(2, '06:00')
  await fromAfar(async (page) => {
    await page.goto(`${ranch.at}/ship-lists`)
    await button(page, 'New ship list').click()
    await page.getByText('By the clock in Edmonton.').waitFor()
    await page.getByLabel('Destination').fill('Prairie Packers')
    await page.getByLabel('Load day').fill(dayOn(2))
    await page.getByLabel('Load time').fill('06:00')
    await button(page, 'Make this list').click()
    await heading(page, 'Prairie Packers')
    await page.getByText(new RegExp(`^Loads ${shown(load).source}`)).waitFor()
    await button(page, 'Change the plan').click()
    assert.equal(await page.getByLabel('Load day').inputValue(), dayOn(2))
    assert.equal(await page.getByLabel('Load time').inputValue(), '06:00')
    await button(page, 'Close').click()
    await page.goto(`${ranch.at}/ship-lists`)
    await page.getByRole('row').filter({ hasText: 'Prairie Packers' }).getByText(shown(load)).waitFor()
  })
  const { ship_lists } = (await ranch.hers.ask(listShipLists)).reply
  assert.deepEqual(
    ship_lists.map(({ load_at }) => load_at),
    [iso(load)],
  )
})

test('the end of a hold is told by the minute that is full, and never by one that has only begun', async () => {
  const ranch = await ranches.ranch('Minute Ranch')
  const { ids } = await manyAt(ranch, 2)
  const [morning, night] = [momentOn(-2, '10:00') + 1, momentOn(-2, '23:59') + 30_000]
  await held(ranch, [ids[0]!, morning], [ids[1]!, night])
  const [clear, late] = [morning - 1 + minuteMs + daysOf * dayMs, night + 30_000 + daysOf * dayMs]
  const begun = clear - minuteMs
  const [tooEarly, inTime] = [
    await listOf(ranch.hers, [ids[0]!], { load_at: iso(begun) }),
    await listOf(ranch.hers, [ids[0]!], { load_at: iso(clear) }),
  ]
  assert.equal((await entryOf(ranch.hers, tooEarly, ids[0]!)).passes, false)
  assert.equal((await entryOf(ranch.hers, inTime, ids[0]!)).passes, true)
  await fromAfar(async (page) => {
    await page.goto(`${ranch.at}/animals/${ids[0]}`)
    await page.getByText(new RegExp(`^Held until ${shown(clear).source}`)).waitFor()
    assert.equal(await page.getByText(shown(begun)).count(), 0)
    await page.goto(`${ranch.at}/animals`)
    await page
      .getByText(new RegExp(`^Until ${shown(clear).source}`))
      .first()
      .waitFor()
    await page.goto(`${ranch.at}/ship-lists/${tooEarly}`)
    await page
      .getByText(new RegExp(`^Until ${shown(clear).source}`))
      .first()
      .waitFor()

    await page.goto(`${ranch.at}/holds`)
    const onDay = (at: number, tag: string) =>
      page
        .getByRole('region', { name: dayHeading(at) })
        .getByRole('row')
        .filter({ hasText: tag })
    await onDay(clear, 'B-001')
      .getByText(new RegExp(`from ${timeOf(clear)}`))
      .waitFor()
    // The last minute of a day ends with the first moment of the next.
    await onDay(late, 'B-002')
      .getByText(new RegExp(`from ${timeOf(late)}`))
      .waitFor()
  })
})
