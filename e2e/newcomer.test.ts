import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { newSite } from '../server/src/testing/places.ts'
import type { Person } from '../server/src/testing/test-app.ts'
import { Portal } from './portal.ts'

/*
 * A newcomer, from Launch to a filled board within two minutes, by each of the three doors. No clock is watched: each step is
 * counted, and has the time that a person on a phone takes for one of its kind.
 */

const secondsOf = { press: 4, scan: 6, file: 20 } as const
type Step = keyof typeof secondsOf

let portal: Portal
let alice: Person

before(async () => {
  portal = await Portal.open()
  alice = await portal.onboarded('alice', { first_name: 'Alice', last_name: 'Ardley' })
})
after(() => portal.close())

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { level, name, exact: true }).waitFor()
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** What a person does, step by step. */
class Steps {
  readonly taken: Step[] = []

  async press(what: Locator): Promise<void> {
    this.taken.push('press')
    await what.click()
  }

  /** As a reader types it: the tag, then Enter. */
  async scan(page: Page, tag: string): Promise<void> {
    this.taken.push('scan')
    await page.getByLabel('Tag', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(`${tag}\n`)
  }

  async choose(field: Locator, text: string): Promise<void> {
    this.taken.push('file')
    await field.setInputFiles({ name: 'herd.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  }

  assertAre(expected: Partial<Record<Step, number>>): void {
    const count = (step: Step) => this.taken.filter((one) => one === step).length
    for (const step of Object.keys(secondsOf) as Step[])
      assert.equal(count(step), expected[step] ?? 0, `so many of ${step}`)
    const seconds = this.taken.reduce((sum, step) => sum + secondsOf[step], 0)
    assert.ok(seconds < 120, `${seconds} seconds`)
  }
}

/** Launches a new site from its page in the portal, answers what is asked, and goes on through a door. */
async function throughDoor(
  name: string,
  door: string,
  walk: (page: Page, steps: Steps) => Promise<void>,
): Promise<void> {
  const site = await newSite(portal.testApp, alice, { name })
  await portal.withPage(alice, { width: 360, touch: true }, async ({ page }) => {
    const steps = new Steps()
    await page.goto(`${portal.url}/site/${site.id}`)
    await heading(page, name)
    const [app] = await Promise.all([page.waitForEvent('popup'), steps.press(link(page, 'Launch'))])
    await heading(app, `Set up ${name}`)
    await steps.press(button(app, 'Begin'))
    await heading(app, 'Today')
    await steps.press(link(app, door))
    await heading(app, door)
    await walk(app, steps)
  })
}

/** The board of holds as Today and its own screen have it. */
async function assertFilled(page: Page, steps: Steps, { head, held }: { head: number; held: number }) {
  await steps.press(link(page, 'Today'))
  await heading(page, 'Today')
  await link(page, `${head} head here`).waitFor()
  await steps.press(page.getByRole('link', { name: new RegExp(`^${held} held in all`) }))
  await heading(page, 'Holds')
  const rows = page.getByRole('table', { name: /^Held animals: / }).locator('tbody tr')
  await rows.first().waitFor()
  // A phone has them in pages of ten.
  await page.setViewportSize({ width: 1024, height: 900 })
  await rows.nth(held - 1).waitFor()
  assert.equal(await rows.count(), held)
}

const treatedHerd = [
  'EID,Ear tag,Sex,Pen,Lot,Weight,Weigh date,Product,Treatment date,Route,Dose mL',
  ...Array.from({ length: 12 }, (_, at) => {
    const medicine = at < 5 ? 'Long acting,2026-05-04,SC,22' : ',,,'
    return `1240002999${String(95001 + at)},${501 + at},Steer,${at % 2 === 0 ? 'North' : 'South'},Spring,${400 + at},2026-05-03,${medicine}`
  }),
].join('\r\n')

test('a herd with its past treatments is on the board after nine presses and one file', async () => {
  await throughDoor('File Ranch', 'Bring your herd', async (page, steps) => {
    await steps.choose(page.getByLabel('File'), treatedHerd)
    await heading(page, 'What each column is', 2)
    await page.getByRole('radio', { name: /^No: every recent treatment/ }).check()
    steps.taken.push('press', 'press')
    await steps.press(button(page, 'See what would happen'))
    await heading(page, 'What would happen', 2)
    await steps.press(button(page, 'Bring in 12 rows'))
    await page.getByText('12 animals added.').waitFor()
    await assertFilled(page, steps, { head: 12, held: 5 })
    steps.assertAre({ press: 9, file: 1 })
  })
})

test('three tags are three animals on the board after eight presses and three scans', async () => {
  await throughDoor('Scan Ranch', 'Scan as you go', async (page, steps) => {
    for (const tag of ['982 000001088420', '982 000001088421', '982 000001088422']) {
      await steps.scan(page, tag)
      await page.getByText('This tag is new here.').waitFor()
      await steps.press(button(page, 'Add this animal'))
      await page.getByText(/^Until /).waitFor()
    }
    await assertFilled(page, steps, { head: 3, held: 3 })
    steps.assertAre({ press: 8, scan: 3 })
  })
})

test('demo animals are on the board after six presses', async () => {
  await throughDoor('Demo Ranch', 'Look around', async (page, steps) => {
    await steps.press(button(page, 'Add demo animals'))
    await heading(page, 'Today')
    const countIn = async (words: RegExp) =>
      Number.parseInt(await page.getByRole('link', { name: words }).innerText(), 10)
    const [head, held] = [await countIn(/head here$/), await countIn(/held in all/)]
    assert.ok(head > 50 && held > 0, `${head} head, ${held} held`)
    await assertFilled(page, steps, { head, held })
    steps.assertAre({ press: 6 })
  })
})
