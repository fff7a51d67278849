import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { password } from '../server/src/testing/test-app.ts'
import { Portal } from './portal.ts'

/* Coming in, being welcomed, looking after one's profile and leaving, without ever touching a mouse. */

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

/** What has the focus, as it would be read out, and whether one can see it there. */
const focused = (page: Page) =>
  page.evaluate(async () => {
    const isSeen = (at: HTMLElement) => {
      // A password's ring is that of its frame, a card's that of its whole face.
      const faces = [at, at.parentElement!].flatMap((one) => [
        getComputedStyle(one),
        getComputedStyle(one, '::after'),
      ])
      const isRinged = faces.some(
        (face) => face.outlineStyle !== 'none' && parseFloat(face.outlineWidth) >= 2,
      )
      const { top, bottom, left, right } = at.getBoundingClientRect()
      return isRinged && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    }
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return null
    // What moves into sight with the focus does so with one of the next frames.
    for (let n = 0; n < 60 && !isSeen(at); n++) await frame()
    const labels = at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? at.labels : null
    const name = at.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? at.innerText
    return { name: name.replace(/\s+/g, ' ').trim().slice(0, 60), isSeen: isSeen(at) }
  })

/** Presses Tab until something has the focus; every stop on the way is seen. Gives the names passed. */
async function tabTo(page: Page, name: string | RegExp): Promise<string[]> {
  const passed: string[] = []
  const isIt = (at: string) => (typeof name === 'string' ? at === name : name.test(at))
  while (passed.length < 60) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (!at) continue
    assert.ok(at.isSeen, `the focus is not seen on ${at.name}`)
    passed.push(at.name)
    if (isIt(at.name)) return passed
  }
  assert.fail(`${name} is not reached by ${passed.join(', ')}`)
}

const press = async (page: Page, name: string | RegExp) => {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
const fill = async (page: Page, name: string | RegExp, text: string) => {
  await tabTo(page, name)
  await page.keyboard.type(text)
}
const focusIs = (page: Page, name: string) =>
  page.waitForFunction((name) => {
    const at = document.activeElement
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim() === name
  }, name)
/** Not the link of the same words that led there. */
const heading = (page: Page, name: string) =>
  page.waitForFunction((name) => {
    const at = document.activeElement
    return at?.tagName === 'H1' && at.textContent.trim() === name
  }, name)

/** The names under which anything is kept; none of it is a secret but the session itself. */
async function stored(page: Page) {
  const kept = await page.evaluate(() => ({ local: { ...localStorage }, tab: { ...sessionStorage } }))
  assert.ok(!JSON.stringify(kept).includes(password), 'no password is kept')
  return { local: Object.keys(kept.local).sort(), tab: Object.keys(kept.tab).sort() }
}
const nothing = { local: [], tab: [] }

test('H06 someone registers, confirms, is welcomed, and signs out by keyboard alone; only the session is kept', async () => {
  const email = 'alice@ranch.example'
  await portal.withPage(null, {}, async ({ page }) => {
    // The last that comes: before the page's scripts run, Enter on a link loads a whole page.
    const drawn = page.waitForResponse(/passkey-sign-in/)
    await page.goto(`${portal.url}/login`)
    await drawn
    assert.deepEqual(await tabTo(page, 'Create an account'), [
      'Skip to the content',
      'Byre Sites',
      'Email',
      'Password',
      'Show characters',
      'Forgot your password?',
      'Create an account',
    ])
    await page.keyboard.press('Enter')
    await heading(page, 'Create an account')
    await fill(page, 'Email', email)
    await fill(page, 'Password', password)
    await fill(page, 'Confirm password', password)
    assert.deepEqual(await stored(page), nothing)
    await page.keyboard.press('Enter')

    // There the code is what one came for.
    await page.waitForFunction(() => document.activeElement?.matches('.code-digit'))
    assert.deepEqual(await focused(page), { name: 'Confirmation code', isSeen: true })
    assert.deepEqual(await stored(page), nothing)
    await page.keyboard.type(await portal.testApp.codeFor(email))

    await page.waitForURL('**/login')
    await heading(page, 'Sign in')
    await fill(page, 'Password', password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Get Started!' }).waitFor()
    // And at which step of the welcome someone is, under their id.
    const { id } = await page.evaluate(
      () => JSON.parse(localStorage.getItem('byre.auth') ?? '') as { id: string },
    )
    assert.deepEqual(await stored(page), { local: ['byre.auth', `byre.welcome.${id}`], tab: [] })

    await press(page, 'Get Started!')
    await page.waitForURL('**/welcome/2')
    await fill(page, /^First name/, 'Alice')
    await fill(page, /^Last name/, 'Ardley')
    await fill(page, /^City/, 'Calgary')
    await fill(page, /^Country/, 'Canada')
    await fill(page, /^Province/, 'Alberta')
    await press(page, 'Continue & Update Account')
    await page.waitForURL('**/welcome/3')
    await press(page, 'Check for Invites')
    await page.waitForURL('**/invites')
    await heading(page, 'Invites')

    await press(page, /^Your account: Alice/)
    await page.getByRole('link', { name: 'Account' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Account' }).waitFor({ state: 'hidden' })
    assert.match((await focused(page))?.name ?? '', /^Your account: Alice/)
    await page.keyboard.press('Enter')
    await press(page, 'Account')
    await heading(page, 'Update Profile')

    await fill(page, /^Last name/, ' Ardley-Marsh')
    await press(page, 'Cancel')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Discard changes?').waitFor()
    for (let n = 0; n < 6; n++) {
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate(() => !!document.activeElement?.closest('main')), false)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await focusIs(page, 'Cancel')
    await press(page, 'Update')
    await page.getByText('Your profile was updated.').waitFor()

    await press(page, /^Your account: Alice/)
    await press(page, 'Logout')
    await page.waitForURL('**/login')
    await page.waitForFunction(() => localStorage.length === 0)
    assert.deepEqual(await stored(page), nothing)
  })
})

test('no public screen holds the focus: Tab goes through each and out again', async () => {
  await portal.withPage(null, {}, async ({ page }) => {
    for (const path of [
      '/login',
      '/register',
      '/reset',
      '/reset/confirm',
      '/confirm/nobody%40ranch.example',
    ]) {
      await page.goto(`${portal.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const [first] = await tabTo(page, /./)
      const passed = await tabTo(page, first!)
      assert.ok(passed.length > 4, `${path}: ${passed.join(', ')}`)
    }
  })
})
