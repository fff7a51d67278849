import { startLocalPostgres, type LocalPostgres } from '@byre/server/platform/start/local-postgres'
import { Proxy } from '@byre/server/testing/proxies/proxy'
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
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
  #serving: LocalPostgres
  #standby: LocalPostgres | undefined

  private constructor(folder: string, serving: LocalPostgres, wire: Proxy) {
    this.#folder = folder
    this.#serving = serving
    this.wire = wire
  }

  static async start(folder: string): Promise<GivenPostgres> {
    const settings = { max_connections: '100' }
    const serving = await startLocalPostgres({
      dataDir: join(folder, 'first'),
      settings,
      onRestart: () => undefined,
    })
    return new GivenPostgres(folder, serving, await Proxy.start(serving.connection))
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
   * A standby that has what is acknowledged before anybody is told, as docs/operators/database.md says; copied as
   * `pg_basebackup` does it, which does not come with the PostgreSQL of our own.
   */
  async addStandby(): Promise<void> {
    const [from, to] = [join(this.#folder, 'first'), join(this.#folder, 'second')]
    const client = new pg.Client(this.direct)
    await client.connect()
    await client.query(`select pg_backup_start('standby', true)`)
    fs.mkdirSync(to)
    const { status, stderr } = spawnSync('cp', ['-a', join(from, 'pg'), to], { encoding: 'utf8' })
    // A file may go while it is copied; the log has what was in it.
    if (status !== 0 && !/No such file/.test(stderr)) throw new Error(stderr)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const give = (name: string, text: string) => {
      fs.writeFileSync(join(to, 'pg', name), text)
      fs.chmodSync(join(to, 'pg', name), 0o666)
    }
    give('backup_label', rows[0]!.labelfile)
    give('standby.signal', '')
    fs.rmSync(join(to, 'pg/postmaster.pid'))
    const { host } = this.direct
    this.#standby = await startLocalPostgres({
      dataDir: to,
      settings: {
        max_connections: '100',
        primary_conninfo: `host=${host} port=5432 user=byre application_name=second`,
      },
      onRestart: () => undefined,
    })
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
