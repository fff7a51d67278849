import { addPen } from '@byre/contract/herd/pens'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { randomUUID } from 'node:crypto'
import { bornAt, daysAgo, event, recorded } from '../server/src/testing/herd/recording.ts'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Visitor } from '../server/src/testing/visitor.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/* Every animal of a site: found by a piece of a tag, looked at, and what was recorded of it taken back or told differently. */

let portal: Portal
let alice: Person
let bob: Person

before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
  bob = await portal.onboarded('bob', { first_name: 'Bob', last_name: 'Baker' })
})
after(() => portal.close())

const addressOf = ({ subdomain }: Site) => portal.url.replace('//', `//${subdomain}.`)
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

interface Ranch {
  site: Site
  at: string
  hers: Visitor
  his: Visitor
}

/** Alice's, at which Bob is of the crew; both are at its app. */
async function ranch(name: string): Promise<Ranch> {
  const site = await newSite(portal.testApp, alice, {
    name,
    install_preference: JSON.stringify({
      unit: 'metric',
      operation_type: '019a0000-0000-7000-a000-000000000001',
    }),
  })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  await portal.testApp.database.pool.query(
    `insert into herd.settings (site_id, kind, zone, markets) values ($1, 'feedlot', 'America/Edmonton', '{CA}')`,
    [site.id],
  )
  const at = addressOf(site)
  const [hers, his] = [
    new Visitor(portal.testApp, new URL(at).host),
    new Visitor(portal.testApp, new URL(at).host),
  ]
  await hers.launch(alice)
  await his.launch(bob)
  return { site, at, hers, his }
}

const tagged = (value: string, eid?: string) => ({
  tags: [{ kind: 'visual' as const, value }, ...(eid ? [{ kind: 'eid' as const, value: eid }] : [])],
})

/** So many, with tags from `B-001` on; the first ten stand in a pen. */
async function manyAt({ hers }: Ranch, head: number): Promise<{ pen: string; ids: string[] }> {
  const pen = (await hers.ask(addPen, { body: { name: 'North 4' } })).reply.id
  const ids = Array.from({ length: head }, () => randomUUID())
  await recorded(
    hers,
    ...ids.map((id, at) =>
      event('entered', [id], {
        origin: 'born',
        ...(at < 10 ? { pen } : {}),
        ...tagged(`B-${String(at + 1).padStart(3, '0')}`, `124000${String(275_000_000 + at * 1001)}`),
      }),
    ),
  )
  return { pen, ids }
}

const kg = (typed: string) => ({ typed, unit: 'kg' as const, base: Number(typed) * 1000 })

async function assertFits(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${screen}, ${colorScheme}`)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `${screen} is ${overflow} px too wide`)
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Find by any part of a tag' })
const animal = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

for (const width of [360, 1440])
  test(`at ${width} px an animal is found by a piece of its tag, looked at, and left again where one was`, async () => {
    const here = await ranch(`Find Ranch ${width}`)
    const { ids } = await manyAt(here, 60)
    await recorded(
      here.hers,
      event('treated', [ids[0]!], { product_name: 'Sample 300', reason: 'cough' }, { at: daysAgo(2) }),
      event('weighed', [ids[0]!], { weight: kg('300'), source: 'measured' }, { at: daysAgo(41) }),
      event('weighed', [ids[0]!], { weight: kg('356.8'), source: 'measured' }, { at: daysAgo(1) }),
    )
    await portal.withPage(alice, { width, touch: width === 360 }, async ({ page }) => {
      await page.goto(`${here.at}/`)
      await page.getByRole('link', { name: 'Animals' }).click()
      await heading(page, 'Animals')
      await page.getByText('50 animals on this page').waitFor()
      await animal(page, 'B-001').waitFor()
      await page.getByText('356.8 kg').waitFor()
      await assertFits(page, 'the list of animals')

      // The number that is printed under the bar code, in the middle of it.
      await search(page).fill('275 001 0')
      await page.getByText('1 animal found').waitFor()
      await search(page).press('Enter')
      await heading(page, 'B-002')
      await page.goBack()
      await page.getByText('1 animal found').waitFor()
      assert.equal(await search(page).inputValue(), '275 001 0')

      await search(page).fill('no such tag')
      await page.getByText('No tag has “no such tag” in it').waitFor()
      await assertFits(page, 'a search that finds nothing')
      await page.getByRole('button', { name: 'Show all animals' }).click()

      await page.getByLabel('Hold').selectOption('Held')
      await page.getByText('1 animal', { exact: true }).waitFor()
      await page.getByLabel('Pen').selectOption('North 4')
      await page.getByText('1 animal', { exact: true }).waitFor()
      await page.reload()
      await page.getByText('1 animal', { exact: true }).waitFor()
      assert.equal(await page.getByLabel('Hold').inputValue(), 'yes')
      await animal(page, 'B-001').click()

      await heading(page, 'B-001')
      await page.getByText('Meat, Canada').waitFor()
      await page.getByText('Held without an end').waitFor()
      await page.getByText('nobody has given a figure for it').waitFor()
      await page.getByText('+1.42 kg a day').first().waitFor()
      await page.getByText('Alice Ardley').last().waitFor()
      await page.getByText('All 2 weights').click()
      await assertFits(page, 'an animal')
      await page.getByRole('link', { name: 'Sample 300' }).click()
      await page.waitForURL(/#event-/)

      await page.goBack()
      await page.goBack()
      await heading(page, 'Animals')
      assert.equal(await page.getByLabel('Pen').locator('option:checked').textContent(), 'North 4')
      await page.getByText('1 animal', { exact: true }).waitFor()
    })
  })

test('a long list comes in pages, and Back finds the page and the place on it', async () => {
  const here = await ranch('Many Ranch')
  await manyAt(here, 120)
  await portal.withPage(bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${here.at}/animals`)
    await animal(page, 'B-050').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await animal(page, 'B-100').waitFor()
    await page.getByText('Page 2').waitFor()
    await page.getByLabel('Choose B-051').check()
    await animal(page, 'B-090').scrollIntoViewIfNeeded()
    const y = await page.evaluate(() => scrollY)
    assert.ok(y > 500, `scrolled to ${y}`)
    await animal(page, 'B-090').click()
    await heading(page, 'B-090')
    await page.goBack()
    await heading(page, 'Animals')
    await page.getByText('Page 2').waitFor()
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - y) < 5)
    await page.reload()
    await animal(page, 'B-100').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await animal(page, 'B-120').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Next' }).isDisabled())
    await page.getByRole('button', { name: 'Previous' }).click()
    await animal(page, 'B-051').waitFor()
  })
})

test('animals are chosen over several pages, for one thing to be recorded of all', async () => {
  const here = await ranch('Choosing Ranch')
  await manyAt(here, 60)
  await portal.withPage(bob, { width: 1024 }, async ({ page }) => {
    await page.goto(`${here.at}/animals`)
    await page.getByLabel('Choose all on this page').check()
    await page.getByText('Record for 50 animals').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Choose B-060').check()
    await page.getByText('Record for 51 animals').waitFor()
    await assertFits(page, 'animals that are chosen')
    await page.getByRole('button', { name: 'Choose none' }).click()
    await page.getByText('Record for').waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Choose B-060').isChecked(), false)
  })
})

test('what was recorded is taken back for a reason, stays struck through, and is recorded again', async () => {
  const here = await ranch('Mending Ranch')
  const id = await bornAt(here.hers, tagged('Mend 1'))
  await recorded(
    here.hers,
    event('treated', [id], { product_name: 'Sample 300' }, { at: daysAgo(3) }),
    event('weighed', [id], { weight: kg('512'), source: 'measured' }, { at: daysAgo(2) }),
  )
  for (const width of [360, 1440])
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${here.at}/animals/${id}`)
      const menu = page.getByRole('button', { name: 'What to do with: Treated: Sample 300' })
      await menu.first().click()
      await page.getByRole('button', { name: 'Take back' }).click()
      await page.getByRole('alertdialog', { name: 'Take this back?' }).waitFor()
      await page.getByRole('button', { name: 'Take back' }).last().click()
      await page.getByText('Please say why.').waitFor()
      await assertFits(page, 'taking an event back')
      await page.getByLabel('Why?').fill('It was the neighbour’s')
      await page.getByRole('button', { name: 'Take back' }).last().click()
      await page.getByText('Taken back: It was the neighbour’s').first().waitFor()
      await page.getByText('Nothing holds it.').waitFor()
      await assertFits(page, 'an animal with an event that was taken back')

      await menu.first().click()
      await page.getByRole('button', { name: 'Record again' }).click()
      await page.getByText('Held without an end').waitFor()
      await page.reload()
      await page.getByText('Held without an end').waitFor()
      assert.ok((await page.locator('del', { hasText: 'Sample 300' }).count()) > 0)
    })
})

test('a weight that was typed wrongly is corrected in one step, and the wrong one stays in sight', async () => {
  const here = await ranch('Weighing Ranch')
  const id = await bornAt(here.hers, tagged('Weigh 1'))
  await recorded(
    here.his,
    event('weighed', [id], { weight: kg('512'), source: 'measured' }, { at: daysAgo(2) }),
  )
  for (const [width, wrong, right] of [
    [360, '512', '521'],
    [1440, '521', '530.5'],
  ] as const)
    await portal.withPage(bob, { width }, async ({ page }) => {
      await page.goto(`${here.at}/animals/${id}`)
      const menu = page.getByRole('button', { name: `What to do with: Weighed ${wrong}` })
      await menu.first().click()
      await page.getByRole('button', { name: 'Correct' }).click()
      const dialog = page.getByRole('dialog', { name: 'Correct this' })
      await dialog.getByLabel('Weight, kg').fill('heavy')
      await dialog.getByRole('button', { name: 'Correct' }).click()
      await dialog.getByText('Must be a number such as 1,234.5.').waitFor()
      await dialog.getByLabel('Day', { exact: true }).fill('2099-01-01')
      await dialog.getByLabel('Weight, kg').fill(right)
      await dialog.getByRole('button', { name: 'Correct' }).click()
      await dialog.getByText('That day has not come yet.').waitFor()
      await assertFits(page, 'correcting a weight')
      await dialog.getByLabel('Day', { exact: true }).fill(daysAgo(4).slice(0, 10))
      await dialog.getByLabel('Why it is corrected (optional)').fill('The scale was not at nought')
      await dialog.getByRole('button', { name: 'Correct' }).click()
      await page.getByRole('heading', { level: 3, name: `Weighed ${right}` }).waitFor()
      await page.getByText('Taken back: The scale was not at nought').first().waitFor()
      assert.match((await page.locator('.facts').textContent()) ?? '', new RegExp(`${right}.kg`))
    })
})

test('the crew take back what is their own, and nothing of anybody else’s', async () => {
  const here = await ranch('Crew Ranch')
  const id = await bornAt(here.hers, tagged('Crew 1'))
  await recorded(here.his, event('noted', [id], { text: 'Limps' }))
  await portal.withPage(bob, { width: 360 }, async ({ page, watch }) => {
    await page.goto(`${here.at}/animals/${id}`)
    await page.getByText('Limps').waitFor()
    const menus = page.getByRole('button', { name: /^What to do with/ })
    assert.deepEqual(await menus.evaluateAll((all) => all.map((one) => one.ariaLabel)), [
      'What to do with: Noted',
    ])
    await assertFits(page, 'an animal as the crew see it')

    // Taken back by somebody else meanwhile, a day ago by the server's clock.
    await menus.click()
    await page.getByRole('button', { name: 'Take back' }).click()
    await portal.testApp.database.pool.query(
      `update herd.events set record = replace(record, '"received_at":"20', '"received_at":"19') where site_id = $1 and kind = 'noted'`,
      [here.site.id],
    )
    watch.expect(/^403 POST \/app\/v1\/events/)
    await page.getByLabel('Why?').fill('No longer')
    await page.getByRole('button', { name: 'Take back' }).last().click()
    await page.getByText('Your role does not allow this.').first().waitFor()
  })
})

test('an animal of another site, and one that never was, cannot be found', async () => {
  const here = await ranch('Own Ranch')
  const other = await ranch('Other Ranch')
  const foreign = await bornAt(other.hers, tagged('Foreign 1'))
  await portal.withPage(bob, {}, async ({ page, watch }) => {
    await page.goto(`${here.at}/animals`)
    await page.getByRole('heading', { name: 'No animals yet' }).waitFor()
    await assertFits(page, 'a site without animals')
    watch.expect(/^40[04] GET \/app\/v1\/animals\//)
    for (const id of [foreign, randomUUID(), 'nonsense']) {
      await page.goto(`${here.at}/animals/${id}`)
      await heading(page, 'That page cannot be found')
      assert.ok(!(await page.content()).includes('Foreign 1'))
    }
  })
})

test('a server that fails is said to have failed, and asked again', async () => {
  const here = await ranch('Failing Ranch')
  const id = await bornAt(here.hers, tagged('Fail 1'))
  await portal.withPage(bob, { width: 360 }, async ({ page, context, watch }) => {
    watch.expect(/^500 GET \/app\/v1\/animals/)
    const fail = () =>
      context.route('**/app/v1/animals**', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
      )
    await fail()
    await page.goto(`${here.at}/animals`)
    await page.getByText('The animals could not be loaded.').first().waitFor()
    await assertFits(page, 'a list that could not be loaded')
    await context.unroute('**/app/v1/animals**')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByText('1 animal', { exact: true }).waitFor()

    await context.route('**/app/v1/animals/**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
    )
    await animal(page, 'Fail 1').click()
    await page.getByText('This animal could not be loaded.').first().waitFor()
    await context.unroute('**/app/v1/animals/**')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await heading(page, 'Fail 1')
    assert.ok(page.url().endsWith(id))
  })
})
