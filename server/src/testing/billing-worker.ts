import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/database/db.ts'

/* A process of its own that does all billing due at BILL_AT, until it has or is killed. */

const options = JSON.parse(process.env['BILL_DATABASE'] ?? '{}') as object
const config = readConfig({
  NODE_ENV: 'test',
  DATA_DIR: process.env['BILL_FOLDER'],
  APP_SECRET: 'a secret for stories, long enough for them',
})
const database = openDatabase(options, { max: 4 })
const app = await buildApp({ config, database, works: false, log: pino({ level: 'silent' }) })
process.stdout.write('ready\n')
await app.runBilling(new Date(process.env['BILL_AT'] ?? ''))
process.stdout.write('done\n')
await app.close()
await database.close()
