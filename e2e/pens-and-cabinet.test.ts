import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { join, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Portal } from './portal.ts'
import { assertFits } from './yard-steps.ts'

/* Where the herd stands, and what may be given to it. */

let portal: Portal
let alice: Person
let bob: Person

before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
  bob = await portal.onboarded('bob', { first_name: 'Bob', last_name: 'Baker' })
})
after(() => portal.close())

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)
const addressOf = ({ subdomain }: Site) => portal.url.replace('//', `//${subdomain}.`)

async function newYard(name: string): Promise<Site> {
  const site = await newSite(portal.testApp, alice, { name })
  await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'User')
  await portal.testApp.database.pool.query(
    `insert into herd.settings (site_id, kind, zone, markets) values ($1, 'feedlot', 'America/Edmonton', '{CA,US}')`,
    [site.id],
  )
  return site
}

for (const [width, touch] of [
  [360, true],
  [1440, false],
] as const)
  test(`crew add pens and lots at ${width} px, and call one otherwise; no name is there twice`, async () => {
    const site = await newYard(`Pens ${width}`)
    await portal.withPage(bob, { width, touch }, async ({ page, watch }) => {
      await page.goto(`${addressOf(site)}/pens`)
      await page.getByRole('heading', { name: 'No pens yet' }).waitFor()
      await assertFits(page, 'no pens')
      for (const name of ['North 1', 'Sick pen']) {
        await page.getByRole('button', { name: 'Add pen' }).click()
        await page.getByRole('textbox', { name: 'Name' }).fill(name)
        await page.getByRole('button', { name: 'Add', exact: true }).dblclick()
        await page.getByRole('link', { name, exact: true }).waitFor()
      }
      await page.getByRole('button', { name: 'Add lot' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Fall calves')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('link', { name: 'Fall calves' }).waitFor()

      await page.getByRole('button', { name: 'Rename pen North 1' }).click()
      watch.expect(/^409 POST/)
      await page.getByRole('textbox', { name: 'Name' }).fill('sick PEN')
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      const refused = page.getByRole('textbox', { name: 'Name' })
      await page.locator('.field-error').waitFor()
      assert.equal(await refused.getAttribute('aria-invalid'), 'true')
      await assertFits(page, 'a name that is taken')
      await refused.fill('North 2')
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await page.getByRole('link', { name: 'North 2' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'North 1' }).count(), 0)
      await assertFits(page, 'pens')
    })
  })

for (const [width, touch] of [
  [360, true],
  [1440, false],
] as const)
  test(`a manager fills the cabinet at ${width} px: labels that were read, one of their own, a lot`, async () => {
    const site = await newYard(`Cabinet ${width}`)
    await portal.withPage(alice, { width, touch }, async ({ page }) => {
      await page.goto(`${addressOf(site)}/cabinet`)
      await page.getByRole('heading', { name: 'The cabinet is empty' }).waitFor()
      await assertFits(page, 'an empty cabinet')
      await page.getByRole('button', { name: 'Add American labels' }).click()
      const flunixin = page.locator('.cabinet > li', { hasText: 'Flunixin injection' })
      await flunixin.getByText('United States label only').waitFor()
      assert.equal(await page.getByRole('table').count(), 0, 'folded until somebody asks')
      assert.ok((await heightOf(page)) <= 2400, `the cabinet is ${await heightOf(page)} px high`)
      await page.getByRole('heading', { name: 'Flunixin injection' }).click()
      await flunixin
        .getByText('21 CFR 522.970; check the label in your hand (read November 23rd 2026)')
        .waitFor()
      await flunixin.getByText('Meat 4 days, Milk 36 hours').waitFor()

      await page.getByRole('button', { name: 'Add product' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Resflor')
      await page.getByLabel('Country').selectOption('CA')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('A species is empty.').waitFor()
      await page.getByLabel('Species').fill('cattle')
      await page.getByLabel('Route').selectOption('SC')
      await page.getByLabel('Dose').selectOption('by volume')
      await page.getByLabel('Volume').fill('6')
      await page.getByLabel('Per weight').fill('100')
      await page.getByLabel('Meat withdrawal').selectOption('days')
      await page.getByLabel('Meat days').fill('36')
      await page.getByLabel('Where you read it').fill('The label')
      await page.getByLabel('Read on').fill('2026-11-01')
      await assertFits(page, 'a product')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('heading', { name: 'Resflor' }).waitFor()
      // The list may show it before the dialog is gone, and what is behind a dialog takes no words.
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await page.getByLabel('Find a product').fill('resf')
      await page.getByRole('heading', { name: 'Flunixin injection' }).waitFor({ state: 'detached' })
      await page.getByText('6 mL per 100 lb').waitFor()
      const inLabel = (words: string) => page.getByRole('table').getByText(words).waitFor()
      await inLabel('Meat 36 days')
      await page.getByRole('button', { name: 'New label of Resflor' }).click()
      assert.equal(await page.getByLabel('Meat days').inputValue(), '36')
      await page.getByLabel('Meat days').fill('44')
      await page.getByRole('button', { name: 'Save label' }).click()
      await inLabel('Meat 44 days')
      await page.getByText('Version 2', { exact: true }).waitFor()

      await page.getByRole('button', { name: 'Add lot of Resflor' }).click()
      await page.getByLabel('Lot number').fill('B-9')
      await page.getByLabel('Expires on').fill('2024-02-29')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Expired Feb 29, 2024').waitFor()
      await assertFits(page, 'the cabinet')
    })
    await portal.withPage(bob, { width, touch }, async ({ page }) => {
      await page.goto(`${addressOf(site)}/cabinet`)
      await heading(page, 'Cabinet')
      await page.getByRole('heading', { name: 'Resflor' }).click()
      await page.getByText('Version 2', { exact: true }).waitFor()
      assert.equal(await page.getByRole('button', { name: /Add|New label/ }).count(), 0)
    })
  })
