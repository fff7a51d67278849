import { proposeSitePlan } from '@byre/contract/billing/plan-proposals'
import { inviteToSite } from '@byre/contract/people/invites'
import { offerSiteHandOver } from '@byre/contract/people/ownership-transfers'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { billingEntityOfSites, cardNumbers } from '../server/src/testing/billing.ts'

import { join, newBillingEntity, newClinic, newSite, plans } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { giveAskingCard, invoicesOf } from './money-steps.ts'
import { calgary, newName, walkTo } from './place-steps.ts'
import { Portal } from './portal.ts'

/* The accent is for the one thing a view is for: two coloured buttons, and a tired reader must read both. */

let portal: Portal
let alice: Person
let bob: Person
const screens: Record<string, string> = {}
const bobs: Record<string, string> = {}
before(async () => {
  portal = await Portal.open()
  const { testApp } = portal
  ;[alice, bob] = [
    await portal.onboarded(newName('alice'), calgary),
    await portal.onboarded(newName('bob'), calgary),
  ]
  const owed = await billingEntityOfSites(testApp, alice, 2, cardNumbers.declines)
  const alsoOwed = await billingEntityOfSites(testApp, alice, 1, cardNumbers.declines)
  const atBank = await newBillingEntity(testApp, alice)
  await newSite(testApp, alice, { billing_entity_id: atBank.id, name: 'Bank Pens' })
  await giveAskingCard(portal, alice, atBank.id)
  const good = await billingEntityOfSites(testApp, alice, 2)
  await testApp.pass(15)
  const [site, other] = good.sites as [string, string]
  for (const role of ['Admin', 'User'] as const)
    await join(testApp, await portal.onboarded(newName('dora'), calgary), { kind: 'site', id: site }, role)
  await join(testApp, bob, { kind: 'site', id: site }, 'Admin')
  await testApp.call(offerSiteHandOver, { as: alice, params: { id: site }, body: { user_id: bob.id } })
  await join(testApp, bob, { kind: 'site', id: other }, 'Owner')
  await testApp.call(proposeSitePlan, { as: bob, params: { id: other }, body: { plan_id: plans.herd } })
  const clinic = await newClinic(testApp, alice, { billing_entity_id: good.id })
  const [invoice] = await invoicesOf(portal, alice, owed.id)
  for (const place of ['River Pens', 'Hill Pens', 'Creek Pens']) {
    const own = await newSite(testApp, bob, { name: place })
    const host = `${own.id}.${new URL(portal.url).host}`
    await testApp.call(inviteToSite, { as: bob, host, body: { email: alice.email } })
  }
  const tabsOfBillingEntity = [
    'sites',
    'users',
    'plans',
    'invoices',
    'spending',
    'details',
    'activity',
    'webhooks',
  ]
  Object.assign(screens, {
    'a dashboard with two payers that owe': '/',
    'billing information on the dashboard': '/?tab=billing',
    places: '/places',
    'three invites': '/invites',
    'a site': `/site/${site}`,
    'its domain': `/site/${site}?tab=domain`,
    'its activity': `/site/${site}?tab=activity`,
    'its webhooks': `/site/${site}?tab=webhooks`,
    'a site with a proposal': `/site/${other}`,
    'a site that owes': `/site/${owed.sites[0]}`,
    'another that owes': `/site/${alsoOwed.sites[0]}`,
    clinic: `/clinic/${clinic.id}`,
    'a new site': '/site/new',
    'a site’s form': `/site/${site}/edit`,
    'a clinic’s form': `/clinic/${clinic.id}/edit`,
    'billing information': '/billing-entities',
    'a payer that is asked by its bank': `/billing-entities/${atBank.id}`,
    'a new payer': '/billing-entities/new',
    'a payer’s form': `/billing-entities/${good.id}/edit`,
    'a kept card': `/billing-entities/${good.id}/card/edit`,
    invoice: `/billing-entities/${owed.id}/invoices/${invoice!.id}`,
    profile: `/users/${alice.id}/profile`,
    security: `/users/${alice.id}/profile?tab=security`,
    mail: `/users/${alice.id}/profile?tab=mail`,
    'not found': '/nowhere',
    help: '/help',
  })
  for (const tab of tabsOfBillingEntity) {
    screens[`${tab} of a payer that owes`] = `/billing-entities/${owed.id}?tab=${tab}`
    screens[`${tab} of a payer with a proposal`] = `/billing-entities/${good.id}?tab=${tab}`
  }
  Object.assign(bobs, { 'a site that is offered': `/site/${site}`, 'a dashboard with an offer': '/' })
})
after(() => portal?.close())

/** The coloured buttons that stand in the page. */
const coloured = (page: Page) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll('main .button')].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    )
    const accent = document.createElement('i')
    accent.style.color = 'var(--accent)'
    document.body.append(accent)
    const colour = getComputedStyle(accent).color
    accent.remove()
    return seen
      .filter((one) => one.matches('[data-kind=primary]') || getComputedStyle(one).backgroundColor === colour)
      .map((one) => one.textContent)
  })

async function findTooMany(page: Page, all: Record<string, string>): Promise<string[]> {
  const crowded: string[] = []
  await page.goto(portal.url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const [screen, path] of Object.entries(all)) {
    await walkTo(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
    const buttons = await coloured(page)
    if (buttons.length > 1) crowded.push(`${screen}: ${buttons.join(', ')}`)
  }
  return crowded
}

for (const width of [360, 1440]) {
  test(`at ${width} px no screen has more than one button in the accent`, async () => {
    await portal.withPage(alice, { width }, async ({ page, watch }) => {
      watch.expect(/404/)
      assert.deepEqual(await findTooMany(page, screens), [])
    })
    await portal.withPage(bob, { width }, async ({ page }) => {
      assert.deepEqual(await findTooMany(page, bobs), [])
    })
  })

  test(`at ${width} px no screen of those who come has more than one button in the accent`, () =>
    portal.withPage(null, { width }, async ({ page }) => {
      const all = { login: '/login', register: '/register', reset: '/reset', 'not found': '/nowhere' }
      assert.deepEqual(await findTooMany(page, all), [])
    }))
}
