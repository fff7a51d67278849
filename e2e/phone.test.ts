import { inviteToSite } from '@byre/contract/people/invites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { billingEntityOfSites, cardNumbers } from '../server/src/testing/billing.ts'
import { newSite } from '../server/src/testing/places.ts'
import { assertAccessibleEverywhere } from './money-steps.ts'
import { calgary, field, newName, titled, withBillingEntity } from './place-steps.ts'
import { Portal } from './portal.ts'

/* On a phone: the bar at its foot, tabs that are one row, and screens that end. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' })
const boxOf = async (what: Locator) => {
  const box = await what.boundingBox()
  assert.ok(box)
  return box
}

/** Of the whole page, once it is the same for a while: parts of it are fetched apart. */
const heightAtRest = (page: Page) =>
  page.evaluate(async () => {
    const height = () => document.documentElement.scrollHeight
    for (let [last, same] = [0, 0]; same < 30;) {
      await new Promise((drawn) => requestAnimationFrame(drawn))
      same = height() === last ? same + 1 : 0
      last = height()
    }
    return height()
  })

test('a bar at the foot leads home, to places, invites and oneself, by thumb, and marks what waits there', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  const bob = await portal.onboarded(newName('bob'))
  await billingEntityOfSites(portal.testApp, alice, 4, cardNumbers.declines)
  const pens = await newSite(portal.testApp, bob, { name: 'North Pens' })
  const host = `${pens.id}.${new URL(portal.url).host}`
  await portal.testApp.call(inviteToSite, { as: bob, host, body: { email: alice.email } })
  await portal.testApp.pass(15)
  await portal.withPage(alice, { width: 360, touch: true }, async ({ page }) => {
    await page.goto(portal.url)
    const stops = bar(page).getByRole('link')
    await stops.nth(3).waitFor()
    assert.deepEqual(
      (await stops.allTextContents()).map((text) => text.replace(/\d/g, '')),
      ['Home', 'Places', 'Invites', 'You'],
    )
    await bar(page).getByRole('img', { name: '4 need attention' }).waitFor()
    await bar(page).getByRole('img', { name: '1 pending invite' }).waitFor()
    for (const stop of await stops.all()) {
      const { width, height } = await boxOf(stop)
      assert.ok(width >= 44 && height >= 44, `${width} × ${height}`)
    }
    assert.equal(await stops.nth(0).getAttribute('aria-current'), 'page')
    await assertAccessibleEverywhere(page, 'the dashboard with its bar')

    await stops.nth(1).tap()
    await titled(page, 'Places')
    // The fourth of them is opened with the second press.
    await page.getByRole('link', { name: 'Launch Pasture 4' }).waitFor()
    assert.equal(await stops.nth(1).getAttribute('aria-current'), 'page')
    await assertAccessibleEverywhere(page, 'places')
    await stops.nth(2).tap()
    await titled(page, 'Invites')
    await stops.nth(3).tap()
    await titled(page, 'Update Profile')
    await stops.nth(0).tap()
    await titled(page, 'Dashboard')

    await page.setViewportSize({ width: 1440, height: 900 })
    await bar(page).waitFor({ state: 'hidden' })
  })
})

test('the bar covers neither the end of a page nor what has the focus, and gives way to a keyboard', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, { width: 360, touch: true }, async ({ page }) => {
    await page.goto(portal.url)
    await bar(page).waitFor()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const end = await boxOf(page.locator('footer'))
    assert.ok(end.y + end.height <= (await boxOf(bar(page))).y + 1, 'the footer ends above it')

    await page.goto(`${portal.url}/users/${alice.id}/profile`)
    await field(page, 'Email').waitFor()
    await bar(page).waitFor()
    const { y: top } = await boxOf(bar(page))
    // By keyboard, through all that is on the page.
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab')
      const met = await page.evaluate(() => {
        const at = document.activeElement!
        const isIn = at.closest('main') !== null && at.matches('input, select, button, a')
        return isIn ? at.getBoundingClientRect().bottom : 0
      })
      assert.ok(met <= top, `what has the focus ends at ${met}, the bar begins at ${top}`)
    }

    await field(page, 'Email').focus()
    assert.equal(await bar(page).isVisible(), true, 'no keyboard yet')
    await page.setViewportSize({ width: 360, height: 500 })
    await bar(page).waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 360, height: 900 })
    await bar(page).waitFor()
  })
})

test('whatever a screen or a dialog is for has the height of a thumb at work', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  const bob = await portal.onboarded(newName('bob'), calgary)
  const carol = await portal.testApp.person(newName('carol'))
  const { sites } = await billingEntityOfSites(portal.testApp, alice, 1, cardNumbers.declines)
  await portal.testApp.pass(15)
  const heights: Record<string, number> = {}
  const measure = async (page: Page, name: string) => {
    const main = page.locator('.button:is([data-kind="primary"], [data-kind="danger"])')
    heights[name] = Math.round((await boxOf(main.filter({ hasText: name }).first())).height)
  }
  await portal.withPage(alice, { width: 360, touch: true }, async ({ page }) => {
    await page.goto(portal.url)
    await page.getByRole('link', { name: 'Replace Card' }).waitFor()
    await measure(page, 'Replace Card')
    await page.goto(`${portal.url}/site/${sites[0]}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).tap()
    await page.getByRole('alertdialog').waitFor()
    await measure(page, 'Delete')
    await page.goto(`${portal.url}/billing-entities`)
    await measure(page, 'Add Billing Information')
    await page.goto(`${portal.url}/billing-entities/new`)
    await field(page, 'Name').fill('x')
    await page.getByRole('link', { name: 'Cancel' }).tap()
    await measure(page, 'OK')
  })
  await portal.withPage(bob, { width: 360, touch: true }, async ({ page }) => {
    await page.goto(portal.url)
    await page.getByText('Start Your Free Trial!').waitFor()
    await measure(page, 'Create Site')
  })
  await portal.withPage(carol, { width: 360, touch: true }, async ({ page }) => {
    await page.goto(portal.url)
    await page
      .getByRole('button', { name: 'Get Started!' })
      .or(page.getByRole('link', { name: 'Get Started!' }))
      .waitFor()
    await measure(page, 'Get Started!')
  })
  assert.deepEqual([...new Set(Object.values(heights))], [52], JSON.stringify(heights))
})

for (const width of [360, 1440])
  test(`at ${width} px tabs are one row, in which the chosen one is in view`, async () => {
    const alice = await withBillingEntity(portal, 'alice')
    const { id } = await billingEntityOfSites(portal.testApp, alice, 1)
    await portal.withPage(alice, { width, touch: width === 360 }, async ({ page }) => {
      for (const path of [`/billing-entities/${id}`, '/', `/users/${alice.id}/profile`]) {
        await page.goto(portal.url + path)
        const tabs = page.getByRole('tab')
        await tabs.nth(1).waitFor()
        const tops = await tabs.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
        assert.equal(new Set(tops).size, 1, `${path}: ${tops.join()}`)
        for (const which of [-1, 0]) {
          const tab = which === 0 ? tabs.first() : tabs.last()
          if (width === 360) await tab.tap()
          else await tab.click()
          await page.waitForFunction(
            (name) => document.querySelector('[role=tab][aria-selected=true]')?.textContent === name,
            await tab.textContent(),
          )
          const { x, width: wide } = await boxOf(tab)
          assert.ok(x >= 0 && x + wide <= width, `${path}: from ${x}, ${wide} wide`)
        }
        const y = await page.evaluate(() => scrollY)
        // Who comes by the address finds it in view, too.
        await page.goto(`${portal.url}${path}?tab=${path.startsWith('/b') ? 'activity' : 'billing'}`)
        await tabs.nth(1).waitFor()
        const { x, width: wide } = await boxOf(page.getByRole('tab', { selected: true }))
        assert.ok(x >= 0 && x + wide <= width, `${path} by its address: from ${x}, at ${y}`)
      }
    })
  })

test('neither the dashboard, nor a payer of eleven sites, nor a list of fourteen is longer than six screens', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  const { id } = await billingEntityOfSites(portal.testApp, alice, 11)
  await portal.testApp.pass(15)
  await billingEntityOfSites(portal.testApp, alice, 3)
  const tallest = 2400
  await portal.withPage(alice, { width: 360, touch: true }, async ({ page }) => {
    const heights: Record<string, number> = {}
    for (const path of [
      '/',
      '/places',
      '/billing-entities',
      ...['sites', 'plans', 'invoices', 'spending', 'details'].map(
        (tab) => `/billing-entities/${id}?tab=${tab}`,
      ),
    ]) {
      await page.goto(portal.url + path)
      await page.getByRole('main').locator('.card, .table').first().waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      await bar(page).waitFor()
      heights[path.replace(id, '')] = await heightAtRest(page)
    }
    const tooTall = Object.entries(heights).filter(([, height]) => height > tallest)
    assert.deepEqual(tooTall, [], JSON.stringify(heights))
  })
})
