import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import assert from 'node:assert/strict'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/browser.ts'

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Chromium's sandbox needs a user of its own; its background calls would only find no network.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that a test hands to the browser itself seems to come from elsewhere, and may not ask this machine.
  '--disable-features=LocalNetworkAccessChecks',
  // A page of a test is gone within seconds: code made fast for later costs an eighth of the renderer's time, and is seldom run.
  '--js-flags=--max-lazy,--no-opt,--no-maglev',
]

export async function openBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: [...flags, ...more] })
}

/** What a page did that a person should never meet: console errors, failed calls, policy reports. */
export class Watch {
  readonly trouble: string[] = []
  readonly #expected: RegExp[] = []

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.#note(`console: ${message.text()}`)
    })
    context.on('weberror', (error) => this.#note(`error: ${error.error().message}`))
    context.on('response', (response) => {
      if (response.status() >= 400)
        this.#note(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
    })
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/csp-reports')
        this.#note(`policy report: ${request.postData()}`)
    })
  }

  /** Says that something matching is part of the test from here on. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  #note(what: string): void {
    if (!this.#expected.some((pattern) => pattern.test(what))) this.trouble.push(what)
  }

  assertCalm(): void {
    assert.deepEqual(this.trouble, [])
  }
}

/**
 * As if yet another window had the stream of what changes: a session that ends elsewhere is met by the page's
 * own next call, and not by the news of it.
 */
export async function withoutStream(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Of the portal, and of a site's app.
    for (const name of ['byre.live', 'byre.site'])
      navigator.locks?.request(name, () => new Promise(() => undefined)).catch(() => undefined)
  })
}

/** With the portal's letters, as from the second visit on. */
export async function withItsFace(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.FontFace = class extends FontFace {
      constructor(family: string, source: string | BufferSource, descriptors?: FontFaceDescriptors) {
        super(family, source, { ...descriptors, display: 'block' })
      }
    }
  })
}

/** What is still fading in has no contrast yet. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

interface AxeFinding {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** Done when nothing has been drawn for a while, and after some seconds anyway. */
export async function comeToStandstill(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const end = () => done(watch.disconnect())
        let quiet = setTimeout(end, 500)
        const watch = new MutationObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(end, 500)
        })
        watch.observe(document, { subtree: true, childList: true, attributes: true })
        setTimeout(end, 5000)
      }),
  )
}

/**
 * Refuses any finding of axe (WCAG 2.0–2.2 A and AA, best practice) on the page as it stands. axe takes its time,
 * and a page that is drawn meanwhile is judged partly before and partly after: what is found must be found
 * again once the page stands still.
 */
export async function assertAccessible(page: Page, screen: string): Promise<void> {
  const first = await findings(page)
  if (first.length === 0) return
  await comeToStandstill(page)
  assert.deepEqual(await findings(page), [], `axe on ${screen}`)
}

async function findings(page: Page): Promise<string[]> {
  await comeToRest(page)
  // Evaluated by the debugger, so the page's own policy stays in force and untouched; once a document.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axeSource)
  // What it found in order is a third of its cost to hand over.
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice'], resultTypes: ['violations'] })
      .then(({ violations }) => violations)`,
  )) as AxeFinding[]
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)
}

/** Lets no question of a page to this path go on until the function that it gives is called; commands are let through. */
export async function holdQuestions(page: Page, path: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') await released.promise
    await route.fallback()
  })
  return async () => {
    released.resolve()
    await page.unroute(path)
  }
}

/** Done when the page itself has heard of it, which may be a while after the browser has. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction((width) => innerWidth === width, size.width)
}

/** Done when what has come by now is on the screen. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
