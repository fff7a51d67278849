import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './browser.ts'
import { field, newName } from './place-steps.ts'
import { Portal } from './portal.ts'
import { coveredByToasts } from './toast-steps.ts'

/* What is told in passing: long enough to be read, by readers too, and out of nobody's way. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const words = 'Please input your clinic name!'
const toastOf = (page: Page) => page.locator('.toast').filter({ hasText: words })
const region = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const dismissal = (page: Page) => toastOf(page).getByRole('button', { name: 'Dismiss' })
const isInRegion = (page: Page) =>
  region(page).evaluate((at) => at.contains(document.activeElement) && at.matches(':focus-within'))
const isAtName = (page: Page) => field(page, 'Name').evaluate((input) => input === document.activeElement)

/** A form that is sent without its name says so in a toast, with the focus on the name. */
async function raise(page: Page): Promise<void> {
  await field(page, 'Name').press('Enter')
  await toastOf(page).waitFor()
}

async function atForm(tell: (page: Page) => Promise<void>): Promise<void> {
  const alice = await portal.onboarded(newName('alice'))
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.clock.install()
    await page.goto(`${portal.url}/clinic/new`)
    await page.getByText('Some information is missing. Please fill out:').waitFor()
    await raise(page)
    await tell(page)
  })
}

test('a toast is announced once, draws the same words once, and goes after five seconds', async () => {
  await atForm(async (page) => {
    // Pointed at, it waits until it has been looked at.
    await toastOf(page).hover()
    const alert = region(page).getByRole('alert')
    assert.equal(await alert.innerText(), words)
    assert.equal(await region(page).locator('xpath=descendant-or-self::*[@aria-live="polite"]').count(), 1)
    assert.equal(await dismissal(page).count(), 1)
    await assertAccessible(page, 'a toast')

    const first = await alert.elementHandle()
    // Pointed at, the first does not go of itself.
    await raise(page)
    await page.waitForFunction((first) => !first?.isConnected, first)
    assert.equal(await toastOf(page).count(), 1)
    await page.mouse.move(5, 5)
    await page.clock.fastForward(5_000)
    await toastOf(page).waitFor({ state: 'detached' })
    assert.ok(await isAtName(page))
  })
})

test('a toast waits while it is pointed at', async () => {
  await atForm(async (page) => {
    await toastOf(page).hover()
    await page.clock.fastForward(20_000)
    assert.equal(await toastOf(page).count(), 1)
    await page.mouse.move(5, 5)
    await page.clock.fastForward(5_000)
    await toastOf(page).waitFor({ state: 'detached' })
  })
})

test('one that was dismissed under the pointer leaves the next its five seconds', async () => {
  await atForm(async (page) => {
    await dismissal(page).click()
    await toastOf(page).waitFor({ state: 'detached' })
    await page.mouse.move(5, 300)
    await raise(page)
    await page.clock.fastForward(5_000)
    await toastOf(page).waitFor({ state: 'detached' })
  })
})

test('F6 goes to the toasts and back, Escape back; they wait meanwhile, and one is dismissed by keyboard', async () => {
  await atForm(async (page) => {
    for (const back of ['F6', 'Escape']) {
      await page.keyboard.press('F6')
      assert.ok(await isInRegion(page))
      await page.clock.fastForward(20_000)
      assert.equal(await toastOf(page).count(), 1)
      await assertAccessible(page, 'the toasts focused')
      await page.keyboard.press(back)
      assert.ok(await isAtName(page), back)
    }
    await page.keyboard.press('F6')
    for (let n = 0; n < 5 && !(await dismissal(page).evaluate((at) => at === document.activeElement)); n++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await toastOf(page).waitFor({ state: 'detached' })
    assert.ok(await isAtName(page))
  })
})

test('a toast that comes over what is being pressed leaves it its press', async () => {
  const bob = await portal.onboarded(newName('bob'))
  await portal.withPage(bob, { width: 360 }, async ({ page }) => {
    await page.goto(`${portal.url}/users/${bob.id}/profile?tab=mail`)
    const roles = page.getByRole('switch', { name: 'Your roles', exact: true })
    await roles.click()
    await page.getByText('“Your roles” is no longer mailed.').waitFor()
    const lies = (await region(page).boundingBox())!
    await page.getByRole('button', { name: 'Dismiss' }).click()

    const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route('**/mail-preferences*', async (route) => {
      await held
      await route.continue()
    })
    await roles.click()
    // What lies there without the toast is told of a click only where press and release both meet it.
    const [x, y] = [lies.x + lies.width / 2, lies.y + lies.height / 2]
    await page.evaluate(
      ([x, y]) =>
        document
          .elementFromPoint(x, y)!
          .addEventListener('click', () => (document.body.dataset.pressed = 'yes')),
      [x, y] as const,
    )
    await page.mouse.move(x, y)
    await page.mouse.down()
    letThrough()
    await page.getByText('“Your roles” is mailed from now on.').waitFor()
    await page.mouse.up()
    await page.waitForFunction(() => document.body.dataset.pressed === 'yes')
  })
})

test('a toast makes room for a button that is drawn where it lies', () =>
  atForm(async (page) => {
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.toasts')?.style.top)
    await page.evaluate(() => {
      const { x, y } = document.querySelector('.toasts')!.getBoundingClientRect()
      const late = document.createElement('button')
      late.textContent = 'Late'
      late.style.cssText = `position: fixed; left: ${x + 8}px; top: ${y + 8}px`
      document.querySelector('main')!.append(late)
    })
    assert.deepEqual(await coveredByToasts(page), { header: false, names: [] })
  }))
