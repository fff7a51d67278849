import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { newSite } from '../server/src/testing/places.ts'
import { calgary, newName, titled, withBillingEntity } from './place-steps.ts'
import { Portal } from './portal.ts'

/*
 * No press is lost: what leaving a field writes beneath it never moves a thing between the press and the release.
 * A press lasts as long as a person's, on all that stands below each field.
 */

const pressMs = 90

let portal: Portal
before(async () => {
  portal = await Portal.open()
})
after(() => portal?.close())

interface Form {
  title: string
  path: string
  /** In a dialog, under which nothing can be pressed. */
  isDialog?: boolean
}

/** Where the finger or the mouse goes, and what it is to meet there. */
interface Aim {
  x: number
  y: number
  name: string
  field: string
}

/** Where everything is: in the dialog on top, or in the page. */
const texts =
  ':is(dialog[open], body:not(:has(dialog[open])) main) :is(input, textarea):not([type=radio], [type=checkbox], [type=hidden])'
const controls =
  ':is(dialog[open], body:not(:has(dialog[open])) :is(main, footer)) :is(a, button, input, select, textarea, summary, label.radio-card)'

/** Puts the cursor into a field, as if it had just been met; false past the last. */
function enter(page: Page, field: number): Promise<boolean> {
  return page.evaluate(
    ([texts, field]) => {
      const seen = (one: Element) => one.checkVisibility() && !one.closest('[inert]')
      const from = [...document.querySelectorAll<HTMLInputElement>(texts)].filter(seen)[field]
      from?.focus()
      return from !== undefined
    },
    [texts, field] as const,
  )
}

/** Where the next thing below the field with the cursor is; null past the last. */
function aim(page: Page, below: number): Promise<Aim | null> {
  return page.evaluate(
    ([controls, below]) => {
      const from = document.activeElement as HTMLInputElement
      const floor = from.getBoundingClientRect().bottom
      const to = [...document.querySelectorAll<HTMLElement>(controls)].filter(
        (one) =>
          one.checkVisibility() &&
          !one.closest('[inert]') &&
          !one.matches(':disabled') &&
          one.getBoundingClientRect().top >= floor,
      )[below]
      if (!to) return null
      to.scrollIntoView({ block: 'center' })
      const name = (one: Element) => one.getAttribute('aria-label') || one.id || one.textContent
      const state = window as unknown as { met: string; watch?: AbortController }
      state.met = ''
      state.watch?.abort()
      state.watch = new AbortController()
      // It arrives where it was meant to, and goes no further: the next press finds the same page.
      const arrive = (event: Event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
        const at = event.target as Element
        state.met = to.contains(at) ? 'it' : at.outerHTML.slice(0, 80)
      }
      document.addEventListener('click', arrive, { capture: true, signal: state.watch.signal })
      // The list of a select lies over the page from the press on, and has the release.
      to.addEventListener('mousedown', () => to.matches('select') && (state.met = 'it'), { once: true })
      const { x, y, width, height } = to.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2, name: `${name(to)}`, field: from.name || `${name(from)}` }
    },
    [controls, below] as const,
  )
}

type Press = (at: Aim) => Promise<void>

const byMouse =
  (page: Page): Press =>
  ({ x, y }) =>
    page.mouse.click(x, y, { delay: pressMs })

const byThumb =
  (page: Page, session: CDPSession): Press =>
  async ({ x, y }) => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await page.waitForTimeout(pressMs)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

/** Every press that did not meet what it was aimed at. */
async function lostOn(page: Page, { title, path, isDialog }: Form, press: Press): Promise<string[]> {
  const refusals = page.locator('.field-error')
  const stands = async () => {
    await titled(page, title)
    if (isDialog) await page.getByRole('dialog').waitFor()
    await page.locator(texts).first().waitFor()
    // What comes late moves things, too; that is another matter.
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
  }
  /** The form as someone finds it who comes from another screen; a new page for each press would take a second. */
  const comeAgain = async () => {
    await page.evaluate(() => {
      history.pushState(null, '', '/nowhere')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await titled(page, 'That page cannot be found')
    await page.goBack()
    await stands()
  }
  const lost: string[] = []
  await page.goto(portal.url + path)
  await stands()
  for (let field = 0; await enter(page, field); field += 1) {
    for (let below = 0; ; below += 1) {
      // What a field has said before has moved the rest already: each press is of someone who has just come.
      await drawn(page)
      if ((await refusals.count()) > 0) {
        await comeAgain()
        await enter(page, field)
      }
      const at = await aim(page, below)
      if (!at) break
      await press(at)
      await page
        .waitForFunction(() => (window as unknown as { met: string }).met !== '', null, { timeout: 5000 })
        .catch(() => undefined)
      const met = await page.evaluate(() => (window as unknown as { met: string }).met)
      if (met !== 'it') lost.push(`${at.field} → ${at.name}: ${met || 'nothing'}`)
      await drawn(page)
      // A field that says nothing when it is left moves nothing, whatever is pressed.
      if ((await refusals.count()) === 0) break
    }
  }
  return lost
}

/** What is done after a press is done, and drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 50)),
  )
}

for (const { hand, width } of [
  { hand: 'the mouse', width: 1440 },
  { hand: 'a thumb', width: 360 },
]) {
  const expectAll = async (person: Parameters<Portal['withPage']>[0], forms: Form[]) =>
    portal.withPage(person, { width, touch: hand === 'a thumb' }, async ({ context, page }) => {
      const press = hand === 'a thumb' ? byThumb(page, await context.newCDPSession(page)) : byMouse(page)
      for (const form of forms) assert.deepEqual(await lostOn(page, form, press), [], form.path)
    })

  test(`signing in, registering and asking for a new password lose no press of ${hand}`, () =>
    expectAll(null, [
      { title: 'Sign in', path: '/login' },
      { title: 'Create an account', path: '/register' },
      { title: 'Reset your password', path: '/reset' },
    ]))

  test(`the forms of a site, a payer and a card lose no press of ${hand}`, async () => {
    const alice = await withBillingEntity(portal, 'alice')
    await expectAll(alice, [
      { title: 'New Site', path: '/site/new' },
      { title: 'New Billing Information', path: '/billing-entities/new' },
    ])
  })

  test(`an invitation and a card lose no press of ${hand}`, async () => {
    const alice = await portal.onboarded(newName('alice'), calgary)
    const site = await newSite(portal.testApp, alice, { name: 'North Pens' })
    await expectAll(alice, [
      { title: 'Add Card', path: `/billing-entities/${site.billing_entity_id}/card/new` },
      width === 360
        ? { title: 'North Pens', path: `/site/${site.id}?invite=1`, isDialog: true }
        : { title: 'North Pens', path: `/site/${site.id}` },
    ])
  })
}
