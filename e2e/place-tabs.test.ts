import { updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { giveCard } from '../server/src/testing/billing.ts'
import { join, newSite } from '../server/src/testing/places.ts'
import { assertAccessibleEverywhere } from './money-steps.ts'
import { someone, users } from './people-steps.ts'
import { button, link, newName } from './place-steps.ts'
import { Portal } from './portal.ts'

/* A place in tabs that have addresses: what everybody sees, its domain, and what was done. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const isChosen = (page: Page, name: string) =>
  tab(page, name).and(page.locator('[aria-selected="true"]')).waitFor()
const head = (page: Page) => page.locator('.page-head')
const assertNoHigherThan = async (page: Page, most: number) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  assert.ok(height <= most, `the page is ${height} px high`)
}
const prove = (domain: string) =>
  portal.testApp.database.pool.query(
    `update customers.domain_claims set state = 'verified', verified_at = now() where domain = $1`,
    [domain],
  )

for (const width of [360, 1440])
  test(`at ${width} px a site’s head says how it is and where, and Back and reload keep its tab`, async () => {
    const alice = await someone(portal, 'Alice')
    const site = await newSite(portal.testApp, alice, { name: 'North Pens' })
    for (let n = 1; n <= 12; n += 1)
      await portal.testApp.call(updateSite, {
        as: alice,
        params: { id: site.id },
        body: { name: `North Pens ${n}`, city: `Olds ${n}`, description: `Pens ${n}` },
      })
    await portal.withPage(alice, { width }, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto(`${portal.url}/site/${site.id}`)
      await users(page).waitFor()
      await head(page).getByText('In trial', { exact: true }).waitFor()
      const { host } = new URL(site.launch_url)
      assert.equal(await head(page).getByRole('link', { name: host }).getAttribute('href'), site.launch_url)
      await head(page).getByRole('button', { name: 'Copy the web address' }).click()
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), site.launch_url)
      const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
      const launch = (await link(page, 'Launch').boundingBox())!
      const remove = (await button(page, 'Delete').boundingBox())!
      if (width === 1440) {
        assert.ok(launch.x > title.x + title.width, 'actions stand at the right')
        const [facts, billing] = await Promise.all(
          ['Site Information', 'Billing'].map((name) => page.getByRole('region', { name }).boundingBox()),
        )
        assert.equal(facts!.height, billing!.height, 'cards of a row are equally high')
        assert.equal(Math.round(facts!.width / billing!.width), 2, '8 columns and 4')
      } else await assertNoHigherThan(page, 2400)
      assert.ok(remove.x >= launch.x + launch.width + 16, 'Delete is apart')
      await assertAccessibleEverywhere(page, `a site’s overview at ${width}`)

      await tab(page, 'Domain').click()
      await page.waitForURL('**/site/*?tab=domain')
      await page.getByText('No custom domain').waitFor()
      await assertAccessibleEverywhere(page, `a site without a domain at ${width}`)
      await tab(page, 'Activity').click()
      await page.waitForURL('**/site/*?tab=activity')
      const activity = page.getByRole('table', { name: /^Activity of/ })
      await activity.getByText('Changed the site').first().waitFor()
      if (width === 360) {
        await assertNoHigherThan(page, 2400)
        for (const row of await activity.locator('tbody tr').all()) {
          const { height = 0 } = (await row.boundingBox()) ?? {}
          assert.ok(height > 0 && height <= 84, `two lines and a chip, not ${height} px`)
        }
        await activity.getByRole('button', { name: '3 changes' }).first().click()
      }
      await activity.getByText('City: Olds 11 → Olds 12').waitFor()
      await assertAccessibleEverywhere(page, `a site’s activity at ${width}`)
      await button(page, 'Older').click()
      await page.waitForURL(/after=/)
      await activity.getByText('Set up the site').waitFor()
      await page.reload()
      await activity.getByText('Set up the site').waitFor()
      await isChosen(page, 'Activity')
      await page.getByLabel('What').selectOption('Set up the site')
      await page.waitForURL(/deed=createSite/)
      await activity.getByText('Changed the site').first().waitFor({ state: 'detached' })
      await page.goBack()
      await page.goBack()
      await activity.getByText('Changed the site').first().waitFor()
      await page.goBack()
      await isChosen(page, 'Domain')
      await page.reload()
      await isChosen(page, 'Domain')
      await page.goBack()
      await isChosen(page, 'Overview')
      await users(page).waitFor()
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px what is left at a site ticks itself: card, people, domain and first launch`, async () => {
    const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
    const domain = `${newName('pens')}.farm`
    const site = await newSite(portal.testApp, alice, { name: 'South Pens', domain: `https://${domain}` })
    await portal.withPage(alice, { width }, async ({ page, context, watch }) => {
      await page.goto(`${portal.url}/site/${site.id}`)
      const steps = page.getByRole('region', { name: 'South Pens is ready' })
      await steps.getByRole('listitem').nth(3).waitFor()
      assert.equal(await steps.getByText('Done: ').count(), 0)
      await assertAccessibleEverywhere(page, `what is left at ${width}`)

      await link(steps, 'See the records').click()
      await isChosen(page, 'Domain')
      await prove(domain)
      await steps.getByText('Done: ').count()
      await link(steps, 'Invite people').click()
      await isChosen(page, 'Overview')
      await page.getByLabel('Email', { exact: true }).and(page.locator(':focus')).waitFor()
      await page.keyboard.insertText('carol@ranch.example')
      await button(page, 'Send Invite').click()
      await steps.getByText('Done: People have been invited.').waitFor()
      await page.waitForURL((url) => url.search === '')

      const [opened] = await Promise.all([context.waitForEvent('page'), link(steps, 'Launch it').click()])
      watch.expect(/./)
      await opened.getByRole('heading', { name: 'South Pens', level: 1 }).waitFor()
      await opened.close()
      await steps.getByText('Done: It was launched.').waitFor()
      await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
      await page.reload()
      await steps.getByText('Done: People have been invited.').waitFor()
      await steps.getByText('Done: Its own domain is verified.').waitFor()
      await giveCard(portal.testApp, alice, site.billing_entity_id)
      await page.reload()
      await users(page).waitFor()
      assert.equal(await steps.count(), 0, 'nothing is left')
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px a verified domain is one line and the web address; a User sees neither its records nor a card`, async () => {
    const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
    const domain = `${newName('east')}.farm`
    const site = await newSite(portal.testApp, alice, { name: 'East Pens', domain: `https://${domain}` })
    await giveCard(portal.testApp, alice, site.billing_entity_id)
    await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
    const address = `${portal.url}/site/${site.id}`
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${address}?tab=domain`)
      await page.getByText(`_byre-verify.${domain}`, { exact: true }).waitFor()
      await head(page)
        .getByRole('link', { name: new URL(site.launch_url).host })
        .waitFor()
      await prove(domain)
      await page.reload()
      const panel = page.getByRole('region', { name: 'Custom Domain' })
      await panel.getByText('is the web address.').waitFor()
      assert.equal(await panel.getByText(`_byre-verify.${domain}`, { exact: true }).isVisible(), false)
      const { height = 0 } = (await panel.locator('p').first().boundingBox()) ?? {}
      assert.ok(height <= (width === 360 ? 72 : 40), `one line, not ${height} px`)
      assert.equal(
        await head(page).getByRole('link', { name: domain }).getAttribute('href'),
        `https://${domain}`,
      )
      await assertAccessibleEverywhere(page, `a verified domain at ${width}`)
    })
    await portal.withPage(bob, { width }, async ({ page }) => {
      await page.goto(`${address}?tab=domain`)
      await users(page).waitFor()
      await head(page).getByRole('link', { name: domain }).waitFor()
      const main = page.getByRole('main')
      assert.equal(await page.getByRole('tab').count(), 0)
      for (const words of ['_byre-verify', '4242', 'A record', 'Verified', 'is ready'])
        assert.equal(await main.getByText(words).count(), 0, words)
      await main.getByText('Paid by').waitFor()
      await assertAccessibleEverywhere(page, `a site as its User sees it at ${width}`)
    })
  })
