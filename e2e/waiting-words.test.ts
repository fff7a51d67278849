import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { assertAccessible } from './browser.ts'
import { button, field, link, newName, titled, unfold, withBillingEntity } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What waits, for how long, and what is said meanwhile. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

/** The page notes on itself how long it waits for something. */
const noteWaits = (context: BrowserContext) =>
  context.addInitScript(() => {
    const wait = window.setTimeout
    const noted = (run: () => void, ms?: number) => {
      document.documentElement?.setAttribute(`data-waits-${ms}`, '')
      return wait(run, ms)
    }
    window.setTimeout = noted as typeof wait
  })

/** With its clock stopped, it waits for just so long and then goes there, not a moment sooner. */
async function assertGoes(page: Page, afterMs: number, path: string): Promise<void> {
  await page.locator(`html[data-waits-${afterMs}]`).waitFor({ state: 'attached' })
  await page.clock.runFor(afterMs - 1)
  assert.notEqual(new URL(page.url()).pathname, path)
  await page.clock.runFor(1)
  await page.waitForURL(`**${path}`)
}

test('a reset shows its form after one second, and leads to the sign-in two seconds after it is done', async () => {
  const { email } = await portal.onboarded(newName('alice'))
  await portal.withPage(null, {}, async ({ context, page }) => {
    await page.clock.install()
    await noteWaits(context)
    await page.goto(`${portal.url}/reset`)
    await field(page, 'Email').fill(email)
    await page.clock.pauseAt(Date.now() + 60_000)
    await button(page, 'Send the code').click()
    await assertGoes(page, 1000, '/reset/confirm')

    await field(page, 'New password').fill('Weathered-4-barn!')
    await field(page, 'Confirm password').fill('Weathered-4-barn!')
    await page
      .getByRole('textbox', { name: 'Verification code', exact: true })
      .fill(await portal.testApp.codeFor(email))
    // The frame around the form waits for as long, once.
    await page.evaluate(() => document.documentElement.removeAttribute('data-waits-2000'))
    await button(page, 'Set new password').click()
    await page.getByText('You can sign in with the new password.').waitFor()
    await assertGoes(page, 2000, '/login')
  })
})

test('a sign-in waits for both fields, and says which is missing', async () => {
  await portal.withPage(null, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/login`)
    const submit = button(page, 'Sign in')
    assert.ok(await submit.isDisabled())
    for (const [label, said] of [
      ['Email', 'Please input your email address!'],
      ['Password', 'Please input your password!'],
    ] as const) {
      const isSaidWhenEmpty = async () => {
        await field(page, label).fill('x')
        await field(page, label).fill('')
        await field(page, label).blur()
        const words = page.getByText(said, { exact: true })
        const isMissing = () => false
        return words.waitFor({ timeout: 1_000 }).then(() => true, isMissing)
      }
      // The form is there before its scripts, and says nothing until they have come.
      for (let tries = 1; !(await isSaidWhenEmpty()); tries++) assert.ok(tries < 30, said)
    }
    await assertAccessible(page, 'a sign-in with nothing in it')
    await field(page, 'Email').fill('alice@ranch.example')
    assert.ok(await submit.isDisabled())
    await field(page, 'Password').fill('anything')
    await page.getByText('Please input your password!').waitFor({ state: 'detached' })
    assert.ok(await submit.isEnabled())
  })
})

/** Holds a command until it was looked at what the page says meanwhile. */
async function whileHeld(
  page: Page,
  [method, call]: [string, string],
  send: () => Promise<void>,
  words: string,
) {
  let letThrough = () => {}
  const held = new Promise<void>((done) => (letThrough = done))
  const hold = async (route: Route) => {
    if (route.request().method() === method) await held
    await route.fallback()
  }
  await page.route(call, hold)
  await send()
  await button(page, words).waitFor()
  letThrough()
  await button(page, words).waitFor({ state: 'detached' })
  await page.unroute(call, hold)
}

test('what is being made or changed says so', async () => {
  const alice = await withBillingEntity(portal, 'alice')
  await portal.withPage(alice, {}, async ({ page }) => {
    const create = () => button(page, 'Create').click()
    const fillIn = async (name: string) => {
      await page.goto(`${portal.url}/site/new`)
      await field(page, 'Name').fill(name)
      await field(page, 'Subdomain').fill(newName('creek'))
      await page.getByRole('radio', { name: /Ranch/ }).first().check()
    }
    await fillIn('Creek Pasture')
    await whileHeld(page, ['POST', '**/api/v1/sites'], create, 'Creating site..')
    await titled(page, 'Creek Pasture')

    await link(page, 'Edit').click()
    await unfold(page, 'Site Location')
    await field(page, 'City (optional)').fill('Olds')
    const update = () => button(page, 'Update').click()
    await whileHeld(page, ['PUT', '**/api/v1/sites/*'], update, 'Updating site..')
    await titled(page, 'Creek Pasture')

    await fillIn('Hill Pasture')
    await page.getByRole('radio', { name: 'Create new Billing Information' }).check()
    await field(page, 'Organization name').fill('Hill Payments')
    await field(page, 'Organization phone').fill('4035550101')
    await whileHeld(page, ['POST', '**/api/v1/billing-entities'], create, 'Creating billing info..')
    await titled(page, 'Hill Pasture')

    await page.goto(`${portal.url}/billing-entities/new`)
    await field(page, 'Name').fill('Creek Payments')
    await field(page, 'Phone').fill('4035550101')
    await whileHeld(page, ['POST', '**/api/v1/billing-entities'], create, 'Creating billing information..')
    await titled(page, 'Creek Payments')
  })
})
