import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { fileOf } from '../server/src/testing/herd/exporting.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/* Everything of a site in one file, from its settings: also where payment is wanting, and not for everybody. */

let portal: Portal
let alice: Person
let bob: Person
let site: Site
before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
  bob = await portal.onboarded('bob', { first_name: 'Bob', last_name: 'Baker' })
  site = await newSite(portal.testApp, alice, { name: 'North Ranch' })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  await sql(
    `insert into herd.settings (site_id, kind, zone, markets) values ($1, 'feedlot', 'America/Regina', '{CA}')`,
    site.id,
  )
})
after(() => portal.close())

const sql = (text: string, ...values: unknown[]) => portal.testApp.database.pool.query(text, values)
const address = () => `${portal.url.replace('//', `//${site.subdomain}.`)}/settings`

for (const [width, standing] of [
  [1440, 'ok'],
  [360, 'read_only'],
] as const)
  test(`an owner takes everything along in one press, at ${width} px and where the site is ${standing}`, async () => {
    await sql('update customers.sites set standing = $2 where id = $1', site.id, standing)
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(address())
      await page.getByRole('heading', { level: 2, name: 'Take your data with you' }).waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await assertAccessible(page, `the settings with the export, ${colorScheme}`)
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download everything' }).dblclick(),
      ])
      assert.match(download.suggestedFilename(), /^byre-herd-\d{4}-\d\d-\d\d\.zip$/)
      await page.getByText('Everything is in your downloads.').first().waitFor()
      const file = await fileOf(await readFile(await download.path()))
      const names = await file.names()
      await file.remove()
      assert.ok(names.includes('animals.csv') && names.includes('events.jsonl'))
    })
  })

test('what goes wrong is said in words, and it can be pressed again; crew has no such button', async () => {
  await portal.withPage(alice, {}, async ({ page, context, watch }) => {
    await page.goto(address())
    watch.expect(/./)
    const refusal = {
      success: false,
      code: 'server.busy',
      message: 'Too much is going on. Please try again.',
    }
    await context.route('**/app/v1/export', (route) => route.fulfill({ status: 503, json: refusal }))
    await page.getByRole('button', { name: 'Download everything' }).click()
    await page.getByText(refusal.message).first().waitFor()
    await context.unroute('**/app/v1/export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download everything' }).click(),
    ])
    assert.match(download.suggestedFilename(), /\.zip$/)
  })
  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(address())
    await page.getByText('Only an owner or a manager can change this.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Download everything' }).count(), 0)
  })
})
