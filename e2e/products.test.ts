import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import * as clinicCalls from '@byre/contract/places/clinics'
import * as siteCalls from '@byre/contract/places/sites'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { clinicFields, siteFields } from '../server/src/testing/places.ts'
import { buildClient } from './another-client.ts'
import { assertAccessible } from './browser.ts'
import { button, createClinic, createSite, link, newName, titled, withBillingEntity } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Builds that manage one product alone: of the other there is no tab, no menu, no card, no screen and no call. */

const id = '019a0000-0000-7000-8000-000000000001'
const tabsOf = async (page: Page) => {
  await page.getByRole('tab').first().waitFor()
  return page.getByRole('tab').allTextContents()
}

/** What somebody sees who has just come: the roles, the first steps and where they lead. */
async function welcomed(portal: Portal, page: Page, roles: string[], start: 'Create Site' | 'Start Clinic') {
  await page.goto(`${portal.url}/welcome/3`)
  await titled(page, 'What brings you here?')
  const cards = page.getByRole('main').getByRole('heading', { level: 2 })
  assert.deepEqual(await cards.allTextContents(), [...roles, 'Invited app user'])
  await page.getByRole('main').getByText(start, { exact: true }).click()
  await titled(page, start === 'Create Site' ? 'New Site' : 'New Clinic')
}

/** The menu's entries, from top to bottom, where it stands beside the page; the last may come late. */
const menuOf = async (page: Page, last: string) => {
  const menu = page.getByRole('navigation', { name: 'Main' })
  await link(menu, last).waitFor()
  return (await menu.locator('.side-label').allTextContents()).map((label) => label.trim())
}

/** At the top of each page, and below it with the year. */
async function assertBranded(page: Page, name: string) {
  await page.locator('header').getByRole('link', { name, exact: true }).waitFor()
  const year = new Date().getFullYear()
  await page.getByRole('contentinfo').getByText(`© ${year} ${name}`, { exact: true }).waitFor()
}

async function assertNotThere(portal: Portal, page: Page, paths: string[]) {
  for (const path of paths) {
    await page.goto(portal.url + path)
    await titled(page, 'That page cannot be found')
    await link(page, 'Take me home').click()
    await titled(page, 'Dashboard')
  }
}

const products = {
  sites: {
    width: 360,
    name: 'Byre Sites',
    one: 'site',
    role: 'Site owner or manager',
    start: 'Create Site',
    menu: ['Dashboard', 'Invites', 'Billing Info', 'Sites', 'New Site', 'Ardley'],
    tab: 'Operation Sites',
    create: createSite,
    plans: { offered: /Herd/, others: /Practice/ },
    missing: ['/clinic/new', `/clinic/${id}`, `/clinic/${id}/edit`],
  },
  clinics: {
    width: 1440,
    name: 'Byre Clinics',
    one: 'clinic',
    role: 'Clinic owner or manager',
    start: 'Start Clinic',
    menu: ['Dashboard', 'Invites', 'Billing Info', 'Clinics', 'New Clinic', 'Ardley'],
    tab: 'Veterinary Clinics',
    create: createClinic,
    plans: { offered: /Practice/, others: /Herd/ },
    missing: ['/site/new', `/site/${id}`, `/site/${id}/edit`],
  },
} as const

for (const product of ['sites', 'clinics'] as const)
  test(`a build with ${product} alone welcomes for it, makes it, and shows nothing else`, async () => {
    const { width, name, one, role, start, menu, tab, create, plans, missing } = products[product]
    const build = { BYRE_BRAND: product, BYRE_PRODUCTS: product }
    const otherTab = products[product === 'sites' ? 'clinics' : 'sites'].tab

    const portal = await Portal.open(build)
    const client = await buildClient(portal.url, build)
    try {
      const newcomer = await portal.testApp.person(newName('bob'))
      await portal.withPage(newcomer, { width, prepare: client.layOver }, async ({ page }) => {
        await welcomed(portal, page, [role], start)
      })

      const alice = await withBillingEntity(portal, 'alice')
      await portal.withPage(alice, { width, prepare: client.layOver }, async ({ page }) => {
        await page.goto(portal.url)
        assert.deepEqual(await tabsOf(page), [`${tab} (0)`, 'Billing Info (1)'])
        assert.match(await page.title(), new RegExp(`${name}$`))
        await assertBranded(page, name)
        await page.getByText('Start Your Free Trial!').waitFor()
        await assertAccessible(page, `dashboard with ${product} alone`)

        await create(portal, page, 'Ardley', newName('ardley'))
        await link(page, 'Edit').click()
        await page.getByRole('radio', { name: plans.offered }).first().waitFor()
        assert.equal(await page.getByRole('radio', { name: plans.others }).count(), 0)
        await page.goto(portal.url)
        assert.deepEqual(await tabsOf(page), [`${tab} (1)`, 'Billing Info (1)'])
        if (width < 700) await button(page, 'Menu').click()
        assert.deepEqual(await menuOf(page, 'Ardley'), menu)

        await page.goto(`${portal.url}/invites`)
        assert.deepEqual(await tabsOf(page), [`${menu[3]} (0)`])
        await page.getByText(`an administrator of the ${one}.`).waitFor()
        await assertAccessible(page, `invites with ${product} alone`)

        const { reply } = await portal.testApp.call(listBillingEntities, { as: alice })
        const billingEntity = reply.billing_entities[0]!.id
        await page.goto(`${portal.url}/billing-entities/${billingEntity}`)
        await page.getByRole('tab', { name: `${tab} (1)` }).waitFor()
        const tabs = await tabsOf(page)
        assert.ok(!tabs.some((label) => label.startsWith(otherTab)))

        await assertNotThere(portal, page, [...missing])

        const refused =
          product === 'sites'
            ? await portal.testApp.call(clinicCalls.createClinic, {
                as: alice,
                body: clinicFields(billingEntity),
              })
            : await portal.testApp.call(siteCalls.createSite, { as: alice, body: siteFields(billingEntity) })
        assert.deepEqual([refused.status, refused.body['code']], [403, 'product.disabled'])
        const me = await portal.testApp.call(getUser, { as: alice, params: { id: alice.id } })
        assert.deepEqual(me.reply.capabilities, {
          sites: product === 'sites',
          clinics: product === 'clinics',
        })
      })
    } finally {
      await client.remove()
      await portal.close()
    }
  })

test('a server with clinics alone shows nothing of sites, whatever the page was built with', async () => {
  const portal = await Portal.open({ BYRE_PRODUCTS: 'clinics' })
  try {
    const newcomer = await portal.testApp.person(newName('bob'))
    await portal.withPage(newcomer, {}, (seat) =>
      welcomed(portal, seat.page, ['Clinic owner or manager'], 'Start Clinic'),
    )
    const alice = await withBillingEntity(portal, 'alice')
    await portal.withPage(alice, {}, async ({ page, watch }) => {
      await page.goto(portal.url)
      await assertBranded(page, 'Byre Sites')
      assert.deepEqual(await tabsOf(page), ['Veterinary Clinics (0)', 'Billing Info (1)'])
      const menu = ['Dashboard', 'Invites', 'Billing Info', 'Clinics', 'New Clinic']
      assert.deepEqual(await menuOf(page, 'New Clinic'), menu)
      await page.goto(`${portal.url}/invites`)
      assert.deepEqual(await tabsOf(page), ['Clinics (0)'])
      await page.getByText('an administrator of the clinic.').waitFor()

      await createClinic(portal, page, 'Ardley', newName('ardley'))
      await page.getByRole('main').getByRole('link', { name: 'Ardley Cattle' }).click()
      await page.getByRole('tab', { name: 'Veterinary Clinics (1)' }).waitFor()
      const tabs = await tabsOf(page)
      assert.ok(!tabs.some((label) => label.startsWith('Operation Sites')), tabs.join(' '))
      watch.expect(/^404 GET \/api\/v1\/sites\//)
      await assertNotThere(portal, page, [...products.clinics.missing])
    })
  } finally {
    await portal.close()
  }
})
