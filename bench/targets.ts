import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../e2e/product.ts'
import { startLocalPostgres, type LocalPostgres } from '../server/src/platform/start/local-postgres.ts'
import { migrate } from '../server/src/platform/start/migrate.ts'
import type { Target } from './measure.ts'
import { sayWhy } from './one-line.ts'
import { childrenOf } from './processor-time.ts'
import type { Shared } from './scenarios.ts'
import { seed, type Seed } from './seed.ts'
import { signInAccounts } from './sign-in-accounts.ts'

/** What the product is measured with: every limit raised, callers told apart by what they say they are. */
export const measured = {
  NODE_ENV: 'production',
  ALLOW_SANDBOX: '1',
  APP_SECRET: 'a secret for measuring, never for use',
  LIMIT_FACTOR: '1000000',
  TRUSTED_PROXIES: '127.0.0.1',
}

/**
 * Runs `command` on a PostgreSQL of its own, which is gone afterwards. Its WAL files are not filled with zeros first: a
 * database that has run for a while takes its old ones again (decision 0198).
 */
export async function onPostgres(
  command: (postgres: LocalPostgres) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'byre-bench-'))
  const postgres = await startLocalPostgres({
    dataDir,
    settings: { max_connections: '100', max_wal_size: '4GB', wal_init_zero: 'off', ...settings },
  })
  try {
    await command(postgres)
  } catch (error) {
    // Before its clients lose their connection, which would be said instead.
    sayWhy(error as Error)
    throw error
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

type Role = 'all' | 'web' | 'worker'

/**
 * Starts a floor, which is Node as it is, or the product as `npm start` does, with a process for each role: the first answers,
 * and it alone is measured.
 */
export async function startTarget(
  name: 'floor' | 'product',
  postgres: Postgres,
  {
    floor = 'floor.ts',
    more = [],
    roles = ['all'],
  }: { floor?: string; more?: string[]; roles?: Role[] } = {},
): Promise<Target> {
  return name === 'floor' ? startFloor(postgres, floor, more) : startProduct(postgres, roles)
}

type Postgres = Pick<LocalPostgres, 'connection' | 'connectionString' | 'dataDir'>

async function startFloor(
  { connection, dataDir }: Postgres,
  program: string,
  more: string[],
): Promise<Target> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, program), [String(port), JSON.stringify(connection), ...more])
  await ready(child, 'the floor')
  return {
    ...target('floor', port, dataDir),
    pid: child.pid!,
    settle: async () => undefined,
    stop: () => end(child),
  }
}

/** A floor's program that answers no calls, and works beside one that does. */
export async function startBeside(program: string, { connection }: Postgres, ...more: string[]) {
  const child = fork(join(import.meta.dirname, program), ['0', JSON.stringify(connection), ...more])
  await ready(child, program)
  return { stop: () => end(child) }
}

/** `npm start` with its request log in a file and a mail server that takes everything. */
async function startProduct(postgres: Postgres, roles: Role[]): Promise<Target> {
  const mails = await startMailSink()
  const started: Awaited<ReturnType<typeof startRole>>[] = []
  for (const role of roles) started.push(await startRole(role, postgres, mails.url))
  const { port, child } = started[0]!
  return {
    ...target('product', port, postgres.dataDir),
    pid: childrenOf(child.pid!)[0] ?? child.pid!,
    settle: () => noJobsLeft(postgres.connection),
    async stop() {
      await Promise.all(started.map((one) => one.stop()))
      await mails.stop()
    },
  }
}

async function startRole(role: Role, { connectionString }: Postgres, smtpUrl: string) {
  const [port, opsPort] = [await freePort(), await freePort()]
  const folder = await mkdtemp(join(tmpdir(), 'byre-product-'))
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, [startScript, `--role=${role}`], {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      ...measured,
      SMTP_URL: smtpUrl,
      DATABASE_URL: connectionString,
      DATA_DIR: folder,
      PORT: String(port),
      OPS_PORT: String(opsPort),
    },
  })
  closeSync(log)
  process.once('exit', () => child.kill())
  const isReady = () =>
    fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    const why = readFileSync(logFile, 'utf8').trim().slice(-500)
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}: ${why}`)
    await wait(50)
  }
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  return { port, child, stop }
}

/** A mail server that takes everything. */
export async function startMailSink(): Promise<{ url: string; stop(): Promise<void> }> {
  const sink = fork(join(import.meta.dirname, 'mail-sink.ts'))
  const port = await ready(sink, 'the mail sink')
  return { url: `smtp://127.0.0.1:${port}`, stop: () => end(sink) }
}

async function noJobsLeft(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  // By the indexes, of each queue: a plan that was made while there were few jobs would read all that there were.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
  const due = `select from pgboss.queue as q where
    exists (select from pgboss.job_common as j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())
    or exists (select from pgboss.job_common as j where j.name = q.name and j.state = 'active') limit 1`
  // Seldom and planned once, since it counts as the product's, too.
  for (
    const until = Date.now() + 120_000;
    (await client.query({ name: 'due', text: due })).rowCount;
    await wait(200)
  )
    if (Date.now() > until) throw new Error('the product does not get done with its jobs')
  await client.end()
}

const startScript = join(import.meta.dirname, '../scripts/start.mjs')

function target(name: string, port: number, dataDir: string) {
  const postgresPid = Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
  return { name, url: `http://localhost:${port}`, postgresPid }
}

/** What a process of ours tells first. */
async function ready(child: ChildProcess, name: string): Promise<unknown> {
  const [told] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
  return told
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
