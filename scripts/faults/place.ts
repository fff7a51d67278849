import { readConfig } from '@byre/server/config'
import { openDatabase } from '@byre/server/platform/database/db'
import { reachDatabase, settleSchema } from '@byre/server/platform/start/chosen-database'
import { settleSecrets } from '@byre/server/platform/start/known-secrets'
import { join as joinPlace } from '@byre/server/testing/places'
import { product, shippingSite } from '@byre/server/testing/herd/ship-lists'
import { TestApp } from '@byre/server/testing/test-app'
import { TestClock } from '@byre/server/testing/test-clock'
import { Visitor } from '@byre/server/testing/visitor'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Caller, Seen, type Seat } from './caller.ts'
import { startNode, type Node } from './node.ts'
import { Witness } from './witness.ts'
import { bring, record, ship, type Acknowledged, type Working } from './work.ts'

/* A feedlot at a portal of its own, that is loaded and broken. */

const hostPort = 4000

export class Place {
  readonly dataDir: string
  readonly site: string
  /** The owner, a manager and a crew member. */
  readonly seats: readonly [Seat, Seat, Seat]
  readonly holding: Working['holding']
  readonly witness = new Witness<Acknowledged>()
  /** Since they work. */
  seen = new Seen()
  nodes: Node[] = []
  #working: Promise<unknown> = Promise.resolve()
  #isOver = false
  #isOwnFolder = true

  private constructor(
    dataDir: string,
    parts: { site: string; seats: [Seat, Seat, Seat]; holding: Working['holding'] },
  ) {
    this.dataDir = dataDir
    this.site = parts.site
    this.seats = parts.seats
    this.holding = parts.holding
  }

  /** A portal with one site and its people, made by the same calls as screens make; `dataDir` is where it lies. */
  static async make(dataDir?: string): Promise<Place> {
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'byre-faults-')))
    await chmod(folder, 0o755)
    const given = readConfig({ ...environment, DATA_DIR: folder })
    const chosen = await reachDatabase(given)
    try {
      await settleSchema(chosen)
      await settleSecrets(chosen.connection, given.appSecrets)
      const database = openDatabase(chosen.connection, { max: 4 })
      const config = { ...given, limitFactor: 1_000_000 }
      const testApp = await TestApp.over({ config, database, clock: new TestClock() })
      try {
        const place = new Place(folder, await peopled(testApp))
        place.#isOwnFolder = dataDir === undefined
        return place
      } finally {
        await testApp.close()
        await database.close()
      }
    } finally {
      await chosen.stop()
    }
  }

  /** Starts the product with its own PostgreSQL; a second one beside it joins that one's. */
  async start(): Promise<void> {
    const isFirst = this.nodes.length === 0
    const url = () =>
      `postgres://byre@localhost/byre?host=${encodeURIComponent(postmasterOf(this.dataDir).host)}`
    const own: Record<string, string> = isFirst ? {} : { DATABASE_URL: url() }
    this.nodes.push(await startNode({ ...environment, ...own, DATA_DIR: this.dataDir }))
  }

  /** It ends where it stands. */
  async kill(): Promise<void> {
    await this.nodes[0]!.kill()
    this.nodes = []
  }

  /** Two record, one brings files and one ships, until `rest`. */
  work(pauseMs: number): void {
    this.#isOver = false
    this.seen = new Seen()
    const [owner, manager, crew] = this.seats
    const working = (seat: Seat): Working => ({
      caller: this.caller(seat),
      witness: this.witness,
      holding: this.holding,
      isOver: () => this.#isOver,
      pauseMs,
    })
    const all = [
      [record, crew],
      [record, manager],
      [bring, owner],
      [ship, manager],
    ] as const
    this.#working = Promise.all(all.map(([doing, seat]) => doing(working(seat))))
    this.#working.catch(() => undefined)
  }

  /** Everything that was begun is acknowledged before it ends. */
  async rest(): Promise<void> {
    this.#isOver = true
    await this.#working
  }

  /** Until so many more calls succeeded; rejects where somebody could not go on. */
  async served(calls: number): Promise<void> {
    const failed = this.#working.then(() => new Promise<never>(() => undefined))
    await Promise.race([this.seen.more(calls), failed])
  }

  caller(seat: Seat, nth = 0): Caller {
    return new Caller(seat, () => this.nodes[nth % Math.max(this.nodes.length, 1)]?.port ?? 1, this.seen)
  }

  postmaster = () => postmasterOf(this.dataDir)

  /** Its database, beside the product. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const { host } = this.postmaster()
    const client = new pg.Client({ host, port: 5432, user: 'byre', database: 'byre' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  async close(): Promise<void> {
    for (const node of this.nodes.toReversed()) await node.stop()
    this.witness.close()
    if (this.#isOwnFolder) await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}

const environment = {
  PUBLIC_URL: `http://localhost:${hostPort}`,
  APP_SECRET: 'a secret for faults, long enough for all of them',
  // Whoever loads it shares the machine with it.
  OVERLOAD_DELAY_MS: '60000',
}

/** Of the PostgreSQL that the product runs. */
export function postmasterOf(dataDir: string): { pid: number; host: string } {
  const lines = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), host: lines[4] ?? '' }
}

async function peopled(testApp: TestApp) {
  const { id, hers, his } = await shippingSite(testApp)
  const dora = await testApp.person('dora')
  await joinPlace(testApp, dora, { kind: 'site', id }, 'Admin')
  const theirs = new Visitor(testApp, hers.host)
  await theirs.launch(dora)
  const holding = await product(hers, { CA: 30 })
  const seat = ({ host, cookies }: Visitor): Seat => ({
    host,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  return { site: id, seats: [seat(hers), seat(theirs), seat(his)] as [Seat, Seat, Seat], holding }
}
