import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { assertAccessible, painted } from './browser.ts'
import { button, calgary, link, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'
import { byLetters, shiftsOn, watchShifts } from './shifts.ts'

/* What stands around every screen, and who comes to which. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

const id = '019a0000-0000-7000-8000-000000000001'
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const account = (page: Page) => page.locator('header').getByRole('button', { name: /^Your account: / })

test('whoever is signed in is led past the sign-in', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  await portal.withPage(alice, {}, async ({ page }) => {
    await page.goto(`${portal.url}/login`)
    await titled(page, 'Dashboard')
    assert.equal(new URL(page.url()).pathname, '/')
  })
})

test('every screen that needs a sign-in leads to it', async () => {
  await portal.withPage(null, {}, async ({ page }) => {
    for (const path of [
      '/',
      '/welcome/1',
      '/invites',
      `/users/${id}/profile`,
      '/billing-entities',
      '/billing-entities/new',
      `/billing-entities/${id}`,
      `/billing-entities/${id}/edit`,
      `/billing-entities/${id}/card/new`,
      `/billing-entities/${id}/card/edit`,
      '/site/new',
      `/site/${id}`,
      `/site/${id}/edit`,
      '/clinic/new',
      `/clinic/${id}`,
      `/clinic/${id}/edit`,
    ]) {
      await page.goto(portal.url + path)
      await titled(page, 'Sign in')
      assert.equal(new URL(page.url()).pathname, '/login', path)
    }
  })
})

test('the menu folds to its icons, stays so over a reload, marks where one is, and is a drawer on a narrow screen', async () => {
  const alice = await portal.onboarded(newName('alice'), calgary)
  await portal.withPage(alice, { prepare: watchShifts }, async ({ page }) => {
    await page.goto(portal.url)
    await titled(page, 'Dashboard')
    const marked = () => menu(page).locator('[aria-current="page"]').allInnerTexts()
    assert.deepEqual(await marked(), ['Dashboard'])
    await menu(page).getByRole('link', { name: 'Invites' }).click()
    await titled(page, 'Invites')
    assert.deepEqual(await marked(), ['Invites'])
    const width = async () => (await menu(page).boundingBox())!.width
    const whole = await width()
    await button(page, 'Collapse the menu').click()
    assert.ok((await width()) < whole / 2, 'only its icons are left')
    await assertAccessible(page, 'a folded menu')
    await page.reload()
    await titled(page, 'Invites')
    assert.ok((await width()) < whole / 2, 'folded still')
    const moved = (await shiftsOn(page)).filter(({ value }) => value > byLetters)
    assert.deepEqual(moved, [], 'and so from the first paint')
    await button(page, 'Collapse the menu').click()
    assert.equal(await width(), whole)
    const footer = page.getByRole('contentinfo')
    await footer.getByText(`© ${new Date().getFullYear()} Byre Sites`, { exact: true }).waitFor()

    await page.setViewportSize({ width: 360, height: 800 })
    await menu(page).waitFor({ state: 'hidden' })
    await button(page, 'Menu').click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('link', { name: 'Dashboard' }).waitFor()
    await assertAccessible(page, 'the drawer')
    await drawer.getByRole('link', { name: 'Dashboard' }).click()
    await titled(page, 'Dashboard')
    await drawer.waitFor({ state: 'detached' })
  })
})

test('the header names its reader by what is known of them', async () => {
  const bob = await portal.onboarded(newName('bob'))
  await portal.withPage(bob, {}, async ({ page }) => {
    let letThrough = () => {}
    const held = new Promise<void>((done) => (letThrough = done))
    await page.route(`**/api/v1/users/${bob.id}`, async (route) => {
      await held
      await route.continue()
    })
    const named = async (name: string, initial: string) => {
      await account(page).getByText(name, { exact: true }).waitFor()
      assert.equal(await account(page).locator('.avatar').textContent(), initial)
    }
    await page.goto(`${portal.url}/invites`)
    await named('…', '')
    letThrough()
    await named(bob.email, 'B')
    await page.getByText('Invitations appear here.').waitFor()
    const body = { first_name: 'Robert' }
    await portal.testApp.call(updateUser, { as: bob, params: { id: bob.id }, body })
    await page.reload()
    await named('Robert', 'R')
  })
})

test('an incomplete profile is told of until that is put away or mended', async () => {
  const { last_name: _, ...without } = calgary
  const carol = await portal.onboarded(newName('carol'), without)
  const said = 'Your account is incomplete. Click the button on right to update your profile'
  await portal.withPage(carol, {}, async ({ page }) => {
    await page.goto(`${portal.url}/invites`)
    const banner = page.locator('.banner').filter({ hasText: said })
    const profile = banner.getByRole('link', { name: 'Update profile' })
    await profile.waitFor()
    await assertAccessible(page, 'an incomplete profile')
    await profile.click()
    await page.waitForURL(`**/users/${carol.id}/profile`)
    await link(page, 'Dashboard').first().click()
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await banner.waitFor({ state: 'detached' })
    await page.reload()
    await titled(page, 'Dashboard')
    await page.getByRole('tab').first().waitFor()
    assert.equal(await banner.count(), 0)
  })

  await portal.withPage(carol, {}, async ({ page }) => {
    await page.goto(`${portal.url}/`)
    const banner = page.locator('.banner').filter({ hasText: said })
    await banner.waitFor()
    const body = { last_name: 'Ardley' }
    await portal.testApp.call(updateUser, { as: carol, params: { id: carol.id }, body })
    await page.reload()
    await titled(page, 'Dashboard')
    await page.getByRole('tab').first().waitFor()
    assert.equal(await banner.count(), 0)
  })
})

test('the free trial is offered to users, and not to those of the product itself', async () => {
  const dora = await portal.onboarded(newName('dora'), calgary)
  const asStaff = async (context: BrowserContext) => {
    await context.addInitScript(() => {
      if (location.protocol === 'about:') return
      const record = JSON.parse(localStorage.getItem('byre.auth') ?? '{}') as { user?: object }
      const user = { ...record.user, groups: ['Admin', 'User'] }
      localStorage.setItem('byre.auth', JSON.stringify({ ...record, user }))
    })
  }
  const trial = (page: Page) => page.getByRole('heading', { name: 'Start Your Free Trial!' })
  await portal.withPage(dora, { prepare: asStaff }, async ({ page }) => {
    await page.goto(portal.url)
    await page.getByRole('tab', { name: 'Operation Sites (0)' }).waitFor()
    assert.equal(await trial(page).count(), 0)
  })
  await portal.withPage(dora, {}, async ({ page }) => {
    await page.goto(portal.url)
    await trial(page).waitFor()
  })
})

test('what cannot be copied is a warning', async () => {
  const erin = await portal.onboarded(newName('erin'), calgary)
  const refuseToCopy = async (context: BrowserContext) => {
    await context.addInitScript(() => {
      const writeText = () => Promise.reject(new Error('not allowed'))
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
    })
  }
  await portal.withPage(erin, { prepare: refuseToCopy }, async ({ page }) => {
    await page.goto(`${portal.url}/clinic/new`)
    await page.getByText('Custom domain').first().click()
    await button(page, 'Copy the value of the A record').click()
    await page.locator('.toast[data-kind="warning"]').getByText('does not let this page copy').waitFor()
  })
})

test('whose network is gone by the second look is told so, though the first was answered', async () => {
  const frank = await portal.onboarded(newName('frank'), calgary)
  await portal.withPage(frank, {}, async ({ page, watch }) => {
    watch.expect(/./)
    await page.clock.install()
    await page.goto(`${portal.url}/help`)
    await titled(page, 'Help')
    const looks: string[] = []
    let letFail = () => {}
    const held = new Promise<void>((done) => (letFail = done))
    await page.route(`${portal.url}/`, async (route) => {
      if (looks.push(route.request().method()) === 1) return route.fulfill({ status: 200 })
      await held
      await route.abort()
    })
    const answered = page.waitForResponse(`${portal.url}/`)
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
      dispatchEvent(new Event('offline'))
    })
    await answered
    const bar = page.getByText('You are offline.')
    assert.equal(await bar.count(), 0)
    letFail()
    await page.clock.fastForward(5_000)
    await bar.waitFor()
    assert.deepEqual(looks.slice(0, 2), ['HEAD', 'HEAD'])
  })
})

test('whoever is offline has all of the frame in view: what folds the menu, and at its end the footer', async () => {
  const dana = await portal.onboarded(newName('dana'), calgary)
  await portal.withPage(dana, { width: 1440 }, async ({ context, page, watch }) => {
    watch.expect(/./)
    await page.goto(`${portal.url}/help`)
    await titled(page, 'Help')
    await context.setOffline(true)
    const bar = page.getByText('You are offline.')
    await bar.waitFor()
    for (const seen of [
      button(page, 'Collapse the menu'),
      page.getByRole('contentinfo').getByRole('combobox').first(),
    ])
      // The page grows by the bar once it has been measured.
      await page.waitForFunction(
        ([seen, bar]) => {
          scrollTo(0, document.documentElement.scrollHeight)
          return seen.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top
        },
        [(await seen.elementHandle())!, (await bar.elementHandle())!] as const,
      )
    await context.setOffline(false)
    await bar.waitFor({ state: 'detached' })
  })
})

test('a press is not lost where the network goes under it', async () => {
  await portal.withPage(null, {}, async ({ context, page, watch }) => {
    watch.expect(/./)
    const part = page.waitForResponse(/passkey-sign-in/)
    await page.goto(`${portal.url}/login`)
    await (await part).finished()
    const ask = button(page, 'Sign in with a passkey')
    const { x, y, width, height } = (await ask.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    const unanswered = page.waitForEvent('requestfailed')
    await context.setOffline(true)
    await unanswered
    await painted(page)
    await page.mouse.up()
    const main = page.getByRole('main')
    await main.getByRole('alert').getByText('Login failed.').waitFor()
    await main.getByText('You are offline. What you typed stays here').waitFor()
  })
})
