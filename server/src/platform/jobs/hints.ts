import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../database/db.ts'

/*
 * Tells workers in other processes that a queue has a job, by PostgreSQL's NOTIFY. It is sent after the commit and for many
 * jobs at once: within it, it would make all commits wait for each other. A hint that is lost costs nothing but time, since
 * workers also look by themselves.
 */

const channel = 'byre_jobs'
const gatherMs = 50
const connectionsAtLeast = 5

/** Of a process that sends jobs and leaves them to others. */
export class HintSender {
  readonly #database: Database
  readonly #onError: (error: unknown) => void
  #names = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database
    this.#onError = onError
  }

  tell(name: string): void {
    this.#names.add(name)
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const names = [...this.#names]
    this.#names.clear()
    if (names.length > 0) await notify(this.#database, names).catch(this.#onError)
  }
}

const notify = ({ pool }: Database, names: string[]) =>
  pool.query(`select pg_notify('${channel}', name) from unnest($1::text[]) as name`, [names])

/** Of a process that works. A pooler may forbid to listen, or take LISTEN and pass nothing on: only what was heard counts. */
export class HintListener {
  readonly #database: Database
  readonly #onHint: (name: string) => void
  readonly #token: string = randomUUID()
  #client: pg.PoolClient | undefined
  /** Whether hints arrive here. */
  hears = false

  constructor(database: Database, onHint: (name: string) => void) {
    this.#database = database
    this.#onHint = onHint
  }

  /** Begins to listen, and tells itself something. It keeps a connection, which few cannot spare. */
  async listen(): Promise<void> {
    this.stop()
    if (this.#database.pool.options.max < connectionsAtLeast) return
    const client = await this.#database.pool.connect()
    this.#client = client
    client.on('notification', ({ payload = '' }) => {
      if (payload === this.#token) this.hears = true
      else this.#onHint(payload)
    })
    const onLost = () => {
      if (this.#client === client) this.stop()
    }
    client.on('end', onLost)
    client.on('error', onLost)
    await client.query(`listen ${channel}`)
    await notify(this.#database, [this.#token])
  }

  stop(): void {
    const client = this.#client
    this.#client = undefined
    this.hears = false
    client?.release(true)
  }
}
