import type { Page } from 'playwright-core'
import type { Screen, State } from './screen.ts'
import { hosts, type YardSubject } from './site-subjects.ts'

/*
 * The site app's screens as `npm run screens` shows them: of a site with demo animals and loads in each state, of one with one
 * animal, of one without any, and of a new one.
 */

const waiting = ['loading', 'error', 'offline'] as const satisfies State[]
const shut = ['no right', 'read only'] as const satisfies State[]
const lists = [...waiting, 'empty', 'one', 'many', ...shut] as const satisfies State[]
const things = [...waiting, 'many', ...shut] as const satisfies State[]

const hostOf = (state: State) => (state === 'empty' ? hosts.none : state === 'one' ? hosts.one : hosts.many)

const of = (
  name: string,
  path: string | Screen<YardSubject>['path'],
  { states = ['many'], ...more }: Partial<Screen<YardSubject>> = {},
): Screen<YardSubject> => ({
  name: `site-${name}`,
  path: typeof path === 'string' ? () => path : path,
  host: hostOf,
  signedIn: true,
  states,
  ...more,
})

/** The page is there, and whoever answers it is not. */
const unanswered = async (page: Page) => {
  await page.route('**/app/v1/**', (route) => route.abort())
  await page.route('**/robots.txt', (route) => route.abort())
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first()
const press = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).click()
  await page.locator('dialog[open]').waitFor()
}
const recording = (kind: string) => async (page: Page) => {
  await press(/^Record for pen/)(page)
  await button(page, kind).click()
  await page.locator('dialog[open] form').waitFor()
}
/** Of the first animal on its own page. */
const recordingOne = (kind: string) => async (page: Page) => {
  await press('Record')(page)
  await button(page, kind).click()
  await page.locator('dialog[open] form').waitFor()
}
const inMenu = (menu: RegExp, name: string) => async (page: Page) => {
  await button(page, menu).click()
  await button(page, name).click()
  await page.locator('dialog[open]').waitFor()
}
const scanned = (tag: string, says: RegExp) => async (page: Page) => {
  await page.keyboard.type(`${tag}\n`)
  await page.getByText(says).first().waitFor()
}

const herd = [
  'Tag,Sex,Breed,Pen,Weight (kg),Weigh date,Treatment,Treatment date',
  '501,Steer,Angus,Demo pen 1,312,2026-11-02,Flunixin injection,2026-11-03',
  '502,Heifer,Hereford,Demo pen 1,"1.24000300001234E+14",2026-11-02,,',
  '503,Bullock,Charolais cross,Far pen,-4,2027-31-02,Something else,2026-11-09',
].join('\n')
const chosen = async (page: Page) => {
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'Herd of last fall.csv', mimeType: 'text/csv', buffer: Buffer.from(herd) })
  await page.getByRole('heading', { name: 'What each column is' }).waitFor()
}
const judged = async (page: Page) => {
  await chosen(page)
  // The only number with a fraction is one that a spreadsheet has ruined.
  await page.getByLabel('Numbers are written').selectOption('point')
  await page.getByRole('radio', { name: /^No: every recent treatment/ }).check()
  await button(page, 'See what would happen').click()
  await page.getByRole('heading', { name: 'What would happen' }).waitFor()
}

const listed = (list: keyof YardSubject['lists']) => (of: YardSubject) => `/ship-lists/${of.lists[list]}`

export const siteScreens: Screen<YardSubject>[] = [
  of('first-launch', '/', { host: () => hosts.fresh }),
  of('today', '/', { states: lists }),
  of('unanswered', '/', { prepare: unanswered }),
  of('stopped', '/', { states: ['stopped'] }),
  of('more', '/', {
    act: async (page) => {
      const more = button(page, 'More')
      if (await more.isVisible()) await more.click()
    },
  }),

  of('animals', '/animals', { states: lists }),
  of('animals-none', '/animals?q=zzzz'),
  of('animals-chosen', '/animals', { act: (page) => page.getByRole('checkbox').nth(1).check() }),
  of('animal', ({ animal }) => `/animals/${animal}`, { states: things }),
  of('animal-held', ({ held }) => `/animals/${held}`, { states: ['one', 'many'] }),
  of('animal-correct', ({ held }) => `/animals/${held}`, {
    act: inMenu(/^What to do with: Weighed/, 'Correct'),
  }),
  of('animal-take-back', ({ held }) => `/animals/${held}`, {
    act: inMenu(/^What to do with: Treated/, 'Take back'),
  }),

  of('holds', '/holds', { states: lists }),
  of('holds-none', '/holds?from=2099-12-31'),
  of('findings', '/findings', { states: lists }),
  of('finding-settle', '/findings', { act: press(/^They were told/) }),

  of('ship-lists', '/ship-lists', { states: lists }),
  of('ship-lists-left', '/ship-lists?open=no', { states: ['empty', 'many'] }),
  of('ship-list-new', '/ship-lists', { act: press('New ship list') }),
  of('ship-list-draft', listed('draft'), { states: things }),
  of('ship-list-empty', listed('empty'), { states: ['many', 'no right'] }),
  of('ship-list-held', listed('held'), { states: ['many', ...shut] }),
  of('ship-list-overridden', listed('overridden')),
  of('ship-list-checked', listed('checked')),
  of('ship-list-locked', listed('locked'), { states: ['many', ...shut] }),
  of('ship-list-broken', listed('broken'), { states: ['many', 'no right'] }),
  of('ship-list-left', listed('left')),
  of('ship-list-late', listed('late')),
  of('ship-list-add', listed('draft'), { act: press('Add animals') }),
  of('ship-list-plan', listed('draft'), { act: press('Change the plan') }),
  of('ship-list-throw-away', listed('draft'), { act: press('Throw away') }),
  of('put-on-list', '/animals', {
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).check()
      await press('Put on a ship list')(page)
    },
  }),
  of('ship-list-override', listed('held'), {
    act: async (page) => {
      const menu = button(page, /^What to do with/)
      if (await menu.isVisible()) await menu.click()
      await press(/^Override the hold/)(page)
    },
  }),
  of('ship-list-send-off', listed('locked'), { act: press('Send off') }),
  of('ship-list-gone', () => '/ship-lists/01a00000-0000-7000-8000-000000000000'),

  of('pens', '/pens', { states: lists }),
  of('pen', ({ pen }) => `/pens/${pen}`, { states: ['one', ...things] }),
  of('pen-empty', ({ emptyPen }) => `/pens/${emptyPen}`),
  of('lot', ({ lot }) => `/lots/${lot}`, { states: ['one', ...things] }),
  of('lot-empty', ({ emptyLot }) => `/lots/${emptyLot}`),
  of('pen-add', '/pens', { act: press('Add pen') }),
  of('pen-feed', ({ pen }) => `/pens/${pen}`, { act: press('Start medicated feed') }),
  of('pen-feed-stop', ({ pen }) => `/pens/${pen}`, { act: press(/^Stop feeding/) }),
  of('pen-count', ({ pen }) => `/pens/${pen}`, { act: press('Record a head count') }),
  of('record', '/pens', { act: press(/^Record for pen/) }),
  ...[
    'Treated',
    'Weighed',
    'Observed',
    'Moved',
    'Noted',
    'Bred',
    'Pregnancy checked',
    'Weaned',
    'Died',
    'Left the site',
  ].map((kind) => of(`record-${kind.split(' ')[0]!.toLowerCase()}`, '/pens', { act: recording(kind) })),
  ...['Tagged', 'Calved'].map((kind) =>
    of(`record-${kind.toLowerCase()}`, ({ animal }) => `/animals/${animal}`, { act: recordingOne(kind) }),
  ),
  of('record-will-hold', '/pens', {
    act: async (page) => {
      await recording('Treated')(page)
      await page.getByLabel('Product').fill('Demo long-acting antibiotic')
      await page.getByLabel('Route').selectOption('SC')
      await page.getByRole('heading', { name: 'This will hold' }).waitFor()
    },
  }),

  of('cabinet', '/cabinet', { states: lists }),
  of('cabinet-product', '/cabinet', {
    act: async (page) => {
      await page.locator('summary').filter({ hasText: 'Florfenicol 300' }).click()
    },
  }),
  of('add-product', '/cabinet', { act: press('Add product') }),

  of('scan', '/scan', { states: ['many', ...shut] }),
  of('scan-found', '/scan', { act: scanned('D-101', /D-101/) }),
  of('scan-new', '/scan', { act: scanned('982 000001088420', /This tag is new here\./) }),

  of('import', '/import', { states: things }),
  of('import-columns', '/import', { act: chosen }),
  of('import-checked', '/import', { act: judged }),

  of('demo', '/demo', { states: [...waiting, 'empty', 'many', ...shut] }),
  of('demo-remove', '/demo', { act: press('Remove demo animals') }),
  of('settings', '/settings', { states: things }),
  of('not-found', '/nowhere'),
]
