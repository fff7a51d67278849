import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { newSite } from '../server/src/testing/places.ts'
import { buildClient, type AnotherClient } from './another-client.ts'
import { openBrowser, withoutStream } from './browser.ts'
import { fileOf, writeSheet, type Shot } from './contact-sheet.ts'
import { Portal } from './portal.ts'
import { portalScreens } from './portal-screens.ts'
import { states, type Screen, type State, type Subject } from './screen.ts'
import { fillSubjects, recordOf } from './screen-subjects.ts'
import { fillSites, siteScreens } from './site-screens.ts'

/*
 * `npm run screens`: every screen of the portal and of the site app in its states, both brands, both themes and three widths, as
 * pictures on one page. They are looked at, not compared. In parts, which add to the same page:
 * `npm run screens -- --only site,payer --states one,14 --widths 360 --themes light --brands sites --folder screens`.
 */

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'screens' },
    only: { type: 'string' },
    states: { type: 'string', default: states.join() },
    widths: { type: 'string', default: '360,768,1440' },
    themes: { type: 'string', default: 'light,dark' },
    brands: { type: 'string', default: 'sites,clinics' },
  },
})
const folder = resolve(values.folder)
const only = values.only?.split(',')
const widths = values.widths.split(',').map(Number)
const themes = values.themes.split(',') as ('light' | 'dark')[]
const brands = values.brands.split(',')
const wantedStates = new Set(values.states.split(',') as State[])
const wanted = [...portalScreens, ...siteScreens].filter(({ name }) => !only || only.includes(name))
if (wanted.length === 0) throw new Error(`no screen is called ${values.only}`)

/** All that was asked for has come. */
async function whole(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** All but who is there: without that nothing is shown at all. */
const calls = /\/(?:api|app)\/v1\/(?!users\/[^/]+$|me$|renew)/
const problem = {
  success: false,
  code: 'server.failed',
  message: 'Something went wrong on our side.',
  request_id: '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
}

const prepared: Partial<Record<string, (page: Page) => Promise<unknown>>> = {
  loading: (page) => page.route(calls, () => undefined),
  error: (page) => page.route(calls, (route) => route.fulfill({ status: 500, json: problem })),
  offline: (page) => page.route(calls, (route) => route.abort('internetdisconnected')),
}

const settled: Partial<Record<string, (page: Page) => Promise<unknown>>> = {
  loading: (page) =>
    page
      .locator('main .skeleton, main input')
      .first()
      .waitFor()
      // Shown a moment later, so that nothing flickers.
      .then(() => page.waitForTimeout(400)),
  error: whole,
  offline: async (page) => {
    await page.getByText('We could not reach the server').first().waitFor()
  },
}

const browser = await openBrowser()
const portal = await Portal.open()
/** Of the brands that the server has not itself. */
const clients = new Map<string, AnotherClient>()
const failed: string[] = []
try {
  await mkdir(folder, { recursive: true })
  for (const brand of brands.filter((one) => one !== 'sites'))
    clients.set(brand, await buildClient(portal.url, { BYRE_BRAND: brand }))
  const shownStates = new Set(wanted.flatMap(statesOf).filter((state) => wantedStates.has(state)))
  const subjects = await fillSubjects(portal, shownStates)
  const ofApps = wanted.some(({ host }) => host) ? await openApps(subjects.one!) : undefined
  for (const screen of wanted) {
    const began = Date.now()
    let taken = 0
    for (const state of statesOf(screen).filter((one) => wantedStates.has(one)))
      for (const brand of screen.host ? brands.slice(0, 1) : brands)
        for (const theme of themes)
          for (const width of widths) {
            const shot = { screen: screen.name, state, brand, theme, width }
            const whose = state === 'empty' && screen.ofOne ? 'empty itself' : state
            const subject = screen.host ? ofApps : subjects[whose]
            if (!subject) continue
            await shoot(screen, shot, subject).then(
              () => (taken += 1),
              (error: Error) => failed.push(`${fileOf(shot)}: ${error.message.split('\n')[0]}`),
            )
          }
    console.log(`${screen.name}: ${taken} pictures, ${Math.round((Date.now() - began) / 1000)} s`)
  }
  console.log(`${await writeSheet(folder)} pictures on ${join(folder, 'index.html')}`)
} finally {
  for (const client of clients.values()) await client.remove()
  await browser.close()
  await portal.close()
}
if (failed.length > 0) {
  console.error(failed.join('\n'))
  process.exitCode = 1
}

function statesOf({ states: all }: Screen): readonly State[] {
  return all ?? ['one']
}

async function pageFor(subject: Subject | null, { brand, theme, width }: Omit<Shot, 'screen' | 'state'>) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme as 'light' | 'dark',
    reducedMotion: 'reduce',
  })
  if (subject)
    await context.addInitScript((record) => localStorage.setItem('byre.auth', record), subject.record)
  await clients.get(brand)?.layOver(context)
  // With the stream of what changes the network would never rest.
  await withoutStream(context)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return { context, page }
}

const appAt = (host: string) => portal.url.replace('//', `//${host}.`)

async function shoot(screen: Screen, shot: Shot, subject: Subject): Promise<void> {
  const { context, page } = await pageFor(screen.signedIn ? subject : null, shot)
  try {
    await screen.prepare?.(page)
    await prepared[shot.state]?.(page)
    await page.goto((screen.host ? appAt(screen.host) : portal.url) + screen.path(subject))
    await page.locator('h1:visible').first().waitFor()
    await (settled[shot.state] ?? whole)(page)
    if (shot.state === 'one') await screen.act?.(page)
    await page.screenshot({ path: join(folder, fileOf(shot)), fullPage: true })
  } finally {
    await context.close()
  }
}

/** The sites of a herd with demo animals, of none, and of one that is yet to be set up; all of them one person's. */
async function openApps(like: Subject): Promise<Subject> {
  const person = await portal.onboarded('ada', { first_name: 'Ada', last_name: 'Ardley' })
  for (const subdomain of ['alice-1', 'alice-2', 'alice-3'])
    await newSite(portal.testApp, person, { name: 'Ardley Feeders', subdomain })
  const owner = { ...like, record: recordOf(person), userId: person.id }
  const { context, page } = await pageFor(owner, { brand: 'sites', theme: 'light', width: 1024 })
  await fillSites(page, appAt)
  await context.close()
  return owner
}
