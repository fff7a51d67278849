import { updateSite } from '@byre/contract/places/sites'
import { addSiteWebhook, listSiteWebhooks } from '@byre/contract/webhooks'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { billingEntityOfSites, cardNumbers } from '../server/src/testing/billing.ts'
import { newBillingEntity, newClinic, newSite } from '../server/src/testing/places.ts'
import { Receiver } from '../server/src/testing/receivers/receiver.ts'
import { tellAll } from '../server/src/testing/receivers/told.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { someone } from './people-steps.ts'
import { walkTo } from './place-steps.ts'
import { Portal } from './portal.ts'

/* Each list of several pages has its page in the address, and what is looked for in it: a reload finds both again. */

let portal: Portal
let receiver: Receiver
let alice: Person
let lists: [path: string, pages: string, address: string][]
let searches: [path: string, noun: string, name: string, others: string][]
before(async () => {
  receiver = await Receiver.start()
  receiver.answer = (response) => response.end('thank you')
  portal = await Portal.open({ WEBHOOK_TEST_CA: receiver.certificateFile })
  const { testApp } = portal
  alice = await someone(portal, 'Alice')

  const owing = await billingEntityOfSites(testApp, alice, 6, cardNumbers.declines)
  await testApp.pass(14)
  const entity = await billingEntityOfSites(testApp, alice, 26)
  // Trials that end on days of their own, one more than a page needs: at a month's end two of the renewed fall on one day.
  for (let day = 1; day <= 7; day += 1) {
    await newSite(testApp, alice, { billing_entity_id: entity.id, name: `Hill ${day}` })
    await testApp.pass(1)
  }
  for (let one = 1; one <= 26; one += 1) {
    const name = String(one).padStart(2, '0')
    await newBillingEntity(testApp, alice, { name: `Payer ${name}` })
    await newClinic(testApp, alice, { billing_entity_id: owing.id, name: `Clinic ${name}` })
  }
  const [site] = entity.sites
  const params = { id: site! }
  const body = { url: receiver.url('/alice'), events: 'place.changed' }
  await testApp.call(addSiteWebhook, { as: alice, params, body })
  const [webhook] = (await testApp.call(listSiteWebhooks, { as: alice, params })).reply.webhooks
  for (let change = 1; change <= 11; change += 1)
    await testApp.call(updateSite, { as: alice, params, body: { name: `Pasture 1.${change}` } })
  await tellAll(testApp)
  // As if the payer had been invoiced for a month of days.
  await testApp.pass(8)
  await testApp.database.pool.query(
    `update payments.invoices i set issued_at = i.issued_at - n.day * interval '1 day'
     from (select id, row_number() over (order by id) as day from payments.invoices where billing_entity_id = $1) n
     where n.id = i.id`,
    [entity.id],
  )

  const at = `/billing-entities/${entity.id}`
  lists = [
    ['/?tab=clinics', 'clinics', '/?tab=clinics&page=2'],
    ['/?tab=billing', 'billing information', '/?tab=billing&page=2'],
    ['/', 'Charges of the next 30 days', '/?coming_page=2'],
    ['/places', 'sites', '/places?page=2'],
    ['/places?tab=clinics', 'clinics', '/places?tab=clinics&page=2'],
    [`${at}?tab=spending`, 'Next charges by date', `${at}?tab=spending&charges_page=2`],
    [`${at}?tab=sites`, 'Sites this pays for', `${at}?tab=sites&sites_page=2`],
    [`${at}?tab=invoices`, 'days of invoices', `${at}?tab=invoices&page=2`],
    [`/billing-entities/${owing.id}`, 'What is not paid', `/billing-entities/${owing.id}?unpaid_page=2`],
    [
      `/site/${site}?tab=webhooks&webhook=${webhook!.id}`,
      'what was sent',
      `/site/${site}?tab=webhooks&webhook=${webhook!.id}&page=2`,
    ],
  ]
  searches = [
    ['/?tab=clinics', 'clinics', 'Clinic 07', 'Clinic 08'],
    ['/?tab=billing', 'billing information', 'Payer 07', 'Payer 08'],
    ['/places', 'sites', 'Hill 3', 'Hill 4'],
    ['/places?tab=clinics', 'clinics', 'Clinic 07', 'Clinic 08'],
  ]
})
after(async () => {
  await portal?.close()
  await receiver?.close()
})

const pagesOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: `Pages of ${name}`, exact: true })

for (const width of [360, 1440]) {
  test(`at ${width} px every list of several pages finds its page again after a reload`, () =>
    portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(portal.url)
      for (const [path, name, address] of lists) {
        await walkTo(page, path)
        const pages = pagesOf(page, name)
        // On a phone this one is folded away.
        const isFolded = width === 360 && name.startsWith('Charges of')
        const unfold = () => page.locator('summary', { hasText: 'Spending' }).click()
        if (isFolded) await unfold()
        await pages.getByRole('button', { name: /^(Next|Older)$/ }).click()
        await page.waitForURL(portal.url + address)
        await page.reload()
        if (isFolded) await unfold()
        await pages.getByText(/^Page 2/).waitFor()
      }
    }))

  test(`at ${width} px what is looked for in a list is looked for again after a reload`, () =>
    portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(portal.url)
      for (const [path, noun, name, other] of searches) {
        await walkTo(page, path)
        const field = page.getByRole('searchbox', { name: `Find in ${noun}` })
        await field.fill(name)
        await page.waitForURL(`**q=${name.replace(' ', '+')}`)
        await page.reload()
        const list = page.getByRole('tabpanel')
        await list.getByText(name, { exact: true }).waitFor()
        assert.equal(await list.getByText(other, { exact: true }).count(), 0)
        assert.equal(await field.inputValue(), name)
      }
    }))
}
