import { parseArgs } from 'node:util'
import { readConfig } from '@byre/server/config'
import { openDatabase } from '@byre/server/platform/database/db'
import { keepAppSecrets } from '@byre/server/platform/start/app-secret'
import { reachDatabase, settleSchema } from '@byre/server/platform/start/chosen-database'
import { settleSecrets } from '@byre/server/platform/start/known-secrets'
import { StartError } from '@byre/server/platform/start-error'
import { prepareDataDir } from '@byre/server/platform/data-dir'
import { password, TestApp } from '@byre/server/testing/test-app'
import { TestClock } from '@byre/server/testing/test-clock'
import { fillFeedlot, fillRanch } from './demo/herds.ts'
import { fillPortal } from './demo/portal.ts'

/*
 * `npm run demo`, for development alone: fills an empty portal with people, places, payers in good and bad standing, a year
 * of invoices, and two herds, by the same calls that the screens make; then prints who to sign in as.
 */

/** How many days of billing are lived through before today. */
const days = 370

const { values } = parseArgs({
  options: { head: { type: 'string', default: '2000' }, people: { type: 'string', default: '60' } },
})

try {
  await fill({
    head: numberIn('head', values.head, 20, 20_000),
    people: numberIn('people', values.people, 6, 400),
  })
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}

function numberIn(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new StartError('environment', `--${name} is a whole number from ${least} to ${most}.`)
}

/** `head` animals at the feedlot, and `people` who work there. */
async function fill({ head, people }: { head: number; people: number }): Promise<void> {
  if (process.env['NODE_ENV'] === 'production')
    throw new StartError('environment', 'The demo is for development: NODE_ENV is production.')
  const given = readConfig(process.env)
  const chosen = await reachDatabase(given)
  try {
    const { dataDir } = chosen
    prepareDataDir(dataDir)
    const appSecrets = given.appSecretIsGiven ? given.appSecrets : keepAppSecrets(dataDir, given.appSecrets)
    await settleSchema(chosen)
    await settleSecrets(chosen.connection, appSecrets)
    const database = openDatabase(chosen.connection, { max: 8 })
    try {
      await requireEmpty(database.pool)
      // Mails are kept in the data folder, whatever is set: nobody out there is written to.
      // Nobody else is served meanwhile: on a busy machine it takes longer, and is refused nothing.
      const bounds = { ...given.bounds, overloadDelayMs: Infinity }
      const config = { ...given, bounds, dataDir, appSecrets, limitFactor: 1000, smtpUrl: undefined }
      const testApp = await TestApp.over({ config, database, clock: new TestClock(-days) })
      try {
        console.log('Filling the portal. This takes a minute or two …')
        const { staff, homeYard, ranch } = await fillPortal(testApp, { days, people })
        console.log('Filling two herds …')
        await fillFeedlot(testApp, { ...homeYard, head })
        await fillRanch(testApp, ranch)
        tell(staff, config.publicUrl)
      } finally {
        await testApp.close()
      }
    } finally {
      await database.close()
    }
  } finally {
    await chosen.stop()
  }
}

async function requireEmpty(pool: TestApp['database']['pool']): Promise<void> {
  const { rowCount } = await pool.query('select from auth.accounts limit 1')
  if (rowCount === 0) return
  throw new StartError(
    'dataDirHeld',
    'This portal has accounts already, and the demo fills an empty one: set DATA_DIR to another folder, such as "DATA_DIR=demo npm run demo".',
  )
}

function tell(staff: readonly { email: string; about: string }[], publicUrl: string): void {
  const widest = Math.max(...staff.map(({ email }) => email.length))
  process.stdout.write(`
  Run "npm start" with the same settings, open ${publicUrl}, and sign in as one of these.
  Each has the password ${password}

${staff.map(({ email, about }) => `    ${email.padEnd(widest)}   ${about}`).join('\n')}

`)
}
