import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { billingEntityOfSites } from '../server/src/testing/billing.ts'
import { join, newClinic } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { invite, moreAbout, openInvites, someone } from './people-steps.ts'
import { button, walkTo } from './place-steps.ts'
import { Portal } from './portal.ts'
import { keepToast } from './toast-steps.ts'

/* What is read out: headings one below the other, a name for all that can be pressed, and each outcome once. */

let portal: Portal
let alice: Person
let bob: Person
let site: string
let screens: Record<string, string>
before(async () => {
  portal = await Portal.open()
  ;[alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
  const { id, sites } = await billingEntityOfSites(portal.testApp, alice, 8)
  site = sites[0]!
  await join(portal.testApp, bob, { kind: 'site', id: site }, 'User')
  const clinic = await newClinic(portal.testApp, alice)
  screens = {
    dashboard: '/',
    invites: '/invites',
    site: `/site/${site}`,
    'a site’s activity': `/site/${site}?tab=activity`,
    'a site’s webhooks': `/site/${site}?tab=webhooks`,
    'a site’s form': `/site/${site}/edit`,
    'a new site': '/site/new',
    clinic: `/clinic/${clinic.id}`,
    payer: `/billing-entities/${id}`,
    'a payer’s invoices': `/billing-entities/${id}?tab=invoices`,
    'a kept card': `/billing-entities/${id}/card/edit`,
    profile: `/users/${alice.id}/profile`,
    security: `/users/${alice.id}/profile?tab=security`,
    help: '/help',
  }
})
after(() => portal?.close())

/** As a screen reader has it: a line each, its role first, then its name in quotation marks. */
async function linesOf(page: Page): Promise<string[]> {
  return (await page.locator('body').ariaSnapshot()).split('\n').map((line) => line.trim().replace(/^- /, ''))
}

const named =
  /^(?:button|link|textbox|searchbox|combobox|checkbox|radio|tab|option|switch|dialog|table|region)\b/

for (const width of [360, 1440])
  test(`at ${width} px headings follow each other, and all that can be pressed has a name`, () =>
    portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(portal.url)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const [screen, path] of Object.entries(screens)) {
        await walkTo(page, path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
        // The title that stood there before the page was fetched makes way for the page's own.
        await page.waitForFunction(
          () => [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).length === 1,
        )
        const lines = await linesOf(page)
        const levels = lines.flatMap((line) => /^heading .*\[level=(\d)\]/.exec(line)?.[1] ?? []).map(Number)
        assert.equal(levels.filter((level) => level === 1).length, 1, `${screen}: ${levels.join()}`)
        const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
        assert.deepEqual(skipped, [], `${screen}: ${levels.join()}`)
        assert.deepEqual(
          lines.filter((line) => named.test(line) && !/^\w+ (?:"|\/)/.test(line)),
          [],
          `${screen}: without a name`,
        )
      }
    }))

/** All that is announced from now on, a line each time something that is live says something new. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const live =
      ':is([role=status], [role=alert], [role=alertdialog], [aria-live=polite], [aria-live=assertive])'
    const heard: string[] = []
    const said = new WeakMap<Element, string>()
    const look = () => {
      for (const one of document.querySelectorAll(live)) {
        const text = (one.textContent ?? '').trim()
        if (text && said.get(one) !== text && !one.querySelector(live) && !one.closest('[aria-hidden=true]'))
          heard.push(text)
        said.set(one, text)
      }
    }
    for (const one of document.querySelectorAll(live)) said.set(one, (one.textContent ?? '').trim())
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { heard })
  })
  return () => page.evaluate(() => Reflect.get(window, 'heard') as string[])
}

for (const width of [360, 1440])
  test(`at ${width} px what was done is announced once`, () =>
    portal.withPage(alice, { width }, async ({ page }) => {
      const once = async (said: string, act: () => Promise<void>) => {
        // What is still being fetched announces itself.
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' })
        const heard = await listen(page)
        await act()
        await page.getByText(said).first().waitFor()
        await page.waitForTimeout(300)
        const all = await heard()
        // While it lasts it may be said what is being done ('Sending invite..'), once.
        const outcomes = all[0]?.endsWith('..') ? all.slice(1) : all
        assert.deepEqual(
          outcomes.map((text) => text.includes(said)),
          [true],
          `${said}: ${JSON.stringify(all)}`,
        )
      }
      await page.goto(`${portal.url}/site/${site}`)
      await openInvites(page)
      await once('Invite sent.', () => invite(page, `eve-${width}@ranch.example`, 'User'))
      await page.reload()
      await moreAbout(page, 'Bob Ardley')
      await page.getByRole('button', { name: 'Remove Bob Ardley' }).click()
      await once('Bob Ardley was removed.', () => button(page.getByRole('alertdialog'), 'Remove').click())
      await keepToast(page)
      await once('Bob Ardley is back.', () =>
        button(page.getByRole('region', { name: 'Notifications' }), 'Undo').click(),
      )
      await page.goto(`${portal.url}/users/${alice.id}/profile`)
      await page.getByLabel('City').fill(`Olds ${width}`)
      await once('Your profile was updated.', () => button(page, 'Update').click())
    }))
