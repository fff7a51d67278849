import { setTimeout as delay } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { fetchedNow, plannedOnce } from './boss.ts'

/** A job as it was fetched: with its attempt, so that what was done of an earlier one ends nothing. */
export interface HeldJob {
  id: string
  data: object
  retryCount: number
}

export interface QueueWorkerOptions {
  boss: PgBoss
  name: string
  db: ReturnType<typeof plannedOnce>
  /** For a fetch that is planned for the table as it is now. */
  anew: ReturnType<typeof fetchedNow>
  run: (job: HeldJob) => Promise<void>
  onError: (error: unknown) => void
}

type Outcome = { job: HeldJob; error?: unknown }

/** How many are fetched by one statement, and ended by one. */
const batchSize = 40
/** One job that hangs must not hold up those behind it, so many that hang hold up their queue here. */
const underWayAtMost = 80
/**
 * How many of a batch are under way at once, so that callers come between them: as many as there are connections for mails.
 * One that takes long lets the next begin.
 */
const atOnce = 5
const slowAfterMs = 250
/**
 * From so many on a fetch is planned anew: the plan that a connection keeps may have been made for an empty table, and looks at every job
 * there is for each that it fetches.
 */
const manyJobs = 5
/** Between two fetches of a queue that is busy: jobs that come meanwhile share the next one. */
const restMs = 100

/** Does the jobs of one queue in this process, as often as it is woken. */
export class QueueWorker {
  readonly #options: QueueWorkerOptions
  readonly #held = new Set<HeldJob>()
  readonly #running = new Set<Promise<void>>()
  #isWoken = false
  #isStopped = false
  #turning: Promise<void> | undefined
  #fetchedAt = -Infinity
  #fetched = 0

  constructor(options: QueueWorkerOptions) {
    this.#options = options
  }

  /** There may be jobs: they are fetched until none is left. */
  wake(): void {
    this.#isWoken = true
    this.#turning ??= this.#turn()
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => (this.#turning = undefined))
  }

  async #turn(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      const room = Math.min(batchSize, underWayAtMost - this.#running.size)
      if (room === 0) {
        await Promise.race(this.#running)
        continue
      }
      const rest = this.#fetchedAt + restMs - performance.now()
      if (rest > 0) await delay(rest)
      this.#isWoken = false
      this.#fetchedAt = performance.now()
      const jobs = await this.#fetch(room)
      if (jobs.length === room) this.#isWoken = true
      await this.#doAll(jobs)
    }
  }

  async #fetch(room: number): Promise<HeldJob[]> {
    const { boss, name, db, anew } = this.#options
    const isBusy = this.#fetched >= manyJobs
    const jobs = await boss.fetch<object | null>(name, { batchSize: room, db: isBusy ? anew : db })
    this.#fetched = jobs.length
    const held = jobs.map(({ id, data, retryCount }) => ({ id, data: data ?? {}, retryCount }))
    for (const job of held) this.#held.add(job)
    return held
  }

  /** Those that take long are left to themselves, and end by themselves. */
  async #doAll(jobs: HeldJob[]): Promise<void> {
    let ended: Outcome[] | null = []
    const doOne = async (job: HeldJob) => {
      const outcome = await this.#outcomeOf(job)
      if (ended) ended.push(outcome)
      else await this.#end([outcome])
    }
    const waiting = jobs.values()
    const lane = async () => {
      for (const job of waiting) await orAfter(slowAfterMs, [this.#follow(doOne(job))])
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    const inTime = ended
    ended = null
    await this.#end(inTime)
  }

  #follow(running: Promise<void>): Promise<void> {
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  async #outcomeOf(job: HeldJob): Promise<Outcome> {
    try {
      await this.#options.run(job)
      return { job }
    } catch (error) {
      return { job, error }
    }
  }

  /** One statement for what was done, and one for each way to fail. */
  async #end(outcomes: Outcome[]): Promise<void> {
    const { boss, name, db, onError } = this.#options
    const done = outcomes.filter((outcome) => !('error' in outcome)).map(({ job }) => job)
    const failed = Map.groupBy(
      outcomes.filter((outcome) => 'error' in outcome),
      ({ error }) => String(error),
    )
    try {
      if (done.length > 0) await boss.complete(name, done, undefined, { db })
      for (const [message, those] of failed)
        await boss.fail(
          name,
          those.map(({ job }) => job),
          { message },
          { db },
        )
    } catch (error) {
      // They are done again once their lease has ended.
      onError(error)
    }
    for (const { job } of outcomes) this.#held.delete(job)
  }

  /** Lets what is under way end, for so long; what does not is given back. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopped = true
    await orAfter(withinMs, [this.#turning, ...this.#running])
    const { boss, name } = this.#options
    if (this.#held.size > 0) await boss.fail(name, [...this.#held], { message: 'stopped while it ran' })
  }
}

async function orAfter(ms: number, running: (Promise<void> | undefined)[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([Promise.all(running), late])
  clearTimeout(timer)
}
