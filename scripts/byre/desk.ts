import { accountOperations, noteOperator, type Operator } from '@byre/server/auth/operators.actions'
import type { Config } from '@byre/server/config'
import { keepAppSecret } from '@byre/server/platform/app-secret'
import { settleSchema } from '@byre/server/platform/chosen-database'
import { openDatabase, type Database } from '@byre/server/platform/db'
import { joinDatabase } from '@byre/server/platform/joined-database'
import { openLog } from '@byre/server/platform/log'
import { Outbox } from '@byre/server/platform/outbox'
import type { Desk } from './commands.ts'

/** Opens what commands work with, does `work`, and closes all of it again. */
export async function atDesk<T>(
  config: Config,
  operator: Operator,
  work: (desk: Desk) => Promise<T>,
): Promise<T> {
  const chosen = await joinDatabase(config)
  try {
    await settleSchema(chosen)
    const database = openDatabase(chosen.connection, { max: 4 })
    const outbox = new Outbox(database, { work: false, onError: (error) => console.error(error) })
    try {
      await outbox.start()
      return await work({
        accounts: accountOperations(database.db, outbox, operator),
        runBilling: (at) => runBilling({ ...config, dataDir: chosen.dataDir }, database, operator, at),
      })
    } finally {
      await outbox.stop()
      await database.close()
    }
  } finally {
    await chosen.stop()
  }
}

/** The product's own billing, without its server; its mails and charges are jobs of whoever serves. */
async function runBilling(config: Config, database: Database, operator: Operator, at: Date) {
  const { buildApp } = await import('@byre/server/app')
  const appSecret = config.appSecretIsGiven
    ? config.appSecret
    : keepAppSecret(config.dataDir, config.appSecret)
  const { log, flush } = openLog('production')
  log.level = 'warn'
  const app = await buildApp({ config: { ...config, appSecret }, database, works: false, log })
  try {
    const did = await app.runBilling(at)
    await noteOperator(database.db, operator, 'runBilling', { after: { at: at.toISOString(), ...did } })
    return did
  } finally {
    await app.close()
    flush()
  }
}
