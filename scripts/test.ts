import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { join, resolve } from 'node:path'
import {
  dropTestDatabases,
  makeTemplate,
  startTestServer,
  type TestServer,
} from '@byre/server/testing/database'
import { findBrowser } from './browser.ts'
import { operatorsProgram, serverProgram } from './build-server.mjs'
import type { Task } from './test-pool.ts'
import { Tally } from './test-tally.ts'

/*
 * `npm test`: everything. `npm test -- <words>`: the test files whose path has one of the words.
 * `npm run check`: what needs no database and no browser. `npm run test:serializable`: on a server
 * whose transactions are serializable, which fail honestly where two of them meet. `npm run test:numbers`: on databases
 * that were begun with `EVENT_CURSOR=numbers`. `--keep-times` writes down
 * how long each file took, by which the next runs are ordered.
 */

const root = resolve(import.meta.dirname, '..')
process.chdir(root)

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isAll = words.length === 0
const onlyChecks = process.argv.includes('--checks')
const isolation = process.argv.includes('--serializable') ? 'serializable' : 'read committed'
if (process.argv.includes('--numbers')) process.env['EVENT_CURSOR'] = 'numbers'
const isNumbered = process.env['EVENT_CURSOR'] === 'numbers'
const keepsTimes = process.argv.includes('--keep-times')
const tally = new Tally()
const timesFile = 'scripts/test-times.json'
// One more than there are cores: a journey waits for its page, and a test for its database.
const lanes = Math.min(availableParallelism() + 1, 8)
// The longest file takes 130 s beside the others, and twice that on a machine with other work on it.
const hangsAfterMs = 600_000

const description = ['--config', 'docs/api/redocly.yaml', 'docs/openapi.json']

const node = (...program: string[]) => [process.execPath, ...program]
const packaged = (path: string, ...rest: string[]) => node(join('node_modules', path), ...rest)
const own = (file: string, ...rest: string[]) => (existsSync(file) ? [node(file, ...rest)] : [])

async function runChecks(): Promise<void> {
  const checks = [
    // Each package once, the others against its declarations; several checkers of one would repeat each other.
    [
      'types',
      packaged('typescript/bin/tsc', '--build', '--force', '--checkers', '1', '--builders', '1'),
    ] as const,
    ['lint', packaged('oxlint/bin/oxlint', '--deny-warnings')] as const,
    ['format', packaged('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')] as const,
    ['house', node('scripts/check-house.ts')] as const,
    ['unused exports and dependencies', packaged('knip/bin/knip.js')] as const,
    ...own('scripts/openapi.ts', '--check').map((program) => ['openapi', program] as const),
    ['openapi by Redocly', packaged('@redocly/cli/bin/cli.js', 'lint', ...description)] as const,
    ['settings', node('scripts/settings.ts', '--check')] as const,
    ['languages', node('scripts/languages.ts', '--check')] as const,
  ].values()
  // Two at a time: each takes the next as it ends one.
  const lane = async () => {
    for (const [part, program] of checks) await tally.program(part, program)
  }
  await Promise.all([lane(), lane()])
  await runBuilds()
  for (const program of own('scripts/check-budget.ts')) await tally.program('page budgets', program)
}

/** What journeys walk on, and what is started as a process of its own. */
async function runBuilds({ isWithWeb = true } = {}): Promise<void> {
  if (isWithWeb) await tally.program('web client', node('scripts/build-web.mjs'))
  await tally.program('server', node('scripts/build-server.mjs'))
}

/**
 * One PostgreSQL for all test files: TEST_DATABASE_URL's, else one of our own. Beside our own there is `strict`, another one for
 * the files in which transactions meet.
 */
async function withDatabase(command: (strict: TestServer | undefined) => Promise<void>): Promise<void> {
  const url = process.env['TEST_DATABASE_URL']
  const start = (isolation: string) => startTestServer({ default_transaction_isolation: isolation })
  const isBoth = url === undefined && isAll && isolation !== 'serializable'
  const [own, strict] = await Promise.all([
    url === undefined ? start(isolation) : undefined,
    isBoth ? start('serializable') : undefined,
  ])
  const options = own?.options ?? { connectionString: url }
  const run = randomBytes(4).toString('hex')
  Object.assign(process.env, { TEST_PG: JSON.stringify(options), TEST_RUN: run })
  try {
    if (own === undefined) await makeTemplate(options)
    if (isAll && !isNumbered) await makeTemplate(options, 'numbers')
    await command(strict)
  } finally {
    if (own === undefined) await dropTestDatabases(options, run)
    await own?.stop()
    await strict?.stop()
  }
}

/**
 * Where a machine keeps files in memory and has plenty of it, temporary ones are made there: a database is some
 * hundred files, each test file makes one, and a disk's own bookkeeping takes longer than the test.
 */
function keepInMemory(): void {
  const folder = '/dev/shm'
  const plenty = 3 * 1024 ** 3
  const mount = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${folder} `))
  if (process.env['TMPDIR'] !== undefined || !existsSync(folder)) return
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < plenty || freemem() < plenty || mount('/proc/mounts')?.includes('noexec')) return
  const own = mkdtempSync(join(folder, 'byre-'))
  chmodSync(own, 0o1777)
  process.env['TMPDIR'] = own
  process.on('exit', () => rmSync(own, { recursive: true, force: true, maxRetries: 3 }))
}

/** Files in which transactions meet each other most, which run serializable as well; `npm run test:serializable` runs all so. */
const meetings = [
  'src/people-on-two-processes',
  'src/two-processes',
  'auth/codes.test',
  'auth/crowds',
  'second-factors/second-factors',
  'customers/crowds',
  'invites/invites.test',
  'invite-answers',
  'invite-limits',
  'members/leaving',
  'name-races',
  'places/deletions',
  'site-changes',
  'ownership-transfers',
  'billing-run/renewals',
  'cards/card-attempts',
  'gateway-events/shared-payments',
  'gateway-events/webhooks.test',
  'gateways/sandbox.test',
  'invoices/invoice-documents',
  'idempotency/idempotency',
]

const isMeeting = ({ file }: Task) => meetings.some((words) => file.includes(words))
const serializable = ({ file }: Task, { options }: TestServer): Task => ({
  file,
  name: `${file}, serializable`,
  env: { TEST_PG: JSON.stringify(options) },
})

/** Files that hear what is new in the audit trail, which run with `EVENT_CURSOR=numbers` as well; `npm run test:numbers` runs all so. */
const hearers = ['activity/events.test', 'activity/open-streams', 'customers/webhooks/']

const numbered = ({ file }: Task): Task => ({
  file,
  name: `${file}, by numbers`,
  env: { EVENT_CURSOR: 'numbers' },
})

async function runTests(): Promise<void> {
  const isWanted = (file: string) => isAll || words.some((word) => file.includes(word))
  const all = globSync('{client,contract,rules,server,web,scripts,bench,e2e}/**/*.test.ts', {
    exclude: (path) => path === 'node_modules' || path === 'dist',
  })
  // What takes longest begins first, so that nobody waits for it at the end; what is new may be long.
  const times = JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>
  const timeOf = ({ name, file }: Task) => times[name ?? file] ?? Infinity
  const inOrder = (tasks: Task[]) => tasks.toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1))
  const wanted = all.filter(isWanted)
  if (wanted.length === 0) return tally.fail('tests', `No test file has ${words.join(' or ')} in its path.`)
  const tasks: Task[] = wanted.map((file) => ({ file }))
  const journeys = tasks.filter(({ file }) => file.startsWith('e2e/'))
  const others = tasks.filter(({ file }) => !file.startsWith('e2e/'))
  // The client's modules are one page: they read its globals as they load, and keep its state.
  const isAlone = (file: string) => file.startsWith('web/')

  await withDatabase(async (strict) => {
    if (words.length > 0) await runBuilds({ isWithWeb: journeys.length > 0 })
    if (journeys.length > 0) process.env['CHROMIUM'] = await findBrowser()
    Object.assign(process.env, { TEST_MAIN: serverProgram, TEST_BYRE: operatorsProgram })
    const meeting =
      strict === undefined ? [] : others.filter(isMeeting).map((task) => serializable(task, strict))
    const isHearer = ({ file }: Task) => hearers.some((words) => file.includes(words))
    const hearing = isAll && !isNumbered ? others.filter(isHearer).map(numbered) : []
    const rows = [journeys, [...others, ...meeting, ...hearing]].filter((row) => row.length > 0).map(inOrder)
    await tally.tests(rows, { concurrency: lanes, timeout: hangsAfterMs, isAlone })
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.on('disconnect', () => process.exit(1))

try {
  if (isAll) await runChecks()
  if (!onlyChecks) {
    keepInMemory()
    await runTests()
  }
} catch (error) {
  tally.fail('tests', error instanceof Error ? (error.stack ?? error.message) : String(error))
}
if (keepsTimes) writeFileSync(timesFile, `${JSON.stringify(tally.times(), null, 2)}\n`)
process.exit(tally.finish())
