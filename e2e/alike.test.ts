import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { billingEntityOfSites } from '../server/src/testing/billing.ts'
import { newClinic, newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { withItsFace } from './browser.ts'
import { someone } from './people-steps.ts'
import { walkTo } from './place-steps.ts'
import { Portal } from './portal.ts'

/* What looks alike on every screen: lists to choose from, where a page ends, cards of a row, and letters before the portal's own are there. */

let portal: Portal
let alice: Person
let bob: Person
let site: string
let entity: string
before(async () => {
  portal = await Portal.open()
  ;[alice, bob] = [await someone(portal, 'Alice'), await someone(portal, 'Bob')]
  const made = await billingEntityOfSites(portal.testApp, alice, 7)
  entity = made.id
  site = made.sites[0]!
  // Invoices are chosen among once there are some.
  await portal.testApp.pass(14)
  for (const name of ['Foothills', 'The Very Long Name of a Clinic That Nobody Could Shorten', 'Elbow Vets'])
    await newClinic(portal.testApp, alice, { name })
  await newSite(portal.testApp, bob, { name: 'North Pens' })
})
after(() => portal?.close())

const arrive = async (page: Page, path: string) => {
  await walkTo(page, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('main :is(.skeleton, [aria-busy=true])') === null)
}

const judged =
  'height font-size font-weight line-height appearance border-radius border-top-width border-top-color padding-left padding-right background-color background-image color'.split(
    ' ',
  )

for (const width of [360, 1440])
  test(`at ${width} px every list to choose from looks the same`, () =>
    portal.withPage(alice, { width }, async ({ page }) => {
      await page.goto(portal.url)
      const looks = new Map<string, string[]>()
      for (const path of [
        '/',
        `/site/${site}?tab=activity`,
        `/billing-entities/${entity}?tab=invoices`,
        `/billing-entities/${entity}/card/edit`,
        `/users/${alice.id}/profile`,
      ]) {
        await arrive(page, path)
        await page.locator('main select:visible').first().waitFor()
        const lists = await page.locator('main select:enabled:visible').evaluateAll(
          (all, judged) =>
            all.map((one) => {
              const style = getComputedStyle(one)
              const look = judged.map((name) => `${name} ${style.getPropertyValue(name)}`)
              return [look.join('; '), (one as HTMLSelectElement).labels?.[0]?.textContent ?? ''] as const
            }),
          judged,
        )
        for (const [look, label] of lists) looks.set(look, [...(looks.get(look) ?? []), `${path} ${label}`])
      }
      assert.equal(looks.size, 1, JSON.stringify([...looks], null, 1))
    }))

for (const width of [360, 1440])
  test(`at ${width} px no page goes on below its footer, and a short one ends within the window`, () =>
    portal.withPage(bob, { width }, async ({ page }) => {
      await page.goto(portal.url)
      if (width === 360) await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
      for (const [path, isShort] of [
        ['/invites', true],
        ['/?tab=clinics', false],
        ['/places', width === 1440],
        ['/billing-entities', width === 1440],
        [`/users/${bob.id}/profile`, false],
        [`/billing-entities/new`, false],
        ['/help', false],
        ['/nowhere', true],
      ] as const) {
        await arrive(page, path)
        const { scrolls, below } = await page.evaluate(() => {
          const { scrollHeight } = document.documentElement
          // On a phone the bar of shortcuts is below it.
          const bar = document.querySelector('.foot-bar')?.getBoundingClientRect().height ?? 0
          const { bottom } = document.querySelector('.footer')!.getBoundingClientRect()
          return { scrolls: scrollHeight > innerHeight, below: scrollHeight - scrollY - bottom - bar }
        })
        assert.ok(Math.abs(below) <= 1, `${path}: ${below} px below the footer`)
        assert.ok(!isShort || !scrolls, `${path} is scrolled`)
      }
    }))

test('cards of a row are equally high on the dashboard', () =>
  portal.withPage(alice, { width: 1440 }, async ({ page }) => {
    await page.goto(`${portal.url}/?tab=clinics`)
    const cards = page.locator('li.card')
    await cards.nth(2).waitFor()
    const boxes = await cards.evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect()).map(({ y, height }) => ({ y, height })),
    )
    const rows = [...Map.groupBy(boxes, ({ y }) => y).values()]
    assert.ok(
      rows.some((row) => row.length > 1),
      'several stand beside each other',
    )
    for (const row of rows.map((cards) => cards.map(({ height }) => height)))
      assert.equal(new Set(row).size, 1, row.join())
  }))

test('until the portal’s own letters come, words are as wide as theirs, within three in a hundred', () =>
  portal.withPage(null, { prepare: withItsFace }, async ({ page }) => {
    // A first /login asks for no letters.
    await page.goto(`${portal.url}/register`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(async () => (await document.fonts.load("400 16px 'Inter'")).length > 0)
    const widths = await page.evaluate(() => {
      const words =
        'North Pens owes C$30.45 since February 6th 2027. Replace the card, and every place runs on.'
      return ['Inter', 'Inter Fallback'].map((face) => {
        const line = document.createElement('span')
        line.textContent = words
        line.style.cssText = `position:absolute;white-space:nowrap;font:400 16px '${face}',monospace`
        document.body.append(line)
        const { width } = line.getBoundingClientRect()
        line.remove()
        return width
      })
    })
    const [own, fallback] = widths as [number, number]
    assert.ok(Math.abs(fallback / own - 1) < 0.03, `${fallback} instead of ${own} px`)
  }))
