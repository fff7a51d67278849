import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cardNumbers } from '../server/src/testing/billing.ts'
import { newSite } from '../server/src/testing/places.ts'
import { assertAccessibleEverywhere, fillInCard } from './money-steps.ts'
import { toast } from './people-steps.ts'
import { button, calgary, link, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* After one step comes the next, and what was done by a slip is taken back by one press. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

test('a new site says it is ready and what is left; a card added from it leads back, and what is done is ticked', async () => {
  const alice = await portal.onboarded('alice', calgary)
  const site = await newSite(portal.testApp, alice, { name: 'North Pens' })
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    const ready = page.getByRole('region', { name: 'North Pens is ready' })
    await ready.getByText('Invite the people who work at this site.').waitFor()
    await assertAccessibleEverywhere(page, 'a new site')
    await link(ready, 'Add a domain').click()
    await page.getByLabel('Domain (optional)', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.goBack()
    await link(ready, 'Add Card').click()
    await titled(page, 'Add Card')
    await fillInCard(page, cardNumbers.pays)
    await button(page, 'Add Card').click()
    await page.waitForURL(`**/site/${site.id}`)
    await ready.getByText('Done: There is a card').waitFor()
    await page.goBack()
    await page.goto(`${portal.url}/site/${site.id}`)
    await button(ready, 'Not now').click()
    await ready.waitFor({ state: 'detached' })
    await page.reload()
    await titled(page, 'North Pens')
    await button(page, 'Send Invite').waitFor()
    assert.equal(await ready.count(), 0)
  })
})

test('what was deleted is undone from its toast, and what was deleted before has an address', async () => {
  const bob = await portal.onboarded('bob', calgary)
  await newSite(portal.testApp, bob, { name: 'South Yard' })
  await portal.withPage(bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/`)
    const remove = async () => {
      await button(page, 'Delete South Yard').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await toast(page, 'South Yard was deleted.')
    }
    await remove()
    await button(page, 'Undo').click()
    await toast(page, 'South Yard was restored.')
    await button(page, 'Delete South Yard').waitFor()
    await remove()

    await page.goto(`${portal.url}/?tab=sites&deleted=1`)
    await button(page, 'Restore').waitFor()
    await page.getByText('Recently deleted').click()
    await page.waitForURL((url) => !url.searchParams.has('deleted'))
    await page.getByText('Recently deleted').click()
    await page.waitForURL(/deleted=1/)
    await page.reload()
    await button(page, 'Restore').click()
    await button(page, 'Delete South Yard').waitFor()
  })
})

test('what goes with a deleted site is said before, and what does not come back with it, after', async () => {
  const dora = await portal.onboarded('dora', calgary)
  const site = await newSite(portal.testApp, dora, { name: 'Far Pens', domain: 'https://far-pens.farm' })
  await portal.withPage(dora, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/site/${site.id}`)
    const dialog = page.getByRole('alertdialog')
    await button(page, 'Delete').click()
    await dialog.getByText('far-pens.farm has to be proven again once it is restored.').waitFor()
    await dialog.getByText('Nobody who belongs to it can open it until it is restored.').waitFor()
    await dialog.getByText('Open invites are taken back').waitFor()
    await assertAccessibleEverywhere(page, 'what goes with a site')
    await button(dialog, 'Delete').click()
    await toast(page, 'Far Pens was deleted.')
    await button(page, 'Undo').click()
    await toast(page, 'Far Pens was restored.')
    await toast(page, 'Its domain has to be proven again.')
  })
})

test('an incomplete account is told below the title, with its button on the right, until it is dismissed', async () => {
  const carol = await portal.onboarded('carol')
  await portal.withPage(carol, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/invites`)
    const update = link(page, 'Update profile')
    await update.waitFor()
    const [title, at] = await Promise.all([
      page.getByRole('heading', { level: 1 }).boundingBox(),
      update.boundingBox(),
    ])
    assert.ok(at!.y > title!.y + title!.height)
    assert.ok(at!.x + at!.width > 240, `its right edge is at ${at!.x + at!.width} of 360`)
    await button(page, 'Dismiss').click()
    await update.waitFor({ state: 'detached' })
    await page.reload()
    await titled(page, 'Invites')
    await page.getByText('No Invites').waitFor()
    assert.equal(await update.count(), 0)
    await page.goto(`${portal.url}/`)
    await titled(page, 'Dashboard')
    assert.equal(await update.count(), 0)
  })
})
