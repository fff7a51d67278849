import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { within, type Database } from '../platform/database/db.ts'
import { transaction } from '../platform/database/transactions.ts'
import { Outbox, queue } from '../platform/jobs/outbox.ts'
import type { TestDatabase } from './database.ts'

/** Tried as often as it takes: every kill costs one of what a worker holds. */
export const payments = queue<{ number: number }>('test.payments', {
  retryLimit: 10_000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 5,
})

const program = fileURLToPath(import.meta.resolve('./job-worker.ts'))

/** Sends jobs, and knows which of them it was told are kept. */
export class JobWitness {
  readonly acknowledged: number[] = []
  readonly #database: Database
  readonly #outbox: Outbox
  #number = 0
  #sends = 0

  constructor(database: Database) {
    this.#database = database
    this.#outbox = new Outbox(database, { work: false, onError: () => undefined })
    this.#outbox.handle(payments, async () => undefined)
  }

  async start(): Promise<void> {
    await this.#database.pool.query(`
      create table public.tries (job_id uuid not null);
      create table public.effects (job_id uuid primary key, number int not null);
      create table public.balance (amount int not null);
      insert into public.balance values (0)`)
    await this.#outbox.start()
  }

  /** Some jobs in one transaction; every third one changes its mind, and its jobs were never sent. */
  async send(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, () => ++this.#number)
    const isKept = ++this.#sends % 3 !== 0
    await transaction(within<'customers'>(this.#database.db), async (db) => {
      for (const number of numbers) await this.#outbox.send(db, payments, { number })
      if (!isKept) throw new Error('changed its mind')
    }).catch(() => undefined)
    if (isKept) this.acknowledged.push(...numbers)
  }

  /** A minute passes: leases end, and pauses before another try. */
  async letTimePass(): Promise<void> {
    await this.#database.pool.query(
      `update pgboss.job set started_on = started_on - interval '61 seconds' where state = 'active'`,
    )
    await this.#database.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
  }

  async isDone(): Promise<boolean> {
    const { rows } = await this.#database.pool.query(
      `select from pgboss.job where name = $1 and state < 'completed' limit 1`,
      [payments.name],
    )
    return rows.length === 0
  }

  /** What was done, in the order of its numbers, the account's balance, and how often anything was tried. */
  async whatHappened(): Promise<{ numbers: number[]; balance: number; tries: number }> {
    const { rows } = await this.#database.pool.query<{ numbers: number[]; balance: number; tries: number }>(
      `select (select array_agg(number order by number) from public.effects) as numbers,
        (select amount from public.balance) as balance, (select count(*)::int from public.tries) as tries`,
    )
    return rows[0]!
  }

  async stop(): Promise<void> {
    await this.#outbox.stop()
  }
}

export async function startJobWorker({ options }: TestDatabase): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      JOB_DATABASE: JSON.stringify(options),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
