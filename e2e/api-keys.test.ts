import { listApiKeys } from '@byre/contract/accounts/api-keys'
import { listSiteActivity } from '@byre/contract/activity'
import { getSite, listSites, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newApiKey, newPlaceKey } from '../server/src/testing/api-keys.ts'
import { grownStale } from '../server/src/testing/people.ts'
import { join, newSite } from '../server/src/testing/places.ts'
import { password, type Person } from '../server/src/testing/test-app.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/* API keys on the Security page and of a site: made once who it is was shown, copied, used, revoked. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const security = ({ id }: Person) => `${portal.url}/users/${id}/profile?tab=security`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const section = (page: Page) => page.getByRole('region', { name: 'API keys' })
const isNarrow = async (page: Page) =>
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider')
const keyDialog = (page: Page) => page.getByRole('dialog', { name: 'Copy your key now' })

/** Gives the key that is shown, once it is what would be pasted. */
async function copyKey(page: Page): Promise<string> {
  const key = (await keyDialog(page).locator('code').textContent())!
  await button(page, 'Copy the key').click()
  await page.waitForFunction(async (key) => (await navigator.clipboard.readText()) === key, key)
  return key
}

for (const width of [360, 1440])
  test(`K01 K02 K05 at ${width} px a key is made, shown once, used and revoked`, async () => {
    const mona = await portal.onboarded(`mona${width}`)
    const site = await newSite(portal.testApp, mona)
    await grownStale(portal.testApp, mona)
    await portal.withPage(mona, { width }, async ({ context, page, watch }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      watch.expect(/^403 POST \/api\/v1\/api-keys$/)
      await page.goto(security(mona))
      await section(page).getByText('You have no keys.').waitFor()
      await assertAccessible(page, 'no keys')
      await button(page, 'Make a key').click()
      const dialog = page.getByRole('dialog', { name: 'Make an API key' })
      const make = dialog.getByRole('button', { name: 'Make the key' })
      await dialog.getByLabel('Name', { exact: true }).fill('Barn office')
      assert.ok(await make.isDisabled(), 'a key that may do nothing is none')
      await dialog.getByLabel('Sites and clinics').selectOption('See and change')
      await dialog.getByLabel('Bills').selectOption('See')
      await assertAccessible(page, 'make a key')
      await isNarrow(page)
      await dialog.getByText('Only from these networks').click()
      await dialog.getByLabel('Networks', { exact: true }).fill('the barn')
      await make.click()

      const who = page.getByRole('dialog', { name: 'Is it you?' })
      await who.getByLabel('Your password', { exact: true }).fill(password)
      watch.expect(/^400 POST \/api\/v1\/api-keys$/)
      await page.keyboard.press('Enter')
      await dialog.getByText('Please write addresses or networks, such as').first().waitFor()
      await dialog.getByLabel('Networks', { exact: true }).fill('')
      await make.click()

      const shown = keyDialog(page)
      await shown.waitFor()
      await assertAccessible(page, 'copy your key')
      await isNarrow(page)
      const key = await copyKey(page)
      assert.match(key, /^byre_live_[0-9A-Za-z]{49}$/)
      await shown.getByRole('button', { name: 'I have copied it' }).click()
      await button(page, 'Revoke Barn office').waitFor()
      assert.ok(!(await page.content()).includes(key))

      const params = { id: site.id }
      const changed = await portal.testApp.call(updateSite, {
        as: key,
        params,
        body: { name: 'By a program' },
      })
      assert.equal(changed.status, 200)
      const { reply } = await portal.testApp.call(listSiteActivity, { as: mona, params })
      assert.equal(reply.activity[0]?.key_name, 'Barn office')
      await page.goto(`${portal.url}/site/${site.id}?tab=activity`)
      await page.getByText('by key Barn office').first().waitFor()

      await page.goto(security(mona))
      await section(page).getByText('See and change sites and clinics, see bills').waitFor()
      await assertAccessible(page, 'one key')
      await isNarrow(page)
      await button(page, 'Revoke Barn office').click()
      const sure = page.getByRole('alertdialog')
      await assertAccessible(page, 'revoke a key')
      await sure.getByRole('button', { name: 'Revoke' }).click()
      await section(page).getByText('You have no keys.').waitFor()
      assert.equal((await portal.testApp.call(listSites, { as: key })).status, 401)
    })
  })

test('K06 many keys stand in a table, one that ran out says so, and what cannot be loaded is said', async () => {
  const nils = await portal.onboarded('nils')
  const keys = await Promise.all(
    Array.from({ length: 20 }, (_, at) => newApiKey(portal.testApp, nils, { name: `Key ${at}` })),
  )
  await portal.testApp.database.pool.query(
    `update platform.api_keys set expires_at = now() - interval '1 day' where id = $1`,
    [keys[0]!.id],
  )
  await newApiKey(portal.testApp, nils, { name: 'Key 20' })
  await portal.withPage(nils, { width: 360 }, async ({ context, page, watch }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(security(nils))
    await section(page).getByText('Ran out').waitFor()
    assert.equal(
      await section(page)
        .getByRole('button', { name: /^Revoke / })
        .count(),
      21,
    )
    await section(page).getByText('20 keys can work at once.').waitFor()
    assert.equal(await button(page, 'Make a key').count(), 0, 'none can be made')
    await assertAccessible(page, 'many keys, dark')
    await isNarrow(page)

    watch.expect(/^503 GET \/api\/v1\/api-keys$/)
    await context.route('**/api/v1/api-keys', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '900', 'access-control-allow-origin': portal.url },
        json: { state: 'error', code: 'server.busy', error: 'We are busy right now.' },
      }),
    )
    await page.reload()
    await section(page).getByRole('button', { name: 'Try again' }).waitFor()
    await context.unroute('**/api/v1/api-keys')
    await section(page).getByRole('button', { name: 'Try again' }).click()
    await section(page).getByText('Ran out').waitFor()
  })
  assert.equal((await portal.testApp.call(listApiKeys, { as: nils })).reply.api_keys.length, 21)
})

for (const width of [360, 1440])
  test(`K12 at ${width} px a key of a site is made, used and revoked by another who runs it`, async () => {
    const { testApp } = portal
    const [olga, pete] = [await portal.onboarded(`olga${width}`), await portal.onboarded(`pete${width}`)]
    const site = await newSite(testApp, olga)
    const params = { id: site.id }
    await join(testApp, pete, { kind: 'site', id: site.id }, 'Admin')
    await grownStale(testApp, pete)
    let key = ''
    await portal.withPage(pete, { width }, async ({ context, page, watch }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      watch.expect(/^403 POST \/api\/v1\/sites\/.*\/api-keys$/)
      await page.goto(`${portal.url}/site/${site.id}`)
      await page.getByRole('tab', { name: 'API keys' }).click()
      await page.getByRole('heading', { name: 'No Keys' }).waitFor()
      await assertAccessible(page, 'no keys of a site')
      await isNarrow(page)
      await button(page, 'Make a key').click()
      const dialog = page.getByRole('dialog', { name: 'Make a key of this site' })
      await dialog.getByLabel('Name', { exact: true }).fill('Scale house')
      const make = dialog.getByRole('button', { name: 'Make the key' })
      assert.ok(await make.isDisabled(), 'a key that may do nothing is none')
      await dialog.getByLabel('This site').selectOption('See and change')
      await dialog.getByLabel('With the rights of').selectOption('An Admin')
      await assertAccessible(page, 'make a key of a site')
      await isNarrow(page)
      await make.dblclick()
      const who = page.getByRole('dialog', { name: 'Is it you?' })
      await who.getByLabel('Your password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      key = await copyKey(page)
      await keyDialog(page).getByRole('button', { name: 'I have copied it' }).click()
      await page.getByText('See and change this site, as Admin').waitFor()
      assert.equal(await page.getByRole('button', { name: /^Revoke / }).count(), 1)
      assert.ok(!(await page.content()).includes(key))
      await assertAccessible(page, 'one key of a site')
      await isNarrow(page)
    })
    const body = { name: 'By a program' }
    assert.equal((await testApp.call(updateSite, { as: key, params, body })).status, 200)

    await portal.withPage(olga, { width }, async ({ page }) => {
      await page.goto(`${portal.url}/site/${site.id}?tab=activity`)
      await page.locator('.activity').getByText('Key (Scale house)').first().waitFor()
      await page.goto(`${portal.url}/site/${site.id}?tab=people`)
      await page.getByLabel(`More about ${pete.email}`).click()
      await page.getByRole('button', { name: `Remove ${pete.email}` }).click()
      const removal = page.getByRole('alertdialog')
      await removal.getByText('keep working until they are revoked: Scale house.').waitFor()
      await assertAccessible(page, 'whoever made a key is about to be removed')
      await removal.getByRole('button', { name: 'Cancel' }).click()
      await page.goto(`${portal.url}/site/${site.id}?tab=keys`)
      await button(page, 'Revoke Scale house').waitFor()
      await newPlaceKey(testApp, olga, { kind: 'site', id: site.id }, { name: 'Payroll' })
      await button(page, 'Revoke Payroll').waitFor()
      await button(page, 'Revoke Scale house').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
      await button(page, 'Revoke Scale house').waitFor({ state: 'detached' })
      assert.equal((await testApp.call(getSite, { as: key, params })).status, 401)
    })
  })
