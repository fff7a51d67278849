import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/* What a launched site opens: set up in two presses, and right in each state, on a phone and on a wide screen. */

let portal: Portal
let alice: Person
let bob: Person

before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
  bob = await portal.onboarded('bob', { first_name: 'Bob', last_name: 'Baker' })
})
after(() => portal.close())

const { sql, heading, addressOf, newPlace } = {
  sql: (text: string, ...values: unknown[]) => portal.testApp.database.pool.query(text, values),
  heading: (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
  addressOf: ({ subdomain }: Site) => portal.url.replace('//', `//${subdomain}.`),
  newPlace: async (name: string) => {
    const site = await newSite(portal.testApp, alice, { name })
    await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
    return site
  },
}

async function assertFits(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${screen}, ${colorScheme}`)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `${screen} is ${overflow} px too wide`)
}

for (const width of [360, 1440])
  test(`J09 a new site is launched at ${width} px: two presses to its three doors, and out again`, async () => {
    const site = await newPlace('North Ranch')
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${addressOf(site)}/`)
      await heading(page, 'Set up North Ranch')
      assert.equal(page.url(), `${addressOf(site)}/`)
      assert.ok(await page.getByRole('radio', { name: /^Feedlot/ }).isChecked())
      assert.equal(
        await page.getByLabel('Which time zone are the yards in?').inputValue(),
        'America/Edmonton',
      )
      assert.ok(await page.getByRole('checkbox', { name: 'Canada' }).isChecked())
      await assertFits(page, 'the first launch')
      await page.getByRole('button', { name: 'Begin' }).click()

      await heading(page, 'Today')
      for (const door of ['Bring your herd', 'Scan as you go', 'Look around'])
        await page.getByRole('heading', { level: 3, name: door }).waitFor()
      await page.getByText('Alice Ardley').waitFor()
      await assertFits(page, 'the start screen')

      const more = page.getByRole('button', { name: 'More' })
      if (width < 640) await more.click()
      await assertFits(page, 'the ways out')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await heading(page, 'You are signed out here')
      await page.getByRole('link', { name: 'Sign in again' }).click()
      await heading(page, 'Today')
      if (width < 640) await more.click()
      await page.getByRole('link', { name: 'Back to the portal' }).click()
      await page.waitForURL(`${portal.url}/`)
    })
  })

test('a link into the app leads there through the sign-in, and what is changed there stays', async () => {
  const site = await newPlace('South Ranch')
  await sql(
    `insert into herd.settings (site_id, kind, zone, markets) values ($1, 'dairy', 'America/Regina', '{CA}')`,
    site.id,
  )
  await portal.withPage(alice, { width: 1024 }, async ({ page }) => {
    await page.goto(`${addressOf(site)}/settings?from=a-mail`)
    await heading(page, 'Settings')
    assert.equal(page.url(), `${addressOf(site)}/settings?from=a-mail`)
    await page.getByRole('radio', { name: /^Purebred/ }).check()
    await page.getByRole('checkbox', { name: 'Canada' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please choose where you ship to.').waitFor()
    await page.getByRole('checkbox', { name: 'Japan' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').first().waitFor()
    await page.reload()
    await heading(page, 'Settings')
    assert.ok(await page.getByRole('checkbox', { name: 'Japan' }).isChecked())
    await assertFits(page, 'the settings')
  })
  await portal.withPage(bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${addressOf(site)}/settings`)
    await page.getByText('Only an owner or a manager can change this.').waitFor()
    await page.getByText('Purebred', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    await assertFits(page, 'the settings of whoever has no right to them')
  })
})

test('a site that is not paid for is read, then stopped, and says so', async () => {
  const site = await newPlace('East Ranch')
  await sql(`update customers.sites set standing = 'read_only' where id = $1`, site.id)
  await portal.withPage(alice, { width: 360 }, async ({ page, watch }) => {
    await page.goto(`${addressOf(site)}/`)
    await page.getByText('This site is read-only until its payment is settled.').waitFor()
    await heading(page, 'Today')
    await assertFits(page, 'a read-only site')
    await page.goto(`${addressOf(site)}/settings`)
    await page.getByText('This can be changed again once the payment is settled.').waitFor()

    watch.expect(/^503 GET \//)
    await sql(`update customers.sites set standing = 'stopped' where id = $1`, site.id)
    await page.reload()
    await page.getByText('stopped until its payment is settled').waitFor()
  })
})

test('J04 whoever is removed while the app is open finds nothing there any more', async () => {
  const site = await newPlace('West Ranch')
  await portal.withPage(bob, {}, async ({ page, watch }) => {
    await page.goto(`${addressOf(site)}/`)
    await page.getByText('Ask an owner or a manager to bring the herd, or scan as you go.').waitFor()
    watch.expect(/^404 GET \//)
    await sql('delete from customers.members where user_id = $1 and place_id = $2', bob.id, site.id)
    await page.reload()
    await heading(page, 'That page cannot be found')
    assert.ok(!(await page.content()).includes('West Ranch'))
  })
})

test('a site that has outgrown its plan says so to its owner, to nobody of its crew, and goes on', async () => {
  const site = await newPlace('Grown Ranch')
  const card = JSON.stringify({ status: 'here', species: 'cattle', tags: [], holds: [] })
  await sql(
    `insert into herd.animals (site_id, id, as_of, status, main_tag, card)
     select $1, gen_random_uuid(), 0, 'here', '', $2 from generate_series(1, 1251)`,
    site.id,
    card,
  )
  await sql(
    `insert into herd.settings (site_id, kind, zone, markets) values ($1, 'feedlot', 'America/Edmonton', '{CA}')`,
    site.id,
  )
  const words =
    'There are 1,251 head here. The Ranch plan is sized for up to 250. Everything goes on as it is.'
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await page.goto(`${addressOf(site)}/`)
    await page.getByText(words).waitFor()
    await assertFits(page, 'a site that has outgrown its plan')
    await page.goto(`${addressOf(site)}/settings`)
    await page.getByText(words).waitFor()
    await page.getByRole('link', { name: 'See the plan' }).click()
    await page.waitForURL(`${portal.url}/site/${site.id}`)
  })
  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(`${addressOf(site)}/`)
    await page.getByText('1,251').first().waitFor()
    assert.equal(await page.getByText('sized for').count(), 0)
  })
})

test('a server that does not answer is said to be away, and asked again', async () => {
  const site = await newPlace('Far Ranch')
  await portal.withPage(bob, {}, async ({ page, context, watch }) => {
    await page.goto(`${addressOf(site)}/`)
    await heading(page, 'Today')
    watch.expect(/./)
    await context.route('**/app/v1/me', (route) => route.abort())
    await context.route('**/robots.txt', (route) => route.abort())
    await page.reload()
    await page.getByText('You are offline. What you see may be old.').waitFor()
    await page.getByText('The site could not be opened.').first().waitFor()
    await assertFits(page, 'a site whose server is away')
    await context.unroute('**/app/v1/me')
    await context.unroute('**/robots.txt')
    // By itself it is asked again, too, and the button may have gone.
    await page
      .getByRole('button', { name: 'Try again' })
      .evaluateAll(([again]) => (again as HTMLElement | undefined)?.click())
    await heading(page, 'Today')
  })
})

test('an address that is none of the app’s screens says so inside it', async () => {
  const site = await newPlace('Last Ranch')
  await portal.withPage(bob, {}, async ({ page, watch }) => {
    await page.goto(`${addressOf(site)}/`)
    await heading(page, 'Today')
    watch.expect(/^404 GET \/nowhere/)
    await page.goto(`${addressOf(site)}/nowhere`)
    await heading(page, 'That page cannot be found')
  })
})
