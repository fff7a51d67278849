import { updateUser } from '@byre/contract/people/users'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { App } from '../server/src/app.ts'
import { TestApp, type Person } from '../server/src/testing/test-app.ts'
import { inTurn } from './balancer.ts'
import { openBrowser, Watch } from './browser.ts'
import { freePort } from './product.ts'

/** A browser in which someone is signed in. */
export interface Seat {
  context: BrowserContext
  page: Page
  watch: Watch
}

interface SeatOptions {
  width?: number
  /** Pressed by a thumb instead of a mouse. */
  touch?: boolean
  /** Where its clock stands, if not where this machine's does. */
  timeZone?: string
  /** What its browser speaks, if not American English. */
  locale?: string
  /** False: its browser runs no scripts. */
  hasScripts?: boolean
  /** What the context gets before its first page: another client, a network that fails. */
  prepare?: (context: BrowserContext) => Promise<void>
}

/** The whole application in this process, listening, and a browser beside it. */
export class Portal {
  readonly testApp: TestApp
  readonly url: string
  readonly #browser: Browser
  readonly #closeDoor: () => Promise<void>

  private constructor(testApp: TestApp, url: string, browser: Browser, closeDoor: () => Promise<void>) {
    this.testApp = testApp
    this.url = url
    this.#browser = browser
    this.#closeDoor = closeDoor
  }

  /** With several processes on its database, each connection that a browser opens gets the next of them. */
  static async open(
    env: Record<string, string> = {},
    { processes = 1 }: { processes?: number } = {},
  ): Promise<Portal> {
    const port = await freePort()
    const testApp = await TestApp.start({ PORT: String(port), ...env }, { processes })
    const listen = (app: App, own: number) => app.fastify.listen({ port: own, host: '127.0.0.1' })
    const closeDoor =
      processes === 1
        ? await listen(testApp.app, port).then(() => async () => undefined)
        : await inTurn(port, await Promise.all(testApp.processes.map((app) => listen(app, 0))))
    return new Portal(testApp, `http://localhost:${port}`, await openBrowser(), closeDoor)
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#closeDoor()
    await this.testApp.close()
  }

  /** Someone whose welcome is over. */
  async onboarded(name: string, profile: Record<string, string> = {}): Promise<Person> {
    const person = await this.testApp.person(name)
    await this.testApp.call(updateUser, {
      as: person,
      params: { id: person.id },
      body: { onboarded: '1', ...profile },
    })
    return person
  }

  /** Nobody's when `person` is null. Motion is off, so that contrast is judged of what stands, not of what is fading in. */
  async seat(
    person: Person | null,
    { width = 1280, touch = false, timeZone, locale, hasScripts = true, prepare }: SeatOptions = {},
  ): Promise<Seat> {
    const context = await this.#browser.newContext({
      viewport: { width, height: 900 },
      hasTouch: touch,
      javaScriptEnabled: hasScripts,
      reducedMotion: 'reduce',
      ...(timeZone !== undefined && { timezoneId: timeZone }),
      ...(locale !== undefined && { locale }),
    })
    if (person) await this.#signIn(context, person)
    await prepare?.(context)
    const watch = new Watch(context)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    return { context, page, watch }
  }

  async #signIn(context: BrowserContext, { id, email, token, refresh }: Person): Promise<void> {
    const record = JSON.stringify({ id, user: { id, email, groups: ['User'] }, uuid: id, token, refresh })
    await context.addInitScript(
      ([record, origin]) => {
        if (location.origin === origin && !sessionStorage.getItem('story.began')) {
          localStorage.setItem('byre.auth', record!)
          sessionStorage.setItem('story.began', 'yes')
        }
      },
      [record, this.url],
    )
  }

  /** A test in a browser of its own, in which nothing happens that a person should never meet. */
  async withPage(
    person: Person | null,
    options: SeatOptions,
    tell: (seat: Seat) => Promise<void>,
  ): Promise<void> {
    const seat = await this.seat(person, options)
    try {
      await tell(seat)
      seat.watch.assertCalm()
    } finally {
      // What a test answers in the server's place may be under way still, and is no matter of it any more.
      for (const page of seat.context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await seat.context.close()
    }
  }
}
