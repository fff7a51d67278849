import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

/* The site app's screens as `npm run screens` shows them: of a site with demo animals, of one without any, and of a new one. */

const [filled, empty, fresh] = ['alice-1', 'alice-2', 'alice-3'] as const

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Two of three sites are set up, and one of them is filled. */
export async function fillSites(page: Page, addressOf: (host: string) => string): Promise<void> {
  for (const host of [filled, empty]) {
    await page.goto(addressOf(host))
    await page.getByRole('button', { name: 'Begin' }).click()
    await heading(page, 'Today')
  }
  await page.goto(`${addressOf(filled)}/demo`)
  await page.getByRole('button', { name: 'Add demo animals' }).click()
  await heading(page, 'Today')
}

/** As a site answers that is not paid for. */
const readOnly = async (page: Page) => {
  await page.route('**/app/v1/me', async (route) => {
    const answer = await route.fetch()
    const me = (await answer.json()) as { data: { place: { access_state: string } } }
    me.data.place.access_state = 'read_only'
    await route.fulfill({ response: answer, json: me })
  })
}

/** The page is there, and whoever answers it is not. */
const unanswered = async (page: Page) => {
  await page.route('**/app/v1/**', (route) => route.abort())
  await page.route('**/robots.txt', (route) => route.abort())
}
const failing = (path: string) => async (page: Page) => {
  await page.route(`**/app/v1/${path}`, (route) => route.fulfill({ status: 500, json: {} }))
}

const of = (host: string, name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name: `site-${name}`,
  path: () => path,
  host,
  signedIn: true,
  ...more,
})
const recording = (kind: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /^Record for pen/ })
    .first()
    .click()
  await page.getByRole('button', { name: kind, exact: true }).click()
}

export const siteScreens: Screen[] = [
  of(fresh, 'first-launch', '/'),
  of(empty, 'doors', '/'),
  of(filled, 'today', '/'),
  of(filled, 'today-read-only', '/', { prepare: readOnly }),
  of(filled, 'today-unanswered', '/', { prepare: unanswered }),
  of(filled, 'today-failed', '/', { prepare: failing('today') }),
  of(filled, 'animals', '/animals'),
  of(empty, 'animals-empty', '/animals'),
  of(filled, 'animals-none', '/animals?q=zzzz'),
  of(filled, 'animals-failed', '/animals', { prepare: failing('animals*') }),
  of(filled, 'animals-chosen', '/animals', {
    act: (page) => page.getByRole('checkbox').nth(1).check(),
  }),
  of(filled, 'animal', '/animals?held=yes', {
    act: async (page) => {
      await page.locator('.animal-link').first().click()
      await page.getByRole('heading', { name: 'What happened' }).waitFor()
    },
  }),
  of(filled, 'holds', '/holds'),
  of(empty, 'holds-empty', '/holds'),
  of(filled, 'ship-lists', '/ship-lists'),
  of(empty, 'ship-lists-empty', '/ship-lists'),
  of(filled, 'findings', '/findings'),
  of(filled, 'pens', '/pens'),
  of(empty, 'pens-empty', '/pens'),
  of(filled, 'record-treated', '/pens', { act: recording('Treated') }),
  of(filled, 'record-observed', '/pens', { act: recording('Observed') }),
  of(filled, 'cabinet', '/cabinet'),
  of(empty, 'cabinet-empty', '/cabinet'),
  of(filled, 'add-product', '/cabinet', {
    act: (page) => page.getByRole('button', { name: 'Add product' }).click(),
  }),
  of(filled, 'import', '/import'),
  of(filled, 'scan', '/scan', {
    act: async (page) => {
      await page.keyboard.type('982 000001088420\n')
      await page.getByText('This tag is new here.').waitFor()
    },
  }),
  of(filled, 'demo', '/demo'),
  of(filled, 'settings', '/settings'),
  of(filled, 'not-found', '/nowhere'),
]
