import { startLocalPostgres, type LocalPostgres } from '@byre/server/platform/start/local-postgres'
import { Proxy } from '@byre/server/testing/proxies/proxy'
import { startStandby } from '@byre/server/testing/standbys/standby'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { postmasterOf } from '../place.ts'

/* A PostgreSQL that is given to the product, as an operator has one, by a wire that can be broken. */

/** As the product knows its address; `names.mjs` is what its name server says. */
const databaseName = 'database.byre.test'

export class GivenPostgres {
  readonly #folder: string
  readonly wire: Proxy
  /** To the standby that answers lists, once there is one. */
  readonly lists: Proxy
  #ofLists: LocalPostgres | undefined
  #serving: LocalPostgres
  #standby: LocalPostgres | undefined

  private constructor(folder: string, serving: LocalPostgres, wires: { wire: Proxy; lists: Proxy }) {
    this.#folder = folder
    this.#serving = serving
    this.wire = wires.wire
    this.lists = wires.lists
  }

  static async start(folder: string): Promise<GivenPostgres> {
    const settings = { max_connections: '100' }
    const serving = await startLocalPostgres({
      dataDir: join(folder, 'first'),
      settings,
      onRestart: () => undefined,
    })
    const wire = await Proxy.start(serving.connection)
    return new GivenPostgres(folder, serving, { wire, lists: await Proxy.start(serving.connection) })
  }

  get direct(): LocalPostgres['connection'] {
    return this.#serving.connection
  }

  /** As operators' programs beside the product reach it. */
  get directUrl(): string {
    return this.#serving.connectionString
  }

  /** What the product is given. */
  get url(): string {
    return `postgres://byre@${databaseName}:${String(this.wire.options.port)}/byre`
  }

  /** What the product is given as `DATABASE_READ_URL`. */
  get listsUrl(): string {
    return `postgres://byre@127.0.0.1:${String(this.lists.options.port)}/byre`
  }

  /** A standby that lists may be read from. */
  async addStandbyOfLists(): Promise<void> {
    this.#ofLists = await startStandby(this.#serving, join(this.#folder, 'lists'), {
      name: 'lists',
      settings: { max_connections: '100' },
    })
    this.lists.leadTo(this.#ofLists.connection)
    this.lists.cut()
    this.lists.mend()
  }

  /** A statement at that standby. */
  async askStandbyOfLists(text: string): Promise<void> {
    await queryAt(this.#ofLists!.connection, text)
  }

  /** As `pg_ctl restart -m immediate` does it: ended where it stands, and started again. */
  endAtOnce(): void {
    process.kill(postmasterOf(this.#serving.dataDir).pid, 'SIGQUIT')
  }

  /** Whether sessions that begin from now on may change anything; those that are there end. */
  async setReadOnly(isSo: boolean): Promise<void> {
    await queryAt(
      { ...this.direct, options: '-c default_transaction_read_only=off' },
      `alter database byre set default_transaction_read_only = ${isSo ? 'on' : 'off'}`,
    )
    this.wire.cut()
    this.wire.mend()
  }

  /**
   * A standby that has what is acknowledged before anybody is told, as docs/operators/database.md says.
   */
  async addStandby(): Promise<void> {
    this.#standby = await startStandby(this.#serving, join(this.#folder, 'second'), {
      name: 'second',
      settings: { max_connections: '100' },
    })
    const client = new pg.Client(this.direct)
    await client.connect()
    await client.query(`alter system set synchronous_standby_names = 'second'`)
    await client.query('select pg_reload_conf()')
    const isInStep = async () =>
      (await client.query(`select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1
    while (!(await isInStep())) await delay(50)
    await client.end()
  }

  /** The first is lost where it stands, and its address leads to the standby, which takes no changes yet. */
  async loseFirst(): Promise<void> {
    const { pid } = postmasterOf(this.#serving.dataDir)
    const stopped = this.#serving.stop()
    process.kill(pid, 'SIGKILL')
    this.wire.cut()
    await stopped
    this.#serving = this.#standby!
    this.#standby = undefined
    this.wire.leadTo(this.direct)
    this.wire.mend()
  }

  async promote(): Promise<void> {
    await queryAt(this.direct, 'select pg_promote()')
  }

  async stop(): Promise<void> {
    await this.wire.close()
    await this.lists.close()
    await this.#ofLists?.stop()
    await this.#standby?.stop()
    await this.#serving.stop()
  }
}

/** Waits for a database that is still being started. */
export async function queryAt<Row extends pg.QueryResultRow>(
  at: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  for (let tries = 0; ; tries++)
    try {
      return await queryOnce<Row>(at, text, values)
    } catch (error) {
      if (tries === 300 || (error instanceof pg.DatabaseError && error.code !== '57P03')) throw error
      await delay(200)
    }
}

async function queryOnce<Row extends pg.QueryResultRow>(
  at: pg.ClientConfig,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new pg.Client(at)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
