import type { App } from '@byre/server/app'
import { accountOperations, noteOperator, type Operator } from '@byre/server/auth/accounts/operators.actions'
import type { Config } from '@byre/server/config'
import { keepAppSecrets, type AppSecrets } from '@byre/server/platform/start/app-secret'
import { settleSchema } from '@byre/server/platform/start/chosen-database'
import { requireSecrets } from '@byre/server/platform/start/known-secrets'
import { Secrets } from '@byre/server/platform/secrets'
import { openDatabase, type Database } from '@byre/server/platform/database/db'
import { joinDatabase } from '@byre/server/platform/start/joined-database'
import { quietAdvice } from '@byre/server/platform/database/quiet'
import { refuse } from '@byre/server/platform/errors'
import { openLog } from '@byre/server/platform/log'
import { Outbox } from '@byre/server/platform/jobs/outbox'
import { StartError } from '@byre/server/platform/start-error'
import { listRefusedAccess } from '@byre/server/platform/audit/refused-access'
import { creditAs, inUnits } from '@byre/server/staff/credits.actions'
import type { OperatorContext } from './command.ts'
import { jobOperations } from './jobs.ts'
import { placeOperations } from './places.ts'
import { recordOperations } from './records.ts'
import { secretOperations } from './secrets.ts'

/** Opens what commands work with, does `work`, and closes all of it again. */
export async function asOperator<T>(
  config: Config,
  operator: Operator,
  work: (context: OperatorContext) => Promise<T>,
): Promise<T> {
  const chosen = await joinDatabase(config)
  try {
    await settleSchema(chosen)
    const database = openDatabase(chosen.connection, { max: 4 })
    const outbox = new Outbox(database, { work: false, onError: (error) => console.error(error) })
    const own = { ...config, dataDir: chosen.dataDir }
    const withPortal = <T>(work: (app: App) => Promise<T>) => atPortal(own, database, work)
    try {
      await outbox.start()
      return await work({
        accounts: accountOperations(database.db, outbox, operator),
        records: recordOperations(database, operator),
        listRefusals: async (id) => {
          const refusals = await listRefusedAccess(database.db, id)
          await noteOperator(database.db, operator, 'listRefusals', { after: { found: refusals.length } })
          return refusals
        },
        jobs: jobOperations(config, database, outbox, operator),
        places: placeOperations(withPortal, operator),
        secrets: secretOperations(() => secretsOf(own), database, operator),
        ...billingOperations(withPortal, database, operator),
      })
    } finally {
      await outbox.stop()
      await database.close()
    }
  } finally {
    await chosen.stop()
  }
}

/** What operators do to money, each with its line in the trail. */
function billingOperations(
  withPortal: <T>(work: (app: App) => Promise<T>) => Promise<T>,
  { db }: Database,
  operator: Operator,
): Omit<OperatorContext, 'accounts' | 'jobs' | 'listRefusals' | 'places' | 'records' | 'secrets'> {
  return {
    runBilling: (at) =>
      withPortal(async (app) => {
        if (await app.quiet.isSo()) throw new StartError('failed', `Nothing was charged: ${quietAdvice}.`)
        const did = await app.runBilling(at)
        await noteOperator(db, operator, 'runBilling', { after: { at: at.toISOString(), ...did } })
        return did
      }),

    listUnresolvedPayments: () =>
      withPortal(async (app) => {
        const unresolvedPayments = await app.listUnresolvedPayments()
        await noteOperator(db, operator, 'listTroubles', { after: { found: unresolvedPayments.length } })
        return unresolvedPayments
      }),

    settleUnresolvedPayment: (key, finding) =>
      withPortal(async (app) => {
        const settled = await app.settleUnresolvedPayment(key, finding, (db, { state }) =>
          noteOperator(db, operator, 'settleTrouble', { after: { key, ...finding, state } }),
        )
        return { key, ...settled }
      }),

    creditInvoice: (number, { line, confirm }) =>
      withPortal(async (app) => {
        const credit = await app.previewCredit(number, line)
        if (!credit) return null
        const { invoice_id, total, ...about } = credit
        const amount = inUnits(total)
        const order = { invoice: number, ...about, amount }
        if (confirm === undefined) return { ...order, credit_note: null, to_do_it: `--confirm ${amount}` }
        if (confirm !== amount)
          refuse('invoice.not_creditable', { message: `It would be ${amount}, not ${confirm}.` })
        const note = await creditAs(app, operator, {
          invoice_id,
          number,
          line,
          total,
          about: { ...about, amount },
        })
        return { ...order, credit_note: note.number }
      }),
  }
}

const secretsOf = (config: Config): AppSecrets =>
  config.appSecretIsGiven ? config.appSecrets : keepAppSecrets(config.dataDir, config.appSecrets)

/** The product itself, without its server; its mails and charges are jobs of whoever serves. */
async function atPortal<T>(config: Config, database: Database, work: (app: App) => Promise<T>): Promise<T> {
  const { buildApp } = await import('@byre/server/app')
  const appSecrets = secretsOf(config)
  await requireSecrets(database.db, new Secrets(appSecrets))
  // Beside what the command says, which programs read; and nobody calls here for whom it could be too busy.
  const { log, close } = openLog('production', process.stderr.fd)
  log.level = 'error'
  const app = await buildApp({ config: { ...config, appSecrets }, database, works: false, log })
  try {
    return await work(app)
  } finally {
    await app.close()
    await close()
  }
}
