import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../server/src/testing/test-app.ts'
import { newSite } from '../server/src/testing/places.ts'
import { button, calgary, field, newName, titled } from './place-steps.ts'
import { Portal } from './portal.ts'
import { coveredByToasts } from './toast-steps.ts'

/* How the portal looks where that can be measured: sizes for a hand, letters, what is apart, what covers what. */

let portal: Portal
let alice: Person
let site: { id: string; billing_entity_id: string | null }
const longName = 'The Very Long Name of a Ranch That Nobody Could Shorten'
before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded(newName('alice'), calgary)
  const subdomain = `longnameofaranch${newName('').slice(1)}`
  site = await newSite(portal.testApp, alice, { name: longName, description: 'By the creek', subdomain })
  await newSite(portal.testApp, alice, { name: 'North Pens' })
})
after(() => portal?.close())

const sitePath = () => `/site/${site.id}`
const open = async (page: Page, path: string, title: string) => {
  await page.goto(portal.url + path)
  await titled(page, title)
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}
const heightOf = async (page: Page, selector: string) =>
  Math.round((await page.locator(selector).first().boundingBox())!.height)
const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), name)

for (const { hand, width, heights } of [
  { hand: 'a mouse', width: 1440, heights: { button: 36, input: 36, tab: 36, item: 34, row: 40 } },
  { hand: 'a thumb', width: 1440, heights: { button: 44, input: 44, tab: 44, item: 44, row: 44 } },
])
  test(`what is pressed is as large as ${hand} needs`, () =>
    portal.withPage(alice, { width, touch: hand === 'a thumb' }, async ({ page }) => {
      await open(page, sitePath(), longName)
      assert.equal(await heightOf(page, '.actions .button:not([data-kind="primary"])'), heights.button)
      assert.equal(await heightOf(page, 'select.input'), heights.input)
      assert.equal(await heightOf(page, '.tab'), heights.tab)
      assert.equal(await heightOf(page, '.side-item'), heights.item)
      assert.equal(await heightOf(page, '.table tr'), heights.row)
    }))

test('titles, sections, text and labels have the sizes of the page, and only titles are bold', () =>
  portal.withPage(alice, { width: 1440 }, async ({ page }) => {
    await open(page, sitePath(), longName)
    const type = async (selector: string) =>
      Promise.all(['font-size', 'line-height', 'font-weight'].map((name) => styleOf(page, selector, name)))
    assert.deepEqual(await type('h1'), ['28px', '34px', '600'])
    assert.deepEqual(await type('main h2'), ['20px', '28px', '600'])
    assert.deepEqual(await type('.fact dd'), ['16px', '24px', '400'])
    assert.deepEqual(await type('.table td'), ['14px', '20px', '400'])
    assert.deepEqual(await type('.label'), ['14px', '20px', '500'])
    assert.deepEqual(await type('.hint'), ['14px', '20px', '400'])
    assert.deepEqual(
      await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((one) => one.checkVisibility() && Number(getComputedStyle(one).fontWeight) >= 600)
          .filter((one) => !one.closest('h1, h2, h3, strong, .brand'))
          .map((one) => one.outerHTML.slice(0, 80)),
      ),
      [],
    )
  }))

test('the actions of a card stand beside its name, and cards of a row are equally high', () =>
  portal.withPage(alice, { width: 1440 }, async ({ page }) => {
    await open(page, '/', 'Dashboard')
    await page.locator('li.card').nth(1).waitFor()
    for (const card of await page.locator('li.card').all()) {
      const name = (await card.locator('.card-title').boundingBox())!
      const actions = (await card.locator('.card-actions').boundingBox())!
      assert.ok(actions.y < name.y + name.height && actions.x >= name.x + name.width, 'beside it')
    }
    await open(page, sitePath(), longName)
    const halves = page.locator('.place-columns > *')
    await halves.nth(1).waitFor()
    const [first, second] = await halves.evaluateAll((both) =>
      both.map((half) => half.getBoundingClientRect().height),
    )
    assert.equal(first, second)
  }))

test('what takes away is danger-coloured, last and apart', () =>
  portal.withPage(alice, { width: 1440 }, async ({ page }) => {
    await open(page, sitePath(), longName)
    for (const name of ['Delete', 'End Subscription']) {
      const removal = button(page, name)
      assert.equal(await removal.getAttribute('data-kind'), 'removal')
      const apart = await removal.evaluate((one) => {
        const before = one.previousElementSibling!.getBoundingClientRect()
        return one.getBoundingClientRect().left - before.right
      })
      assert.ok(apart >= 24, `${name} is ${apart} px from the button before it`)
    }
    await open(page, '/', 'Dashboard')
    const icon = button(page, 'Delete North Pens')
    await icon.waitFor()
    const { apart, isLast, colour } = await icon.evaluate((one) => ({
      apart: one.getBoundingClientRect().left - one.previousElementSibling!.getBoundingClientRect().right,
      isLast: one.nextElementSibling === null,
      colour: getComputedStyle(one).color,
    }))
    assert.ok(isLast && apart >= 12, `the icon is ${apart} px from the one before it`)
    assert.equal(colour, await page.evaluate(dangerColour))
    await open(page, '/site/new', 'New Site')
    await field(page, 'Name').fill('x')
    await page.getByRole('link', { name: 'Cancel' }).click()
    assert.equal(await button(page, 'OK').getAttribute('data-kind'), 'danger')
  }))

test('what is not known is one link to where it is filled in', async () => {
  const bare = { description: '', city: '', region: '', country: '', postal_code: '' }
  const { id } = await newSite(portal.testApp, alice, { name: 'Bare Pens', ...bare })
  await portal.withPage(alice, { width: 360 }, async ({ page }) => {
    await open(page, `/site/${id}`, 'Bare Pens')
    const terms = await page.getByRole('term').allTextContents()
    assert.ok(
      !terms.includes('Description') && !terms.includes('Location'),
      'no row says that nothing is given',
    )
    await page.getByRole('link', { name: 'Add description, location' }).click()
    await page.waitForURL(/\/edit$/)
  })
})

for (const width of [360, 1440])
  test(`at ${width} px the footer of a short page stands within the window`, async () => {
    const bob = await portal.onboarded(newName('bob'), calgary)
    await portal.withPage(bob, { width }, async ({ page }) => {
      await open(page, '/invites', 'Invites')
      await page.getByText('No Invites').waitFor()
      if (width === 360) await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
      const { scrollable, bottom } = await page.evaluate(() => ({
        scrollable: document.documentElement.scrollHeight - innerHeight,
        // On a phone the bar of shortcuts is below it.
        bottom:
          (document.querySelector('.foot-bar')?.getBoundingClientRect().top ?? innerHeight) -
          document.querySelector('.footer')!.getBoundingClientRect().bottom,
      }))
      assert.deepEqual({ scrollable, bottom }, { scrollable: 0, bottom: 0 })
    })
  })

for (const width of [360, 1440])
  test(`at ${width} px a toast lies under the header and covers no button`, () =>
    portal.withPage(alice, { width }, async ({ page }) => {
      await open(page, `/users/${alice.id}/profile`, 'Update Profile')
      await page.getByLabel('City').fill(newName('Calgary'))
      await button(page, 'Update').click()
      const toast = page.locator('.toast')
      await toast.waitFor()
      await page.waitForFunction(() => document.querySelector<HTMLElement>('.toasts')?.style.top)
      for (const down of [0, 300, 500]) {
        await page.evaluate(
          (down) =>
            new Promise((done) => {
              scrollTo(0, down)
              requestAnimationFrame(() => requestAnimationFrame(done))
            }),
          down,
        )
        const covered = await coveredByToasts(page)
        assert.deepEqual(covered, { header: false, names: [] }, `scrolled by ${down}`)
      }
    }))

test('with forced colours the chosen tab differs from the others', () =>
  portal.withPage(alice, { width: 1440 }, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await open(page, '/', 'Dashboard')
    const line = (chosen: boolean) =>
      styleOf(page, `.tab[aria-selected="${String(chosen)}"]`, 'border-bottom-color')
    const [chosen, other, ground] = [
      await line(true),
      await line(false),
      await styleOf(page, 'body', 'background-color'),
    ]
    assert.notEqual(chosen, other)
    assert.equal(other, ground, 'only the chosen one is underlined')
  }))

for (const width of [360, 768, 1280])
  test(`at ${width} px letters of twice the size neither widen the page nor break words into letters`, () =>
    portal.withPage(alice, { width }, async ({ page }) => {
      for (const [path, title] of [
        [sitePath(), longName],
        [`/billing-entities/${site.billing_entity_id}`, /./],
        ['/', 'Dashboard'],
        ['/site/new', 'New Site'],
        [`/users/${alice.id}/profile`, 'Update Profile'],
      ].slice(0, width < 400 ? 3 : undefined) as [string, string | RegExp][]) {
        await page.goto(portal.url + path)
        await page.getByRole('heading', { name: title, level: 1 }).waitFor()
        await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
        // The form beside the people comes by itself, and last.
        if (path === sitePath() && width > 1100) await button(page, 'Add someone by name').waitFor()
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
        const { wide, narrow } = await page.evaluate(() => ({
          wide:
            document.documentElement.scrollWidth <= innerWidth
              ? []
              : [...document.querySelectorAll('body *')]
                  .filter((one) => one.getBoundingClientRect().right > innerWidth)
                  .map((one) => `${one.localName}.${one.className} ${one.textContent.slice(0, 40)}`),
          narrow: [...document.querySelectorAll('.fact dd')]
            .filter((one) => one.getBoundingClientRect().width < 32 * 6)
            .map((one) => one.textContent),
        }))
        assert.deepEqual({ path, wide, narrow }, { path, wide: [], narrow: [] })
      }
    }))

test('a link that stands alone is as large as a thumb', () =>
  portal.withPage(alice, { width: 360, touch: true }, async ({ page }) => {
    const small: string[] = []
    for (const path of [
      sitePath(),
      `/billing-entities/${site.billing_entity_id}`,
      '/',
      '/invites',
      '/nowhere',
    ]) {
      await page.goto(portal.url + path)
      await page.locator('h1').waitFor()
      await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
      small.push(...(await smallLinks(page)).map((link) => `${path}: ${link}`))
    }
    assert.deepEqual(small, [])
  }))

test('and so is one of whoever has not signed in', () =>
  portal.withPage(null, { width: 360, touch: true }, async ({ page }) => {
    const small: string[] = []
    for (const path of ['/login', '/register', '/reset', '/nowhere']) {
      await page.goto(portal.url + path)
      await page.locator('h1').waitFor()
      small.push(...(await smallLinks(page)).map((link) => `${path}: ${link}`))
    }
    assert.deepEqual(small, [])
  }))

/** As a browser writes it. */
function dangerColour() {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--danger)'
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Links with no words beside them in what holds them, by what a thumb meets around their middle. */
function smallLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isAlone = (link: Element) => link.parentElement?.textContent?.trim() === link.textContent?.trim()
    const reach = (link: Element) => {
      link.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = link.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const meets = (dx: number, dy: number) => {
        const met = document.elementFromPoint(Math.min(Math.max(x + dx, 1), innerWidth - 1), y + dy)
        return met !== null && (link.contains(met) || (met.contains(link) && met.tagName === 'A'))
      }
      return meets(0, -21) && meets(0, 21) && (width >= 44 || (meets(-21, 0) && meets(21, 0)))
    }
    return [...document.querySelectorAll('a')]
      .filter(
        (link) =>
          link.checkVisibility({ visibilityProperty: true }) && !link.matches('.skip-link') && isAlone(link),
      )
      .filter((link) => !reach(link))
      .map((link) => link.outerHTML.slice(0, 120))
  })
}
