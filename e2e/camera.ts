import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { AnotherClient } from './another-client.ts'
import { withItsFace, withoutStream } from './browser.ts'
import { fileOf, type Shot } from './contact-sheet.ts'
import { speakLonger } from './longer-language.ts'
import type { Portal } from './portal.ts'
import type { Reader, Screen, State } from './screen.ts'
import { stickingOut } from './sticking-out.ts'

/* Takes a picture of a screen in a state, for `npm run screens`. */

/** A screen in a state and a width: of one load of it a picture a theme. */
export interface Wanted extends Omit<Shot, 'theme'> {
  state: State
  themes: readonly Theme[]
}
export type Theme = 'light' | 'dark'

/** All that was asked for has come, and what is told beside a public page. */
async function whole(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('main [aria-busy="true"], dialog .skeleton').first().waitFor({ state: 'detached' })
  const isHalved =
    (page.viewportSize()?.width ?? 0) >= 1024 && (await page.locator('[data-halved="true"]').count())
  if (isHalved) await page.locator('.about').waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** All but who is there: without that nothing is shown at all. */
const calls = /\/(?:api|app)\/v1\/(?!users\/[^/]+$|me$|renew)/
const problem = {
  success: false,
  code: 'server.failed',
  message: 'Something went wrong on our side.',
  request_id: '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
}

/** Of all that is to be seen. A picture beyond the window would be one of a page for a mouse. */
const heightOf = (page: Page) =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const tall = dialog ? dialog.scrollHeight + 64 : document.documentElement.scrollHeight
    return Math.max(window.innerHeight, tall)
  })

const prepared: Partial<Record<State, (page: Page) => Promise<unknown>>> = {
  loading: (page) => page.route(calls, () => undefined),
  error: (page) => page.route(calls, (route) => route.fulfill({ status: 500, json: problem })),
  offline: (page) => page.route(calls, (route) => route.abort('internetdisconnected')),
}

const settled: Partial<Record<State, (page: Page) => Promise<unknown>>> = {
  loading: (page) =>
    page
      .locator('main .skeleton, main input')
      .first()
      .waitFor({ state: 'attached' })
      // Shown a moment later, so that nothing flickers.
      .then(() => page.waitForTimeout(400)),
  // Only after all tries.
  error: async (page) => {
    await page.getByText(problem.request_id).first().waitFor()
    await whole(page)
  },
  offline: async (page) => {
    await page.getByText('We could not reach the server').first().waitFor()
  },
}

/** The session as the browser has it now: after a quarter of an hour it was renewed, and to show what it was before would end it. */
const recordIn = async (context: BrowserContext) =>
  (await context
    .pages()[0]
    ?.evaluate(() => localStorage.getItem('byre.auth'))
    .catch(() => null)) ?? null

type AccessState = 'ok' | 'read_only' | 'stopped'
const accessStates: Partial<Record<State, AccessState>> = { 'read only': 'read_only', stopped: 'stopped' }

/** States in which there is something to press. */
const acting: ReadonlySet<State> = new Set(['one', 'many'])

export class Camera {
  readonly #browser: Browser
  readonly #portal: Portal
  /** Of the brands that the server has not itself. */
  readonly #clients: ReadonlyMap<string, AnotherClient>
  readonly #folder: string
  /** A language of the portal's, or `longer`. */
  readonly #language: string
  /** What lets a reader in at a site, once they were: to be let in takes longer than the picture. */
  readonly #letIn = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

  constructor(
    browser: Browser,
    portal: Portal,
    clients: ReadonlyMap<string, AnotherClient>,
    { folder, language }: { folder: string; language: string },
  ) {
    this.#browser = browser
    this.#portal = portal
    this.#clients = clients
    this.#folder = folder
    this.#language = language
  }

  async shoot<S extends Reader>(screen: Screen<S>, shot: Wanted, subject: S): Promise<void> {
    const { themes, ...of } = shot
    const { state, width, brand } = of
    const access = accessStates[state]
    const unpaid = access && screen.host?.(state)
    await this.#pay(unpaid, access ?? 'ok')
    const context = await this.#browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: themes[0],
      // What a thumb meets is larger than what a mouse does.
      hasTouch: width < 640,
      reducedMotion: 'reduce',
      locale: this.#language === 'en' ? 'en-US' : this.#language === 'longer' ? 'fr-CA' : this.#language,
    })
    try {
      await withItsFace(context)
      if (this.#language === 'longer') await speakLonger(context)
      if (screen.signedIn)
        await context.addInitScript((record) => localStorage.setItem('byre.auth', record), subject.record)
      await this.#clients.get(brand)?.layOver(context)
      // With the stream of what changes the network would never rest.
      await withoutStream(context)
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      await screen.prepare?.(page)
      await prepared[state]?.(page)
      await this.#go(page, screen, state, subject)
      await page.locator('h1:visible').first().waitFor()
      if (screen.signedIn && new URL(page.url()).pathname === '/login') throw new Error('signed out')
      await (settled[state] ?? whole)(page)
      if (screen.act && acting.has(state)) {
        await screen.act(page)
        await whole(page)
      }
      await page.setViewportSize({ width, height: await heightOf(page) })
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        await page.screenshot({ path: join(this.#folder, fileOf({ ...of, theme })) })
      }
      const out = await stickingOut(page)
      if (out.length > 0) throw new Error(`what sticks out of its box: ${out.join(' | ')}`)
    } finally {
      if (screen.signedIn && !screen.host) subject.record = (await recordIn(context)) ?? subject.record
      await context.close()
      await this.#pay(unpaid, 'ok')
    }
  }

  async #pay(subdomain: string | undefined, access: AccessState): Promise<void> {
    if (subdomain !== undefined)
      await this.#portal.testApp.database.pool.query(
        'update customers.sites set standing = $2 where subdomain = $1',
        [subdomain, access],
      )
  }

  async #go<S extends Reader>(page: Page, { host, path }: Screen<S>, state: State, subject: S) {
    const at = host?.(state)
    if (at === undefined) return page.goto(this.#portal.url + path(subject))
    const site = this.#portal.url.replace('//', `//${at}.`)
    await this.#letInAt(site, page.context(), subject)
    return page.goto(site + path(subject))
  }

  async #letInAt(site: string, context: BrowserContext, { record }: Reader): Promise<void> {
    const who = `${site} ${record}`
    const known = this.#letIn.get(who)
    if (known) return context.addCookies(known)
    const door = await context.newPage()
    await door.goto(site)
    await door.waitForURL(`${site}/**`)
    this.#letIn.set(who, await context.cookies())
    await door.close()
  }
}
