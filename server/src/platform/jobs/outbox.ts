import { setTimeout as delay } from 'node:timers/promises'
import type { PgBoss, QueueResult } from 'pg-boss'
import { idsIn } from '../request-trace.ts'
import { inTraceOfJob, traceFacts, traceToCarry } from '../tracing.ts'
import type { Database, PlatformDb } from '../database/db.ts'
import { afterCommit } from '../database/transactions.ts'
import { bossOver, isLike } from './boss.ts'
import { HintSender } from './hints.ts'
import { Looks, type Look } from './looks.ts'
import { bossOptions, insertJob, type QueueOptions } from './new-job.ts'
import type { Quiet } from '../database/quiet.ts'
import type { Reading } from '../metrics/metrics.ts'
import type { HeldJob } from './queue-worker.ts'
import { waitingJobs } from './waiting-jobs.ts'
import { dueQueues, Workers } from './workers.ts'

/*
 * Jobs and mail, the way in for all others; only this room knows pg-boss. A job is sent in the transaction of its command: a
 * command that rolls back sends nothing, one that commits never loses its mail. A job may run twice;
 * its id is the key at the mail server and the card processor.
 */

/** One kind of job, named `<module>.<command>`; `T` is what it carries. */
export interface Queue<T extends object> {
  name: string
  options: QueueOptions
  /** Never set: carries the type of the data. */
  carries?: T
}

export interface Job<T extends object> {
  id: string
  data: T
}

export interface SendOptions {
  afterSeconds?: number
}

interface Handler {
  queue: Queue<object>
  handler: (job: Job<object>) => Promise<void>
  cron?: string
}

/** Told of what failed: the queue, and the ids of the job and of what it is about. */
type OnJobError = (error: unknown, queue: string, ids?: Record<string, string>) => void

/** Declares a queue; it exists once an Outbox that handles it has started. */
export function queue<T extends object>(name: string, options: QueueOptions): Queue<T> {
  return { name, options }
}

export class Outbox {
  #boss: PgBoss
  readonly #handlers = new Map<string, Handler>()
  readonly #looks: Looks
  /** What has a queue's worker look for work now, here or in another process. */
  readonly #wakers = new Map<string, () => void>()
  readonly #database: Database
  #workers: Workers | undefined
  #hints: HintSender | undefined
  readonly #onError: OnJobError
  readonly #quiet: Quiet | undefined
  #whenResumed: NodeJS.Timeout | undefined

  /** With `work` false jobs are only kept, and run by `drain` or by another process, which with `tells` is told of them. A quiet copy's wait. */
  constructor(
    database: Database,
    options: { work: boolean; tells?: boolean; quiet?: Quiet; onError: OnJobError },
  ) {
    this.#database = database
    this.#onError = options.onError
    this.#quiet = options.quiet
    this.#looks = new Looks((error) => this.#onError(error, 'look'))
    this.#work = options.work
    this.#boss = this.#bossThat(options.work && !options.quiet?.wasSo)
    if (options.tells) this.#hints = new HintSender(database, (error) => this.#onError(error, 'pgboss'))
  }
  readonly #work: boolean

  #bossThat(work: boolean): PgBoss {
    const boss = bossOver(this.#database, { install: false, work })
    boss.on('error', (error) => this.#onError(error, 'pgboss'))
    return boss
  }

  /** Says who does a queue's jobs; `cron` also starts one at those times (UTC), once over all processes. */
  handle<T extends object>(queue: Queue<T>, handler: (job: Job<T>) => Promise<void>, cron?: string): void {
    this.#handlers.set(queue.name, {
      queue: queue as Queue<object>,
      handler: handler as Handler['handler'],
      cron,
    })
  }

  /**
   * Has something looked for that may send jobs, for what no command sends itself: by every process that works, soon after a
   * command or job has committed, and now and then anyway.
   */
  alsoLook(look: Look): void {
    this.#looks.add(look)
  }

  /** Something was committed: what is looked for may be there, here or for whoever works. */
  wakeLooks(): void {
    this.#looks.wake()
  }

  /** Makes queues as this code wants them and, when this process works, begins to fetch. */
  async start(): Promise<void> {
    await this.#boss.start()
    const there = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { queue, cron } of this.#handlers.values()) {
      await this.#make(queue, there.get(queue.name))
      if (this.#work && cron) await this.#boss.schedule(queue.name, cron, {}, { tz: 'UTC' })
    }
    if (this.#work && this.#quiet?.wasSo) this.#workOnceResumed(this.#quiet)
    else if (this.#work) this.#startWorkers()
    else if (this.#hints) this.#startHints(this.#hints)
  }

  /** Until then nothing is fetched, begun by a cron line or tidied up. */
  #workOnceResumed(quiet: Quiet): void {
    const look = async () => {
      if (await quiet.isSo()) return this.#workOnceResumed(quiet)
      const silent = this.#boss
      this.#boss = this.#bossThat(true)
      await this.#boss.start()
      await silent.stop({ graceful: false })
      this.#startWorkers()
    }
    this.#whenResumed = setTimeout(() => {
      look().catch((error: unknown) => {
        this.#onError(error, 'pgboss')
        this.#workOnceResumed(quiet)
      })
    }, lookForResumeMs)
  }

  async #make({ name, options }: Queue<object>, known: QueueResult | undefined): Promise<void> {
    const wanted = bossOptions(options)
    if (known && isLike(known, wanted)) return
    if (known) await this.#boss.updateQueue(name, wanted)
    else await this.#boss.createQueue(name, wanted)
  }

  #startWorkers(): void {
    const workers = new Workers(this.#boss, this.#database, (error) => this.#onError(error, 'pgboss'))
    for (const { queue, handler } of this.#handlers.values()) {
      const run = (job: HeldJob) => this.#run(queue.name, handler, job)
      this.#wakers.set(queue.name, workers.add(queue.name, run))
    }
    workers.onHint(looksHint, () => this.#looks.wake())
    workers.start()
    this.#workers = workers
    this.#looks.start({ hears: () => workers.hears })
  }

  #startHints(hints: HintSender): void {
    for (const name of this.#handlers.keys()) this.#wakers.set(name, () => hints.tell(name))
    this.#looks.start({ instead: () => hints.tell(looksHint) })
  }

  #run(queue: string, handler: Handler['handler'], { id, data }: HeldJob): Promise<void> {
    return inTraceOfJob({ queue, id, data }, async (data) => {
      try {
        await handler({ id, data })
      } catch (error) {
        this.#onError(error, queue, { job_id: id, ...idsIn(data), ...traceFacts() })
        throw error
      } finally {
        this.#looks.wake()
      }
    })
  }

  /** Sends a job as part of the caller's transaction, after whose commit it is looked for at once. */
  async send<T extends object>(
    db: PlatformDb,
    queue: Queue<T>,
    data: T,
    { afterSeconds }: SendOptions = {},
  ): Promise<void> {
    await insertJob(db, queue, { ...data, ...traceToCarry() }, afterSeconds ?? 0)
    if (!afterSeconds) this.wakeAfter(db, queue)
  }

  /** Has the worker of this queue alone look for work once `db` has committed, instead of at its next poll. */
  wakeAfter(db: PlatformDb, { name }: Queue<object>): void {
    const wake = this.#wakers.get(name)
    if (wake) afterCommit(db, wake)
  }

  /**
   * Does every job that is due, in this process, until none is left; for tests and operators. A job
   * that fails is put back as usual and its error is thrown at the end.
   */
  async drain(): Promise<void> {
    if (await this.#quiet?.isSo()) return
    const failures: unknown[] = []
    await this.#looks.lookOnce()
    for (let due = await this.#due(); due.length > 0; due = await this.#due()) {
      for (const { queue, handler } of due) {
        const jobs = await this.#boss.fetch<object>(queue.name, { batchSize: 50 })
        for (const job of jobs) {
          try {
            await inTraceOfJob({ queue: queue.name, id: job.id, data: job.data ?? {} }, (data) =>
              handler({ id: job.id, data }),
            )
            await this.#boss.complete(queue.name, job.id)
          } catch (error) {
            failures.push(error)
            await this.#boss.fail(queue.name, job.id, { message: String(error) })
          }
        }
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  async #due(): Promise<Handler[]> {
    const due = await dueQueues(this.#database, [...this.#handlers.keys()])
    return due.flatMap(({ name, is_due }) => (is_due ? this.#handlers.get(name)! : []))
  }

  /** How many jobs of each queue are due, and since when the oldest, for operators. */
  async waiting(): Promise<readonly Reading[]> {
    const queues = await waitingJobs(this.#database, [...this.#handlers.keys()])
    return [
      {
        name: 'byre_jobs_waiting',
        about: 'Jobs that are due, counted to 10,000.',
        label: 'queue',
        counts: Object.fromEntries(queues.map(({ name, waiting }) => [name, waiting])),
      },
      {
        name: 'byre_job_oldest_seconds',
        about: 'For how long the oldest job that waits has been due.',
        label: 'queue',
        counts: Object.fromEntries(queues.map(({ name, oldest_seconds }) => [name, oldest_seconds])),
      },
    ]
  }

  /** Lets running jobs end (15 s at most), then stops. */
  async stop(): Promise<void> {
    clearTimeout(this.#whenResumed)
    await this.#looks.stop()
    await this.#hints?.flush()
    await this.#workers?.stop(10_000).catch((error: unknown) => this.#onError(error, 'pgboss'))
    await Promise.race([
      this.#boss.stop({ graceful: true, timeout: 3_000 }),
      delay(5_000, undefined, { ref: false }),
    ])
  }
}

const lookForResumeMs = 2000
const looksHint = 'looks'
