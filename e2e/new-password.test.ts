import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from './browser.ts'
import { field, titled } from './place-steps.ts'
import { Portal } from './portal.ts'

/* A password that is chosen: its rules beside it, from the first key to the server's own refusal. */

let portal: Portal

before(async () => {
  portal = await Portal.open()
})

after(async () => {
  await portal?.close()
})

const rules = (page: Page, is: string) => page.locator(`.rule[data-is="${is}"]`)
const topOf = async (at: Locator) => (await at.boundingBox())?.y
const ofAddress = 'Please leave the parts of your e-mail address out of your password.'

test('each rule keeps its line, marked when the field is left, and the address counts among them', async () => {
  await portal.withPage(null, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/register`)
    await titled(page, 'Create an account')
    const below = field(page, 'Confirm password')
    const at = await topOf(below)
    await field(page, 'Email').fill('henrietta@feedlot.example')
    await field(page, 'Password').fill('h3nrietta-7x')
    await page.getByText('Need at least one symbol (any of @$!%*?&#^)').waitFor()
    assert.equal(await rules(page, 'missing').count(), 0, 'nothing is red while typing')
    await page.keyboard.press('Tab')
    await rules(page, 'missing').filter({ hasText: 'Need at least one uppercase letter' }).waitFor()
    await rules(page, 'missing').filter({ hasText: '(any of @$!%*?&#^)' }).waitFor()
    await rules(page, 'missing').filter({ hasText: ofAddress }).waitFor()
    assert.equal(await topOf(below), at, 'nothing has moved')
    await assertAccessible(page, 'a new password that was refused')

    await field(page, 'Password').fill('H3nrietta-7x!')
    await below.fill('H3nrietta-7x!')
    assert.ok(await page.getByRole('button', { name: 'Create account' }).isDisabled())
    await field(page, 'Email').fill('someone@else.example')
    await page.keyboard.press('Tab')
    await rules(page, 'met').filter({ hasText: ofAddress }).waitFor()
    assert.ok(await page.getByRole('button', { name: 'Create account' }).isEnabled())
    assert.equal(await topOf(below), at)
  })
})

test('nothing green stands beside the server’s refusal, until the password is changed', async () => {
  await portal.withPage(null, {}, async ({ page, watch }) => {
    watch.expect(/^400 POST \/api\/v1\/sign-up$/)
    await page.goto(`${portal.url}/register`)
    await field(page, 'Email').fill('ines@ranch.example')
    await field(page, 'Password').fill('Qwerty123!')
    await field(page, 'Confirm password').fill('Qwerty123!')
    await rules(page, 'met').nth(5).waitFor()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('.field-error').getByText('This password is too easy to guess').waitFor()
    assert.equal(await rules(page, 'met').count(), 0)
    assert.equal(await rules(page, 'missing').count(), 0)
    await field(page, 'Password').fill('Qwerty123! otters')
    await rules(page, 'met').nth(5).waitFor()
  })
})

test('who sets a new password reads which symbols count, also beside the sentence of the reset', async () => {
  await portal.withPage(null, {}, async ({ page }) => {
    await page.goto(`${portal.url}/reset/confirm`)
    await page.getByText('Password does not contain a symbol (!@#$%^&*). (any of @$!%*?&#^)').waitFor()
    await field(page, 'Email').fill('henrietta@feedlot.example')
    await field(page, 'New password').fill('Henrietta-7-x!')
    await page.keyboard.press('Tab')
    await rules(page, 'missing').filter({ hasText: ofAddress }).waitFor()
  })
})

test('by touch the button of each form before the sign-in is as wide as the form', async () => {
  await portal.withPage(null, { width: 360, touch: true }, async ({ page }) => {
    for (const [path, button] of [
      ['/login', 'Sign in'],
      ['/register', 'Create account'],
      ['/confirm/jo@ranch.example', 'Confirm'],
    ] as const) {
      await page.goto(portal.url + path)
      const wide = (await page.getByRole('button', { name: button, exact: true }).boundingBox())?.width
      assert.equal(wide, (await page.locator('form').boundingBox())?.width, path)
    }
    const isInBoxes = () => Boolean(document.activeElement?.closest('.code'))
    assert.equal(await page.evaluate(isInBoxes), false, 'no keyboard jumps up')
  })
})
