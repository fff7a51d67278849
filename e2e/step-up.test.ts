import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setUpApp } from '../server/src/testing/second-factors.ts'
import { password } from '../server/src/testing/test-app.ts'
import { assertAccessible } from './browser.ts'
import { Portal } from './portal.ts'

/* Who it is, asked again in the middle of a command. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

test('S07 A15 where we ask again who it is, the code comes after the password, or a backup code instead', async () => {
  const olive = await portal.onboarded('olive')
  const { codes } = await setUpApp(portal.testApp, olive)
  await portal.testApp.database.pool.query(
    `update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`,
    [olive.id],
  )
  await portal.withPage(olive, { width: 360 }, async ({ page, watch }) => {
    await page.goto(`${portal.url}/users/${olive.id}/profile?tab=security`)
    watch.expect(/^403 POST \/api\/v1\/backup-codes$/)
    watch.expect(/^400 POST \/api\/v1\/step-up$/)
    await page.getByRole('button', { name: 'Make new codes', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Your password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')

    const first = dialog.getByRole('textbox', { name: 'Code from your authenticator app' })
    await first.waitFor()
    assert.equal(await first.getAttribute('autocomplete'), 'one-time-code')
    await assertAccessible(page, 'is it you, second step')
    await first.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('000001')
    await dialog.getByText('That code is not right, or was used before.').waitFor()
    await assertAccessible(page, 'is it you, wrong code')

    await dialog.getByRole('button', { name: 'Use a backup code' }).click()
    await dialog.getByLabel('Backup code').waitFor()
    await assertAccessible(page, 'is it you, backup code')
    await page.keyboard.type(codes[0]!)
    await page.keyboard.press('Enter')
    const kept = page.getByRole('dialog', { name: 'Keep your backup codes' })
    await kept.waitFor()
    const renewed = await kept.getByRole('listitem').allInnerTexts()
    assert.ok(renewed.length === 10 && renewed.every((code) => !codes.includes(code)))
  })
})
