import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Person } from '../server/src/testing/test-app.ts'
import type { Portal } from './portal.ts'

/* Steps that the tests of sites and clinics have in common. */

export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
export const button = (page: Pick<Page, 'getByRole'>, name: string) =>
  page.getByRole('button', { name, exact: true })
export const link = (page: Pick<Page, 'getByRole'>, name: string) =>
  page.getByRole('link', { name, exact: true })
export const titled = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

/**
 * Goes to a screen as a link does, by way of one on which nothing stands: to load the whole page anew for each of many
 * screens takes several times as long. Done when what stood there before has gone.
 */
export async function walkTo(page: Page, path: string): Promise<void> {
  const lost = page.getByRole('heading', { name: 'That page cannot be found', level: 1 })
  await page.evaluate(follow, '/nowhere')
  await lost.waitFor()
  if (path === '/nowhere') return
  await page.evaluate(follow, path)
  await lost.waitFor({ state: 'detached' })
}

function follow(path: string) {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** What may be left out of a form is folded away until somebody wants it. */
export const unfold = (page: Page, title: string) =>
  page.locator('summary').filter({ hasText: title }).click()

let made = 0
export const newName = (start: string) => `${start}-${(made += 1)}`

export const calgary = {
  first_name: 'Alice',
  last_name: 'Ardley',
  city: 'Calgary',
  country: 'Canada',
  region: 'AB',
}
const billingEntity = {
  name: 'Ardley Cattle',
  email: 'office@ardley.example',
  phone: '4035550101',
  country: 'Canada',
}

/** Someone who can pay: with exactly one payer, it is chosen from the start. */
export async function withBillingEntity(portal: Portal, name: string): Promise<Person> {
  const person = await portal.onboarded(newName(name), calgary)
  await portal.testApp.call(createBillingEntity, { as: person, body: billingEntity })
  return person
}

/** Fills in what a clinic needs besides who pays. */
export async function fillInClinic(page: Page, name: string, subdomain: string): Promise<void> {
  await field(page, 'Name').fill(name)
  await field(page, 'Subdomain').fill(subdomain)
  await field(page, 'Phone').fill('+1 403 555 0177')
  assert.equal(await field(page, 'Phone').inputValue(), '(403) 555-0177')
  await page.getByRole('radio', { name: /Solo/ }).first().check()
}

/** A clinic by way of its form. */
export async function createClinic(
  portal: Portal,
  page: Page,
  name: string,
  subdomain: string,
): Promise<string> {
  await page.goto(`${portal.url}/clinic/new`)
  await titled(page, 'New Clinic')
  await fillInClinic(page, name, subdomain)
  await button(page, 'Create').click()
  await page.waitForURL(/\/clinic\/[0-9a-f-]{36}$/)
  await titled(page, name)
  return page.url().split('/').at(-1)!
}

/** A site by way of its form. */
export async function createSite(
  portal: Portal,
  page: Page,
  name: string,
  subdomain: string,
): Promise<string> {
  await page.goto(`${portal.url}/site/new`)
  await titled(page, 'New Site')
  await field(page, 'Name').fill(name)
  await field(page, 'Subdomain').fill(subdomain)
  await page.getByRole('radio', { name: /Ranch/ }).first().check()
  await button(page, 'Create').click()
  await page.waitForURL(/\/site\/[0-9a-f-]{36}$/)
  await titled(page, name)
  return page.url().split('/').at(-1)!
}
