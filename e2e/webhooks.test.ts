import { updateSite } from '@byre/contract/places/sites'
import {
  addSiteWebhook,
  listSiteDeliveries,
  listSiteWebhooks,
  removeSiteWebhook,
} from '@byre/contract/webhooks'
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { join, newBillingEntity, newSite } from '../server/src/testing/places.ts'
import { Receiver } from '../server/src/testing/receivers/receiver.ts'
import { tellAll } from '../server/src/testing/receivers/told.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/* Webhooks of a place and of a payer, as those who run them keep and watch them. */

let portal: Portal
let receiver: Receiver
before(async () => {
  receiver = await Receiver.start()
  portal = await Portal.open({ WEBHOOK_TEST_CA: receiver.certificateFile })
})
after(async () => {
  await portal?.close()
  await receiver?.close()
})
beforeEach(() => {
  receiver.answer = (response) => response.end('thank you')
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('region', { name })

/** Fits its window, and nobody is kept out. */
async function assertShown(page: Page, screen: string): Promise<void> {
  await assertAccessible(page, screen)
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${screen} is too wide`,
  )
}

for (const width of [360, 1440])
  test(`at ${width} px a webhook is added, tried out, changed, switched off, sent again and removed`, async () => {
    const { testApp } = portal
    const ada = await portal.onboarded(`ada${width}`)
    const site = await newSite(testApp, ada)
    const params = { id: site.id }
    const own = async () => (await testApp.call(listSiteWebhooks, { as: ada, params })).reply.webhooks
    await portal.withPage(ada, { width }, async ({ context, page, watch }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto(`${portal.url}/site/${site.id}`)
      await page.getByRole('tab', { name: 'Webhooks' }).click()
      await page.getByRole('heading', { name: 'No Webhooks' }).waitFor()
      assert.equal(
        await page.getByRole('link', { name: 'How to receive one' }).getAttribute('href'),
        '/api/docs/guides/webhooks',
      )
      await assertShown(page, 'no webhooks')

      await button(page, 'Add a webhook').click()
      const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
      const add = dialog.getByRole('button', { name: 'Add the webhook' })
      assert.ok(await add.isDisabled(), 'an address is missing')
      await dialog.getByLabel('Address', { exact: true }).fill('https://10.0.0.1/hooks')
      watch.expect(/^400 POST \/api\/v1\/sites\/.*\/webhooks$/)
      await add.click()
      await dialog.getByText('Please give an https address that is open to the internet.').first().waitFor()
      await assertShown(page, 'an address that is refused')
      await dialog.getByLabel('Address', { exact: true }).fill(receiver.url(`/ada${width}`))
      await add.dblclick()

      const shown = page.getByRole('dialog', { name: 'Copy the secret now' })
      await shown.waitFor()
      await assertShown(page, 'the secret')
      await shown.getByRole('button', { name: 'Copy the secret' }).click()
      const secret = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(secret, /^whsec_/)
      await shown.getByRole('button', { name: 'I have copied it' }).click()
      await page.getByText('All events').waitFor()
      assert.equal((await own()).length, 1)
      assert.ok(!(await page.content()).includes(secret))
      await assertShown(page, 'one webhook')

      await button(page, /^View /).click()
      await page.getByText('Nothing in the last 30 days.').waitFor()
      await button(page, 'Send a test').click()
      await page.getByText('A test is on its way.').first().waitFor()
      await tellAll(testApp)
      const log = card(page, 'What was sent')
      await log.getByText('Arrived').waitFor()
      assert.equal(receiver.to(`/ada${width}`).length, 1)
      await log.getByText('answered 200').first().click()
      await log.getByText('thank you').waitFor()
      await log.getByText(`{"type":"test"`).waitFor()
      await assertShown(page, 'a test that arrived')

      await button(page, 'Change').click()
      const change = page.getByRole('dialog', { name: 'Change this webhook' })
      for (const words of ['Somebody joined', 'Somebody left or was removed', 'Somebody has another role'])
        await change.getByLabel(words).uncheck()
      await change.getByRole('button', { name: 'Save' }).click()
      await change.waitFor({ state: 'detached' })
      assert.ok((await own())[0]!.events.every((event) => event.startsWith('place.')))

      receiver.answer = (response) => response.writeHead(500).end('no room')
      await testApp.call(updateSite, { as: ada, params, body: { name: 'Told of' } })
      await tellAll(testApp)
      await page.reload()
      await page.getByText('Failing', { exact: true }).waitFor()
      await log.getByText('answered 500').first().click()
      await log.getByText(/^Next try /).waitFor()
      await assertShown(page, 'a webhook that fails')

      await button(page, 'Switch off').click()
      await page.getByText('Off', { exact: true }).waitFor()
      await log.getByText('Not sent: it was off').waitFor()
      assert.equal(await log.getByRole('button', { name: /^Send again: / }).count(), 0)
      await button(page, 'Switch on').click()
      await page.getByText('On', { exact: true }).waitFor()

      receiver.answer = (response) => response.end()
      await log.getByRole('button', { name: /^Send again: place\.changed of / }).dblclick()
      await page.getByText('It is on its way again.').first().waitFor()
      await tellAll(testApp)
      await page.reload()
      await button(page, 'Send again since…').click()
      const since = page.getByRole('dialog', { name: 'Send again' })
      await assertShown(page, 'send again since')
      await since.getByLabel('Events from').selectOption('The last 7 days')
      await since.getByRole('button', { name: 'Send again' }).click()
      await page.getByText('1 event is on its way again.').first().waitFor()
      await tellAll(testApp)

      await button(page, 'New secret').click()
      const sure = page.getByRole('alertdialog')
      await assertShown(page, 'a new secret?')
      await sure.getByRole('button', { name: 'Make a new secret' }).click()
      await shown.getByRole('button', { name: 'I have copied it' }).click()
      await page.getByText(/^Both the new one and the one before, until/).waitFor()
      await assertShown(page, 'two secrets')

      await button(page, 'Remove').click()
      await assertShown(page, 'remove?')
      await sure.getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('heading', { name: 'No Webhooks' }).waitFor()
      assert.deepEqual(await own(), [])
    })
  })

test('webhooks are shown to those who may keep them; what cannot be had is said, in the dark on a phone too', async () => {
  const { testApp } = portal
  const [bea, bob] = [await portal.onboarded('bea'), await portal.onboarded('bob')]
  const site = await newSite(testApp, bea)
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  const params = { id: site.id }
  for (let n = 1; n <= 5; n++)
    await testApp.call(addSiteWebhook, {
      as: bea,
      params,
      body: {
        url: receiver.url(`/bea${n}/${'a-long-address'.repeat(20)}`),
        events: 'place.changed,member.left',
      },
    })
  for (let n = 0; n < 12; n++)
    await testApp.call(updateSite, { as: bea, params, body: { name: `Name ${n}` } })
  await tellAll(testApp)

  await portal.withPage(bob, {}, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}?tab=webhooks`)
    await page.getByRole('heading', { name: 'Name 11' }).waitFor()
    assert.equal(await page.getByRole('tab').count(), 0)
  })
  await portal.withPage(bea, { width: 360 }, async ({ context, page, watch }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${portal.url}/site/${site.id}?tab=webhooks`)
    await page.getByText('There can be 5.').waitFor()
    assert.equal(await button(page, 'Add a webhook').count(), 0)
    await assertShown(page, 'five webhooks, dark')
    await button(page, /^View .*bea3/).click()
    await page.getByText('Page 1').waitFor()
    await assertShown(page, 'a full log, dark')
    await button(page, 'Older').click()
    await page.getByText('Page 2').waitFor()
    await page.goBack()
    await page.getByText('Page 1').waitFor()
    await button(page, 'All webhooks').click()
    await page.getByText('There can be 5.').waitFor()

    await context.setOffline(true)
    await page.getByText('You are offline.').first().waitFor()
    await page.getByText('There can be 5.').waitFor()
    await context.setOffline(false)

    watch.expect(/^503 GET \/api\/v1\/sites\/.*\/webhooks$/)
    await context.route('**/webhooks', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '900', 'access-control-allow-origin': portal.url },
        json: { state: 'error', code: 'server.busy', error: 'We are busy right now.' },
      }),
    )
    await page.reload()
    await button(page, 'Try again').waitFor()
    await assertShown(page, 'webhooks that cannot be loaded, dark')
    await context.unroute('**/webhooks')
    await button(page, 'Try again').click()
    await page.getByText('There can be 5.').waitFor()

    await testApp.database.pool.query(`update customers.sites set standing = 'read_only' where id = $1`, [
      site.id,
    ])
    await page.reload()
    await page.getByText(/until this site is paid for/).waitFor()
    await button(page, /^View .*bea3/).click()
    await button(page, 'Remove').waitFor()
    assert.equal(await button(page, 'Send a test').count(), 0)
    await assertShown(page, 'not paid for, dark')
  })
  const logged = await testApp.call(listSiteDeliveries, {
    as: bea,
    params: {
      ...params,
      webhookId: (await testApp.call(listSiteWebhooks, { as: bea, params })).reply.webhooks[0]!.id,
    },
  })
  assert.match(logged.reply.deliveries[0]!.body, /^\{"type":"place\.changed","timestamp":"/)
})

test('whoever has a webhook open that somebody else removes is told so, and sees the others', async () => {
  const { testApp } = portal
  const [ann, abe] = [await portal.onboarded('ann'), await portal.onboarded('abe')]
  const site = await newSite(testApp, ann)
  await join(testApp, abe, { kind: 'site', id: site.id }, 'Admin')
  const params = { id: site.id }
  for (const name of ['first', 'second'])
    await testApp.call(addSiteWebhook, {
      as: ann,
      params,
      body: { url: receiver.url(`/ann-${name}`), events: 'place.changed' },
    })
  const [one] = (await testApp.call(listSiteWebhooks, { as: ann, params })).reply.webhooks
  await portal.withPage(abe, { width: 360 }, async ({ page, watch }) => {
    await page.goto(`${portal.url}/site/${site.id}?tab=webhooks&webhook=${one!.id}`)
    await page.getByText('Nothing in the last 30 days.').waitFor()
    watch.expect(/^404 GET .*\/webhooks\/.+/)
    const logGone = page.waitForResponse((answer) => answer.status() === 404)
    // The list of webhooks is the last to know.
    await page.route(/\/webhooks$/, async (route) => {
      await logGone
      await route.continue()
    })
    const { status } = await testApp.call(removeSiteWebhook, {
      as: ann,
      params: { ...params, webhookId: one!.id },
    })
    assert.equal(status, 200)
    await page.getByText('This webhook was removed.').waitFor()
    await button(page, /^View .*ann-/).waitFor()
    assert.equal(await button(page, /^View .*ann-/).count(), 1)
    assert.equal(await page.getByRole('heading', { name: 'That page cannot be found' }).count(), 0)
    await assertShown(page, 'a webhook that was removed')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Dismiss' }).click()
    await page.waitForURL((url) => !url.searchParams.has('webhook'))
    assert.equal(await page.getByText('This webhook was removed.').count(), 0)
  })
})

test('a payer’s webhook is added from its own page', async () => {
  const cleo = await portal.onboarded('cleo')
  const billingEntity = await newBillingEntity(portal.testApp, cleo)
  await portal.withPage(cleo, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/billing-entities/${billingEntity.id}?tab=webhooks`)
    await button(page, 'Add a webhook').click()
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
    await dialog.getByLabel('Address', { exact: true }).fill(receiver.url('/cleo'))
    await dialog.getByLabel('An invoice was paid').uncheck()
    await assertShown(page, 'add a payer’s webhook')
    await dialog.getByRole('button', { name: 'Add the webhook' }).click()
    await button(page, 'I have copied it').click()
    await page.getByText('10 events').waitFor()
    await assertShown(page, 'a payer’s webhook')
  })
})
