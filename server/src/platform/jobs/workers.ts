import type { PgBoss } from 'pg-boss'
import type { Database } from '../database/db.ts'
import { nameOf } from '../database/pipelined-client.ts'
import { fetchedNow, plannedOnce } from './boss.ts'
import { HintListener } from './hints.ts'
import { QueueWorker, type HeldJob } from './queue-worker.ts'

/** pg-boss's own queue, in which what a cron line asks for waits to be sent. */
const cronQueue = '__pgboss__send-it'

/** Where hints of other processes are heard; and where they are not, and their mails still leave in time. */
const lookEveryMs = { hears: 5_000, isDeaf: 1_500 }
const listenEveryMs = 60_000

/**
 * Of all queues at once: which have jobs that are due, and which have jobs whose worker is gone. None of a quiet copy, in which a
 * process finds itself that ran on while its database was restored.
 */
const whatIsDue = `
  select q.name, exists (
    select from pgboss.job as j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
  ) as is_due, exists (
    select from pgboss.job as j
    where j.name = q.name and j.state = 'active' and j.started_on + j.expire_seconds * interval '1 second' < now()
  ) as has_lapsed
  from unnest($1::text[]) as q (name)
  where not exists (select from platform.quiet_spells where ended_at is null)`

interface Due {
  name: string
  is_due: boolean
  has_lapsed: boolean
}

/** The queues that have jobs to be done now. */
export async function dueQueues({ pool }: Database, names: string[]): Promise<Due[]> {
  const { rows } = await pool.query<Due>({ name: nameOf(whatIsDue), text: whatIsDue, values: [names] })
  return rows
}

/** Does the jobs of all queues in this process. A queue is looked at when it is woken, or found to have something due. */
export class Workers {
  readonly #boss: PgBoss
  readonly #database: Database
  readonly #onError: (error: unknown) => void
  readonly #wakers = new Map<string, () => void>()
  /** What is no queue, and woken by a hint all the same. */
  readonly #others = new Map<string, () => void>()
  readonly #workers: QueueWorker[] = []
  readonly #hints: HintListener
  #listenedAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isStopped = false

  constructor(boss: PgBoss, database: Database, onError: (error: unknown) => void) {
    this.#boss = boss
    this.#database = database
    this.#onError = onError
    this.#hints = new HintListener(database, (name) => (this.#wakers.get(name) ?? this.#others.get(name))?.())
  }

  /** Says who does the jobs of a queue; the answer wakes them. */
  add(name: string, run: (job: HeldJob) => Promise<void>): () => void {
    const [db, anew] = [plannedOnce(this.#database), fetchedNow(this.#database)]
    const worker = new QueueWorker({ boss: this.#boss, name, db, anew, run, onError: this.#onError })
    const wake = () => worker.wake()
    this.#workers.push(worker)
    this.#wakers.set(name, wake)
    return wake
  }

  onHint(name: string, wake: () => void): void {
    this.#others.set(name, wake)
  }

  /** Whether other processes' hints arrive here. */
  get hears(): boolean {
    return this.#hints.hears
  }

  start(): void {
    for (const { name, id } of this.#boss.getWipData({ includeInternal: true }))
      if (name === cronQueue) this.#wakers.set(name, () => this.#boss.notifyWorker(id))
    this.#look()
  }

  #look(): void {
    this.#looking = Promise.all([this.#wakeDue(), this.#listen()])
      .then(
        () => undefined,
        (error: unknown) => this.#onError(error),
      )
      .finally(() => {
        const { hears, isDeaf } = lookEveryMs
        if (!this.#isStopped) this.#timer = setTimeout(() => this.#look(), this.#hints.hears ? hears : isDeaf)
      })
  }

  /** A pooler's refusal is no error: it is asked again now and then. */
  async #listen(): Promise<void> {
    if (this.#hints.hears || performance.now() < this.#listenedAt + listenEveryMs) return
    this.#listenedAt = performance.now()
    await this.#hints.listen().catch(() => this.#hints.stop())
  }

  async #wakeDue(): Promise<void> {
    for (const { name, is_due, has_lapsed } of await dueQueues(this.#database, [...this.#wakers.keys()])) {
      // Gives back what a worker held that is gone; it is due after its pause.
      if (has_lapsed) await this.#boss.supervise(name)
      if (is_due) this.#wakers.get(name)?.()
    }
  }

  async stop(withinMs: number): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
    this.#hints.stop()
    await Promise.all(this.#workers.map((worker) => worker.stop(withinMs)))
  }
}
