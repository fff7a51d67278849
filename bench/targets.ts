import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../e2e/product.ts'
import { bundle } from '../scripts/bundle.ts'
import { productFlags } from '../scripts/launch.mjs'
import { startLocalPostgres, type LocalPostgres } from '../server/src/platform/start/local-postgres.ts'
import { migrate } from '../server/src/platform/start/migrate.ts'
import type { Target } from './measure.ts'
import type { Shared } from './scenarios.ts'
import { seed, type Seed } from './seed.ts'
import { signInAccounts } from './sign-in-accounts.ts'

/** What is measured with: every limit raised, no mail server, callers told apart by what they say they are. */
export const measured = {
  ALLOW_SANDBOX: '1',
  APP_SECRET: 'a secret for measuring, never for use',
  SMTP_URL: 'smtp://127.0.0.1:9',
  LIMIT_FACTOR: '1000000',
  TRUSTED_PROXIES: '127.0.0.1',
}

/** Runs `command` on a PostgreSQL of its own, which is gone afterwards. */
export async function onPostgres(command: (postgres: LocalPostgres) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'byre-bench-'))
  const postgres = await startLocalPostgres({
    dataDir,
    settings: { max_connections: '100', max_wal_size: '4GB' },
  })
  try {
    await command(postgres)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Migrates and fills an empty database. The last 50 accounts can sign in, which ends the oldest of their sessions. */
export async function prepareDatabase(
  connection: pg.PoolConfig,
  size: Seed,
): Promise<{ shared: Shared; signIns: string[] }> {
  await migrate(connection)
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const plan = await client.query<{ id: string }>(
    `select id from payments.plans where product = 'sites' and currency = 'cad' and interval = 'month' order by amount limit 1`,
  )
  const shared: Shared = { ...size, planId: plan.rows[0]!.id }
  await seed(client, shared, shared.planId)
  const signIns = await signInAccounts(client, 50, Math.max(0, size.accounts - 50))
  await client.end()
  return { shared, signIns }
}

/** Starts the floor or the product in a process of its own. */
export async function startTarget(name: 'floor' | 'product', connection: pg.PoolConfig): Promise<Target> {
  const port = await freePort()
  // As `npm start` runs the product; the floor as Node does by itself.
  const isProduct = name === 'product'
  const source = join(import.meta.dirname, `${name}.ts`)
  const bundled = join(import.meta.dirname, '.cache')
  if (isProduct) await bundle(source, bundled)
  const script = isProduct ? join(bundled, 'product.js') : source
  const child = fork(script, [String(port), JSON.stringify(connection)], {
    execArgv: isProduct ? productFlags : [],
    env: {
      ...process.env,
      ...measured,
      MALLOC_ARENA_MAX: isProduct ? '1' : undefined,
      DATA_DIR: tmpdir(),
    },
  })
  const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (ready !== 'ready') throw new Error(`${name} did not start`)
  return { name, child, url: `http://localhost:${port}` }
}
