import pino from 'pino'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/platform/database/db.ts'
import { serveUsage } from './serve-usage.ts'

/* The product in a process of its own, as in production, with its general limits raised. */

const port = Number(process.argv[2])
const database = openDatabase(JSON.parse(process.argv[3]!))
const config = readConfig({
  ...process.env,
  NODE_ENV: 'production',
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
})
const app = await buildApp({ config, database, works: false, log: pino({ level: 'warn' }) })
await app.fastify.listen({ port, host: '127.0.0.1' })
serveUsage(database.statements)
process.send?.('ready')
