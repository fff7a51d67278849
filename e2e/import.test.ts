import { addProduct } from '@byre/contract/herd/products'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Visitor } from '../server/src/testing/visitor.ts'
import { assertAccessible } from './browser.ts'
import { tryAgain } from './herd-steps.ts'
import { Portal } from './portal.ts'

/* A new site's three doors: a real CSV to a filled list with its holds, demo animals in and out. */

let portal: Portal
let alice: Person
let bob: Person

before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
  bob = await portal.onboarded('bob', { first_name: 'Bob', last_name: 'Baker' })
})
after(() => portal.close())

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { level, name, exact: true }).waitFor()

/** A site of beef cattle that has been set up, at which Bob works. */
async function newHerd(name: string): Promise<{ id: string; url: string }> {
  const install_preference = JSON.stringify({
    unit: 'metric',
    operation_type: '019a0000-0000-7000-a000-000000000001',
  })
  const site = await newSite(portal.testApp, alice, { name, install_preference })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  await portal.testApp.database.pool.query(
    `insert into herd.settings (site_id, kind, zone, markets) values ($1, 'feedlot', 'America/Edmonton', '{CA}')`,
    [site.id],
  )
  return { id: site.id, url: portal.url.replace('//', `//${site.subdomain}.`) }
}

async function assertFits(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${screen}, ${colorScheme}`)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `${screen} is ${overflow} px too wide`)
}

/** No choice of a list is longer than what shows it. */
async function assertReadWhole(page: Page): Promise<void> {
  const cut = await page.locator('main select').evaluateAll((all) =>
    (all as HTMLSelectElement[]).flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const pen = document.createElement('canvas').getContext('2d')!
      pen.font = font
      return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room)
    }),
  )
  assert.deepEqual(cut, [])
}

const csv = (text: string, name = 'herd.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const herd = [
  'EID;Ear tag;Sex;Pen;Heft;Weigh date;Product;Treatment date',
  '124000299995001;501;Steer;North;412,5;03.05.2026;Long acting;04.05.2026',
  '124000299995002;502;Heifer;North;398;03.05.2026;;',
  '1,24E+14;503;Heifer;South;;;;',
].join('\r\n')

const animalsOf = async (site: string) => {
  const { rows } = await portal.testApp.database.pool.query<{ main_tag: string; is_held: boolean }>(
    `select main_tag, coalesce(clear_at > now(), false) as is_held from herd.animals
     where site_id = $1 and status = 'here' order by main_tag`,
    [site],
  )
  return rows
}

for (const width of [360, 1440])
  test(`a herd is brought at ${width} px: columns known, a bad row named, the good ones here with their holds`, async () => {
    const site = await newHerd(`North Ranch ${width}`)
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${site.url}/`)
      await page.getByRole('link', { name: 'Bring your herd' }).first().click()
      await heading(page, 'Bring your herd')
      await page.getByLabel('File').setInputFiles(csv('PK\u0003\u0004', 'herd.xlsx'))
      await page.getByText('This is a spreadsheet file.').waitFor()
      await assertFits(page, 'choosing a file')

      await page.getByLabel('File').setInputFiles(csv(herd))
      await heading(page, 'What each column is', 2)
      assert.equal(await page.getByLabel('EID', { exact: true }).inputValue(), 'eid')
      assert.equal(await page.getByLabel('Treatment date').inputValue(), 'treated_on 1')
      // A column that was told by hand says how numbers are written as well.
      await page.getByLabel('Heft').selectOption({ label: 'Weight' })
      assert.equal(await page.getByLabel('Numbers are written').inputValue(), 'comma')
      await assertFits(page, 'what columns hold')
      await assertReadWhole(page)
      await page.getByRole('button', { name: 'See what would happen' }).click()
      await page.getByText('Please say how dates are written.').waitFor()
      await page.getByLabel('Dates are written').selectOption('dmy')
      await page.getByRole('radio', { name: /^No: every recent treatment/ }).check()
      await page.getByRole('button', { name: 'See what would happen' }).click()

      await heading(page, 'What would happen', 2)
      await page.getByText(/EID: A spreadsheet has ruined this number/).waitFor()
      await page.getByText('1 treatment will hold with no end date').waitFor()
      assert.deepEqual(await animalsOf(site.id), [])
      await assertFits(page, 'what would happen')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the refused rows' }).click(),
      ])
      const refused = await readFile(await download.path(), 'utf8')
      assert.match(refused, /503,Heifer,South.*,4,.*ruined/)

      await page.getByRole('button', { name: 'Bring in 2 good rows' }).click()
      await page.getByText('2 animals added, 1 row refused.').waitFor()
      await assertFits(page, 'what was brought')
      assert.deepEqual(await animalsOf(site.id), [
        { main_tag: '501', is_held: true },
        { main_tag: '502', is_held: false },
      ])

      await page.getByRole('button', { name: 'Bring in another file' }).click()
      await page
        .getByLabel('Or paste rows')
        .fill(herd.replace('1,24E+14', '124000299995003').replaceAll(';', '\t'))
      await page.getByRole('button', { name: 'Read the pasted rows' }).click()
      await page.getByLabel('Dates are written').selectOption('dmy')
      await page.getByRole('button', { name: 'See what would happen' }).click()
      await page.getByRole('button', { name: 'Bring in 3 rows' }).click()
      await page.getByText('1 animal added.').waitFor()
      assert.equal((await animalsOf(site.id)).length, 3)
      await page.getByRole('link', { name: 'See your animals' }).click()
      await heading(page, 'Animals')
      await page.getByRole('link', { name: '503' }).waitFor()
      await page.getByRole('link', { name: 'Scan', exact: true }).waitFor()
      await page.getByRole('link', { name: 'Bring in a file' }).click()
      await heading(page, 'Bring your herd')
    })
  })

test('which product a medicine of the file is stands below its choice in whole, with what its label says', async () => {
  const site = await newHerd('Long Names Ranch')
  const hers = new Visitor(portal.testApp, new URL(site.url).host)
  await hers.launch(alice)
  const name = 'Oxytetracycline long acting, 300 mg/mL, 500 mL bottle'
  const figures = [{ kind: 'days', commodity: 'meat', days: 28 }]
  const use = {
    country: 'CA',
    species: 'cattle',
    route: 'SC',
    figures,
    source: 'Demo',
    read_on: '2026-01-01',
  }
  await hers.ask(addProduct, { body: { name, uses: [use] } })
  await portal.withPage(alice, { width: 360 }, async ({ page, context, watch }) => {
    watch.expect(/^500 GET /)
    const fails = '**/app/v1/products'
    await context.route(fails, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${site.url}/import`)
    await page.getByLabel('File').setInputFiles(csv('Tag,Product,Treatment date\n1,Oxy LA,2026-05-04'))
    await page.getByRole('button', { name: 'See what would happen' }).click()
    await page.getByText('The cabinet could not be loaded.').waitFor()
    await assertFits(page, 'medicines without a cabinet')
    await tryAgain(page, fails)
    await page.getByLabel('Oxy LA').selectOption(name)
    await page.getByText(`${name}: Meat 28 days`, { exact: true }).waitFor()
    await assertFits(page, 'a medicine that was found')
  })
})

test('an import that is broken off goes on where it stopped', async () => {
  const site = await newHerd('Far Ranch')
  const rows = Array.from({ length: 250 }, (_, at) => `F${at},300,2026-05-01`)
  await portal.withPage(alice, { width: 1024 }, async ({ page, context, watch }) => {
    await page.goto(`${site.url}/import`)
    await page.getByLabel('File').setInputFiles(csv(['Tag,Weight,Weigh date', ...rows].join('\n')))
    await page.getByRole('button', { name: 'See what would happen' }).click()
    watch.expect(/./)
    let pages = 0
    await context.route('**/app/v1/imports/*/rows', async (route) => {
      pages += 1
      if (pages !== 2) return route.continue()
      return route.fulfill({ status: 503, json: {}, headers: { 'retry-after': '60' } })
    })
    await page.getByRole('button', { name: 'Bring in 250 rows' }).click()
    await page.getByText('What has come in stays.').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(/animals added/).waitFor()
    assert.equal((await animalsOf(site.id)).length, 250)
    const { rows: events } = await portal.testApp.database.pool.query(
      'select count(*)::int as count from herd.events where site_id = $1',
      [site.id],
    )
    assert.deepEqual(events, [{ count: 500 }])
  })
})

for (const width of [360, 1440])
  test(`demo animals come and go at ${width} px`, async () => {
    const site = await newHerd(`Demo Ranch ${width}`)
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${site.url}/demo`)
      await heading(page, 'Look around')
      await assertFits(page, 'looking around')
      await page.getByRole('button', { name: 'Add demo animals' }).click()
      await heading(page, 'Today')
      await page.goto(`${site.url}/settings`)
      await page.getByText('60 of the animals here are demo animals.').waitFor()
      await page.getByRole('button', { name: 'Remove demo animals' }).click()
      await page.getByRole('alertdialog').waitFor()
      await assertFits(page, 'the question whether demo animals go')
      await page.getByRole('button', { name: 'Remove them' }).click()
      await page.getByText('The demo animals are gone.').first().waitFor()
      await page.getByText('are demo animals').waitFor({ state: 'detached' })
      assert.deepEqual(await animalsOf(site.id), [])
    })
  })

test('crew is told who brings a herd', async () => {
  const site = await newHerd('Crew Ranch')
  await portal.withPage(bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${site.url}/import`)
    await page.getByText('Only an owner or a manager can bring in a herd.').waitFor()
    await assertFits(page, 'an import without the right')
    await page.goto(`${site.url}/demo`)
    await page.getByText('Only an owner or a manager can add demo animals.').waitFor()
  })
})
