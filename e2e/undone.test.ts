import { inviteToSite } from '@byre/contract/people/invites'
import { addSiteHand } from '@byre/contract/people/unregistered-members'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { billingEntityOfSites } from '../server/src/testing/billing.ts'
import { removalsStand } from '../server/src/testing/people.ts'
import { join, newBillingEntity, newSite } from '../server/src/testing/places.ts'
import { assertAccessible } from './browser.ts'
import { linkFor, someone } from './people-steps.ts'
import { button } from './place-steps.ts'
import { Portal } from './portal.ts'
import { keepToast } from './toast-steps.ts'

/* What was taken away by one press too many comes back by another. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

for (const width of [360, 1440])
  test(`at ${width} px an invite that was taken back is open again by its old link, with no second mail`, async () => {
    const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
    const site = await newSite(portal.testApp, alice, { name: 'North Pens' })
    const host = `${site.id}.${new URL(portal.url).host}`
    await portal.testApp.call(inviteToSite, { as: alice, host, body: { email: bob.email } })
    await portal.testApp.settle()
    const link = await linkFor(portal, bob.email)
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/${site.id}`)
      const more = page.getByRole('button', { name: new RegExp(bob.email) })
      await more.click()
      await button(page, 'Take back').click()
      await button(page.getByRole('alertdialog'), 'Take back').waitFor()
      await assertAccessible(page, `taking an invite back at ${width}`)
      await button(page.getByRole('alertdialog'), 'Take back').click()
      await page.getByText(`The invite to ${bob.email} was taken back.`).waitFor()
      await button(page.getByRole('region', { name: 'Notifications' }), 'Undo').click()
      await page.getByText(`The invite to ${bob.email} is open again.`).waitFor()
      await more.click()
      await button(page, 'Take back').waitFor()
    })
    await portal.testApp.settle()
    assert.equal(await linkFor(portal, bob.email), link)
    assert.equal(
      (await portal.testApp.mailsTo(bob.email)).filter(({ text }) => text?.includes(link)).length,
      1,
    )
    await portal.withPage(bob, { width }, async ({ page }) => {
      await page.goto(link)
      await button(page, 'Accept').click()
      await page.getByText('You now belong to').waitFor()
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px a subscription that was ended goes on by Undo`, async () => {
    const carol = await someone(portal, 'Carol')
    const { id } = await billingEntityOfSites(portal.testApp, carol, 1)
    await portal.withPage(carol, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/billing-entities/${id}`)
      await page.getByRole('tab', { name: /^Operation Sites/ }).click()
      await page.getByRole('button', { name: /Pasture 1/ }).click()
      await button(page, 'End Subscription').click()
      await button(page.getByRole('alertdialog'), 'End Subscription').click()
      await page
        .getByText(/^The subscription of Pasture 1 ends on /)
        .first()
        .waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await button(page.getByRole('region', { name: 'Notifications' }), 'Undo').click()
      await page.getByText('The subscription continues.').waitFor()
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px a subscription that waited for a card and ended at once waits again by Undo`, async () => {
    const dave = await someone(portal, 'Dave')
    const billingEntity = await newBillingEntity(portal.testApp, dave, { country: 'Canada', region: 'AB' })
    const { id } = await newSite(portal.testApp, dave, {
      name: 'West Pens',
      billing_entity_id: billingEntity.id,
    })
    await portal.testApp.pass(15)
    await portal.withPage(dave, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/${id}`)
      await button(page, 'End Subscription').click()
      await button(page.getByRole('alertdialog'), 'End Subscription').click()
      await page.getByText('The subscription of West Pens has ended.').waitFor()
      await keepToast(page)
      await button(page, 'End Subscription').waitFor({ state: 'detached' })
      await button(page.getByRole('region', { name: 'Notifications' }), 'Undo').click()
      await page.getByText('The subscription continues.').waitFor()
      await button(page, 'End Subscription').waitFor()
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px a member who was removed is back by Undo, with their role and no mail`, async () => {
    const [alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
    const site = await newSite(portal.testApp, alice, { name: 'South Pens' })
    await join(portal.testApp, bob, { kind: 'site', id: site.id }, 'Admin')
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/${site.id}`)
      const row = page.getByRole('row').filter({ hasText: bob.email })
      await row.getByRole('button', { name: /^More about/ }).click()
      await page.getByRole('button', { name: /^Remove Bob/ }).click()
      await button(page.getByRole('alertdialog'), 'Remove').click()
      await page.getByText('Bob Ardley was removed.').waitFor()
      await keepToast(page)
      await row.waitFor({ state: 'detached' })
      await button(page.getByRole('region', { name: 'Notifications' }), 'Undo').click()
      await page.getByText('Bob Ardley is back.').waitFor()
      await row.getByText('Admin').waitFor()
    })
    await removalsStand(portal.testApp.database.pool)
    assert.equal(
      (await portal.testApp.mailsTo(bob.email)).filter(({ text }) => text.includes('South Pens')).length,
      0,
    )
  })

for (const width of [360, 1440])
  test(`at ${width} px somebody on the list by name is on it again by Undo`, async () => {
    const alice = await someone(portal, 'Alice')
    const site = await newSite(portal.testApp, alice, { name: 'East Pens' })
    const params = { id: site.id }
    await portal.testApp.call(addSiteHand, { as: alice, params, body: { name: 'Hank Dale' } })
    await portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/${site.id}`)
      const more = page.getByRole('button', { name: 'More about Hank Dale' })
      await more.click()
      await page.getByRole('button', { name: 'Remove Hank Dale' }).click()
      await button(page.getByRole('alertdialog'), 'Remove').click()
      await keepToast(page)
      await more.waitFor({ state: 'detached' })
      await button(page.getByRole('region', { name: 'Notifications' }), 'Undo').click()
      await page.getByText('Hank Dale is back.').waitFor()
      await more.waitFor()
    })
  })
