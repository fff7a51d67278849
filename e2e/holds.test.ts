import { addPen } from '@byre/contract/herd/pens'
import { addProduct } from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { bornAt, event, recorded } from '../server/src/testing/herd/recording.ts'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Visitor } from '../server/src/testing/visitor.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/* Who is held and until when, what is in doubt, and what needs a person today: of a herd that was really treated. */

let portal: Portal
let alice: Person
let bob: Person

before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
  bob = await portal.onboarded('bob', { first_name: 'Bob', last_name: 'Baker' })
})
after(() => portal.close())

const hourMs = 3_600_000
const utcHour = new Date().getUTCHours()
/** Where it is neither late nor early, so that two hours on is still today. */
const zone = utcHour >= 4 && utcHour < 20 ? 'Africa/Abidjan' : 'Asia/Tokyo'
const beefCattle = '019a0000-0000-7000-a000-000000000001'
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
const testTag = { kind: 'eid', value: '999000000000001' } as const

async function newPlace(name: string) {
  const site = await newSite(portal.testApp, alice, {
    name,
    install_preference: JSON.stringify({ unit: 'metric', operation_type: beefCattle }),
  })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  const address = portal.url.replace('//', `//${site.subdomain}.`)
  const hers = new Visitor(portal.testApp, new URL(address).host)
  await hers.launch(alice)
  const body = { kind: 'feedlot', zone, markets: ['CA', 'US'] }
  assert.equal((await hers.ask(changeSettings, { body })).status, 200)
  return { address, hers }
}

/** One that is clear in two hours, one in three weeks, one of which nobody knows, one that a person holds, and one that is clear. */
async function treatedHerd(name: string) {
  const { address, hers } = await newPlace(name)
  const pen = (await hers.ask(addPen, { body: { name: 'North 4' } })).reply.id
  const product = async (called: string, hours: number) => {
    const figures = [{ kind: 'hours', commodity: 'meat', hours }]
    const use = {
      country: 'CA',
      species: 'cattle',
      route: 'SC',
      figures,
      source: 'Demo',
      read_on: '2026-01-01',
    }
    const { reply } = await hers.ask(addProduct, { body: { name: called, uses: [use] } })
    return { product: reply.version_id, product_name: called, route: 'SC' }
  }
  const [short, long] = [await product('Demo short', 48), await product('Demo long', 24 * 21)]
  const animal = (tag: string, more: object = {}) =>
    bornAt(hers, { tags: [{ kind: 'visual', value: tag }], ...more })
  const [soon, later] = [await animal('A-1', { pen }), await animal('A-2', { pen })]
  const [unknown, held] = [await animal('A-3'), await animal('A-4')]
  const clear = await animal('A-5', { tags: [{ kind: 'visual', value: 'A-5' }, testTag] })
  const shelf = event('treated', [unknown], { product_name: 'From the shelf' }, { at: ago(3) })
  await recorded(
    hers,
    event('treated', [soon], short, { at: ago(46) }),
    event('observed', [later], { signs: ['cough'], pulled: 'yes' }, { at: ago(5) }),
    event('treated', [later], long, { at: ago(4) }),
    shelf,
    event('hold_set', [held], { commodities: ['meat'], reason: 'vial found in the alley' }),
  )
  return { address, hers, pen, unknown, shelf, clear }
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const rowsOf = (page: Page, day: string) =>
  page.getByRole('table', { name: `Held animals: ${day}` }).locator('tbody tr')

async function assertFits(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${screen}, ${colorScheme}`)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `${screen} is ${overflow} px too wide`)
}

for (const width of [360, 1440])
  test(`at ${width} px today’s figures lead to their lists, the board to the event that holds, and what is settled is gone`, async () => {
    const { address, hers, pen, unknown, shelf, clear } = await treatedHerd(`North Ranch ${width}`)
    await portal.withPage(bob, { width, touch: width === 360 }, async ({ page }) => {
      await page.goto(`${address}/`)
      await heading(page, 'Today')
      await page.getByRole('link', { name: /^4 held in all, for sale in Canada/ }).waitFor()
      await page.getByRole('link', { name: /^2 held until somebody acts/ }).waitFor()
      await page.getByRole('link', { name: '1 for anyone on the crew: test tag' }).waitFor()
      await page.getByRole('link', { name: '5 head here' }).waitFor()
      assert.equal(
        await page.getByRole('link', { name: 'North 4' }).getAttribute('href'),
        `/animals?pen=${pen}`,
      )
      await page
        .getByRole('img', { name: /^Animals pulled and treated on each of the last 14 days, 3 in all/ })
        .waitFor()
      await page.getByText(/^since /).waitFor()
      await assertFits(page, 'today')

      await page.getByRole('link', { name: /^1 clear today, the first at/ }).click()
      await heading(page, 'Holds')
      await rowsOf(page, 'Today').getByRole('link', { name: 'A-1', exact: true }).waitFor()
      assert.equal(new URL(page.url()).search, '?market=CA&ends=today')
      assert.equal(await page.getByRole('table', { name: /^Held animals/ }).count(), 1)
      assert.match(await rowsOf(page, 'Today').innerText(), /from \d{1,2}:\d\d\s[AP]M/)

      await page.getByLabel('Ends').selectOption('At any time')
      const endless = rowsOf(page, 'Held until somebody acts')
      await endless.nth(1).waitFor()
      assert.deepEqual(
        (await page.getByRole('heading', { level: 2 }).allInnerTexts()).map((text) => text.split(',')[0]),
        width === 360
          ? ['Clear dates', 'Today', dayIn(21 * 24 - 4), 'Held until somebody acts']
          : ['Today', dayIn(21 * 24 - 4), 'Held until somebody acts', 'Clear dates'],
      )
      await endless.getByText('Hold set by hand: vial found in the alley').waitFor()
      // A phone says it once for all of them.
      if (width === 360) await page.getByText('How to settle these').click()
      const settling = page.getByRole('region', { name: 'Held until somebody acts' })
      await settling.getByText('Lift the hold once the reason for it is gone.').waitFor()
      await settling.getByText(/^Ask your veterinarian for a withdrawal/).waitFor()
      await assertFits(page, 'the board')

      if (width === 360) await page.getByRole('heading', { name: 'Clear dates' }).click()
      await page.getByText('Clear dates in figures').click()
      const dates = page.getByRole('table', { name: 'Animals by the day on which they are clear' })
      await dates
        .getByRole('link', { name: new RegExp(`^${dayIn(21 * 24 - 4)}`) })
        .last()
        .click()
      await rowsOf(page, 'Today').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Show all days' }).click()
      await page.getByLabel('Pen').selectOption('North 4')
      await endless.first().waitFor({ state: 'detached' })
      await page.getByLabel('Pen').selectOption('All pens')
      await page.getByLabel('Reason').selectOption('No withdrawal known')
      await rowsOf(page, 'Today').waitFor({ state: 'detached' })
      await page.getByLabel('To sell in').selectOption('United States')
      await endless.nth(2).waitFor()
      await page.getByLabel('To sell in').selectOption('Canada')
      await endless.nth(1).waitFor({ state: 'detached' })
      await page.reload()
      await endless.getByRole('link', { name: 'From the shelf: no withdrawal known' }).click()
      await page.waitForURL(`${address}/animals/${unknown}#event-${shelf.id}`)
      await page.locator(`#event-${shelf.id}`).getByText('From the shelf').first().waitFor()

      await page.goto(`${address}/findings`)
      await page.getByRole('heading', { level: 2, name: 'Test tag' }).waitFor()
      await page.getByText('Its number begins with 999, which makers keep for tests.').waitFor()
      const leads = await page.getByRole('link', { name: /^Entered, / }).getAttribute('href')
      assert.match(String(leads), new RegExp(`^/animals/${clear}#event-`))
      await page.getByLabel('Who must act').selectOption('A manager')
      await page.getByRole('heading', { level: 2, name: 'No finding matches' }).waitFor()
      await page.getByRole('button', { name: 'Show all findings' }).click()
      await page.getByRole('heading', { level: 2, name: 'Test tag' }).waitFor()
      await assertFits(page, 'the findings')
      if (width === 360) {
        await page.getByRole('button', { name: 'It is right as it is: A-5' }).click()
        await page.getByLabel('What did you find?').waitFor()
        await page.getByRole('button', { name: 'It is right as it is', exact: true }).click()
        await page.getByText('Please say it in a few words.').waitFor()
        await assertFits(page, 'the dialog that settles')
        await page.getByLabel('What did you find?').fill('A tag for demonstrations')
        await page.getByRole('button', { name: 'It is right as it is', exact: true }).click()
      } else {
        await recorded(hers, event('tag_removed', [clear], { tag: testTag }))
        await page.reload()
      }
      await page.getByRole('heading', { level: 2, name: 'Nothing needs a second look' }).waitFor()
      await assertFits(page, 'no findings')

      await page.goto(`${address}/holds?ends=never`)
      await page.getByRole('button', { name: 'Lift the hold: A-4' }).click()
      await page.getByLabel('Why may it go now?').fill('The vial was empty')
      await page.getByRole('button', { name: 'Lift the hold', exact: true }).click()
      await endless.nth(1).waitFor({ state: 'detached' })
      await page.goto(`${address}/`)
      await page.getByText('Nothing needs a second look.').waitFor()
      await page.getByRole('link', { name: /^1 held until somebody acts/ }).waitFor()
      await page.getByRole('link', { name: /^3 held in all/ }).waitFor()
    })
  })

/** The weekday so many hours on, where the site is. */
const dayIn = (hours: number) =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: zone }).format(Date.now() + hours * hourMs)

test('paper has the board with its calendar in figures, and none of what is pressed', async () => {
  const { address } = await treatedHerd('Paper Ranch')
  await portal.withPage(bob, { width: 1024 }, async ({ page }) => {
    await page.goto(`${address}/holds`)
    await rowsOf(page, 'Today').waitFor()
    const dates = page.getByRole('table', { name: 'Animals by the day on which they are clear' })
    assert.equal(await dates.isVisible(), false)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await dates.waitFor()
    for (const gone of [
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('button'),
      page.getByRole('combobox'),
    ])
      assert.deepEqual(await gone.filter({ visible: true }).allInnerTexts(), [])
    assert.ok((await page.pdf({ format: 'A4' })).length > 5_000)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  })
})

test('a site in which nobody is held says so, and a board that cannot come is asked for again', async () => {
  const { address } = await newPlace('Clear Ranch')
  await portal.withPage(alice, { width: 360 }, async ({ page, context, watch }) => {
    await page.goto(`${address}/holds`)
    await page.getByRole('heading', { level: 2, name: 'No animal is held' }).waitFor()
    await assertFits(page, 'an empty board')
    watch.expect(/./)
    await context.route('**/app/v1/holds?**', (route) => route.abort())
    await context.route('**/robots.txt', (route) => route.abort())
    await page.getByLabel('Ends').selectOption('Today')
    await page.getByText('You are offline. What you see may be old.').waitFor()
    await context.unroute('**/app/v1/holds?**')
    await context.unroute('**/robots.txt')
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 2, name: 'No hold matches' }).waitFor()
  })
})
