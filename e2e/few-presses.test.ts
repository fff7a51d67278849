import { listSites, deleteSite } from '@byre/contract/places/sites'
import { listSiteInvites } from '@byre/contract/people/invites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { billingEntityOfSites, cardNumbers } from '../server/src/testing/billing.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { fillInCard, invoicesOf } from './money-steps.ts'
import { someone } from './people-steps.ts'
import { button, field, link, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/*
 * What is done most is a few presses away: counted from the dashboard, each press of a finger or a mouse, by the page itself.
 * What is chosen in a list is a press for each choice. Putting the cursor into a field to type there is none, nor is the
 * Enter that ends what is typed, which a phone's keyboard has as well.
 */

const atMost = 3

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const counting = async (context: BrowserContext) => {
  await context.addInitScript(() => {
    const count = () =>
      sessionStorage.setItem('pressed', String(Number(sessionStorage.getItem('pressed') ?? 0) + 1))
    document.addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && count(), true)
    // A list unfolds outside of the page: what the page hears of it is the choice.
    document.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count(), true)
  })
}
const pressed = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('pressed') ?? 0))

async function few(person: Person, width: number, tell: (page: Page) => Promise<void>): Promise<void> {
  await portal.withPage(person, { width, touch: width < 640, prepare: counting }, async ({ page }) => {
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    await tell(page)
    const count = await pressed(page)
    assert.ok(count > 0 && count <= atMost, `${count} presses`)
  })
}

for (const width of [360, 1440]) {
  test(`at ${width} px what is unpaid among fourteen is paid in three presses`, async () => {
    const alice = await someone(portal, 'Alice')
    const { id } = await billingEntityOfSites(portal.testApp, alice, 11)
    const owing = await billingEntityOfSites(portal.testApp, alice, 3, cardNumbers.declines)
    await portal.testApp.pass(15)
    assert.ok(id)
    await few(alice, width, async (page) => {
      await link(page.getByRole('region', { name: 'Unpaid' }), 'Replace Card').click()
      await titled(page, 'Update Card')
      await fillInCard(page, cardNumbers.pays)
      await field(page, 'Security code (CVC)').press('Enter')
      await page.getByText('Card was updated.').waitFor()
      await portal.testApp.settle()
      const statuses = (await invoicesOf(portal, alice, owing.id)).map(({ status }) => status)
      assert.deepEqual([...new Set(statuses)], ['paid'])
    })
  })

  test(`at ${width} px three are invited in three presses`, async () => {
    const bob = await someone(portal, 'Bob')
    const { sites } = await billingEntityOfSites(portal.testApp, bob, 4)
    await few(bob, width, async (page) => {
      await link(page.getByRole('main'), 'Pasture 3').click()
      await titled(page, 'Pasture 3')
      if (width === 360) await button(page, 'Invite').click()
      await field(page, 'Email').fill('one@ranch.example, two@ranch.example, three@ranch.example')
      await button(page, 'Send Invite').click()
      await page.getByText('three@ranch.example').first().waitFor()
      await page
        .getByText(/3 invites sent|Invite sent/)
        .first()
        .waitFor()
    })
    const host = `${sites[2]}.${new URL(portal.url).host}`
    const { reply } = await portal.testApp.call(listSiteInvites, { as: bob, host })
    assert.equal(reply.total, 3)
  })

  test(`at ${width} px a site is restored in three presses`, async () => {
    const carol = await someone(portal, 'Carol')
    const { sites } = await billingEntityOfSites(portal.testApp, carol, 4)
    await portal.testApp.call(deleteSite, { as: carol, params: { id: sites[1]! } })
    await few(carol, width, async (page) => {
      await page.getByText('Recently deleted').click()
      await button(page, 'Restore').click()
      await page.getByText('Pasture 2 was restored.').waitFor()
    })
    const { reply } = await portal.testApp.call(listSites, { as: carol })
    assert.equal(reply.total, 4)
  })

  test(`at ${width} px an invoice is found by its number in three presses`, async () => {
    const dora = await someone(portal, 'Dora')
    const { id } = await billingEntityOfSites(portal.testApp, dora, 3)
    await portal.testApp.pass(15)
    const [invoice] = await invoicesOf(portal, dora, id)
    await few(dora, width, async (page) => {
      await button(page.getByRole('banner'), 'Search').click()
      await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill(invoice!.number)
      await page.getByRole('option', { name: new RegExp(`^${invoice!.number}`) }).click()
      await page.waitForURL(`**/billing-entities/${id}/invoices/${invoice!.id}`)
    })
  })
}

test('the fourth of fourteen sites is launched by phone in three presses', async () => {
  const erin = await someone(portal, 'Erin')
  await billingEntityOfSites(portal.testApp, erin, 14)
  const { reply } = await portal.testApp.call(listSites, { as: erin, query: { per_page: '14' } })
  const fourth = reply.sites.find(({ name }) => name === 'Pasture 4')
  await few(erin, 360, async (page) => {
    const launch = link(page.getByRole('main'), 'Launch Pasture 4')
    const opened = page.waitForEvent('popup')
    await launch.click()
    const site = await opened
    await site.waitForURL(`${portal.url.replace('//', `//${fourth!.subdomain}.`)}/`)
    await titled(site, 'Set up Pasture 4')
  })
})
