import { readConfig } from '@byre/server/config'
import { openDatabase } from '@byre/server/platform/database/db'
import { reachDatabase } from '@byre/server/platform/start/chosen-database'
import { settleSecrets } from '@byre/server/platform/start/known-secrets'
import { migrate } from '@byre/server/platform/start/migrate'
import { newBillingEntity, plans } from '@byre/server/testing/places'
import { PostOffice } from '@byre/server/testing/post-office'
import { TestApp } from '@byre/server/testing/test-app'
import { TestClock } from '@byre/server/testing/test-clock'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { freePort, startNode, type Node } from '../node.ts'
import { postmasterOf } from '../place.ts'
import { Witness } from '../witness.ts'
import { baseDomain, fronts, type StandingFront } from './fronts.ts'
import { Line, portalHost, type Front } from './load.ts'
import { GivenPostgres, queryAt } from './postgres.ts'
import { Work, type Acknowledged, type Owner } from './work.ts'

/* A portal as operators have it, with people who have accounts and payers, that is loaded and broken. */

interface Built {
  /** On addresses of their own; one, unless told. */
  nodes?: number
  front?: keyof typeof fronts
  /** With a PostgreSQL of its own in its data folder, instead of one that is given. */
  isWithOwn?: boolean
  /** Lists may be read from a standby of the one that is given. */
  hasStandbyOfLists?: boolean
  /** Connections are used again for the next call, unless told. */
  keepAlive?: boolean
  dataDir?: string
  /** A file that its log goes to. */
  log?: string
  env?: Record<string, string>
}

const appSecret = 'Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa'
const publicUrl = `https://${portalHost}`
const ownersAtAll = 16

export class Portal {
  readonly built: Built
  readonly dataDir: string
  readonly owners: readonly Owner[]
  readonly office: PostOffice
  readonly given: GivenPostgres | undefined
  readonly witness = new Witness<Acknowledged>()
  readonly line: Line
  readonly work: Work
  nodes: Node[] = []
  /** What else is not as it must be, and what was measured. */
  readonly complaints: string[] = []
  readonly notes: string[] = []
  #env: Record<string, string>
  #front: StandingFront | undefined
  /** Of nodes without anything before them, which is asked next. */
  #turn = 0

  private constructor(parts: {
    built: Built
    dataDir: string
    owners: readonly Owner[]
    office: PostOffice
    given: GivenPostgres | undefined
    env: Record<string, string>
  }) {
    this.built = parts.built
    this.dataDir = parts.dataDir
    this.owners = parts.owners
    this.office = parts.office
    this.given = parts.given
    this.#env = parts.env
    this.line = new Line(() => this.#at(), { keepAlive: parts.built.keepAlive ?? true })
    this.work = new Work({ owners: this.owners, witness: this.witness, line: this.line })
  }

  static async make(built: Built): Promise<Portal> {
    const dataDir = built.dataDir ?? (await mkdtemp(join(tmpdir(), 'byre-faults-')))
    await chmod(dataDir, 0o755)
    const given = built.isWithOwn === true ? undefined : await GivenPostgres.start(join(dataDir, 'given'))
    const owners = await peopled(dataDir, given)
    const office = await PostOffice.open()
    const hosts = Array.from({ length: built.nodes ?? 1 }, (_, nth) => `127.0.0.${nth + 1}`)
    const behind = { hosts, port: await freePort(), opsPort: await freePort() }
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: publicUrl,
      BASE_DOMAIN: baseDomain,
      TENANT_A_RECORD: '192.0.2.1',
      TRUSTED_PROXIES: '127.0.0.1',
      APP_SECRET: appSecret,
      ALLOW_SANDBOX: '1',
      SMTP_URL: office.url,
      // Whoever loads it shares the machine with it.
      OVERLOAD_DELAY_MS: '60000',
      DATA_DIR: dataDir,
      ...(given && { DATABASE_URL: given.url }),
      ...(given && built.hasStandbyOfLists && { DATABASE_READ_URL: given.listsUrl }),
      PORT: String(behind.port),
      OPS_PORT: String(behind.opsPort),
      ...built.env,
    }
    const portal = new Portal({ built, dataDir, owners, office, given, env })
    for (const nth of hosts.keys()) await portal.start(nth)
    if (built.front !== undefined) portal.#front = await fronts[built.front](behind)
    await portal.#warm()
    return portal
  }

  /** Starts one of its nodes, for the first time or again. */
  async start(nth = 0): Promise<void> {
    const host = `127.0.0.${nth + 1}`
    this.nodes[nth] = await startNode({ ...this.#env, HOST: host, OPS_HOST: host }, this.#log)
  }

  get #log(): string {
    return this.built.log ?? join(this.dataDir, 'byre.log')
  }

  /** What its nodes logged as errors. */
  errors(): string[] {
    return readFileSync(this.#log, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
  }

  postmaster = () => postmasterOf(this.dataDir)

  /** Its database, beside the product. */
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const own = () => ({ host: this.postmaster().host, port: 5432, user: 'byre', database: 'byre' })
    return queryAt<Row>(this.given?.direct ?? own(), text, values)
  }

  async close(): Promise<void> {
    this.line.close()
    await this.#front?.stop()
    for (const node of this.nodes.toReversed()) await node.kill()
    await this.given?.stop()
    await this.office.close()
    this.witness.close()
    if (this.built.dataDir === undefined)
      await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 })
  }

  /** As it is when it has served for a while: what has just started is slow at first. */
  async #warm(): Promise<void> {
    const look = { method: 'GET', path: '/api/v1/sites', token: this.owners[0]!.token } as const
    for (let nth = 0; nth < 100; nth++)
      await Promise.all(Array.from({ length: 4 }, () => this.line.ask(look)))
  }

  #at(): Front {
    const { host, port } = this.nodes[this.#turn++ % this.nodes.length] ?? { host: '127.0.0.1', port: 1 }
    return this.#front ?? { host, port }
  }
}

/** At a portal that is there for this alone. */
export async function atPortal<T>(built: Built, run: (portal: Portal) => Promise<T>): Promise<T> {
  const portal = await Portal.make(built)
  try {
    return await run(portal)
  } finally {
    await portal.close()
  }
}

/** With everything that is made by the same calls as screens make. */
async function peopled(dataDir: string, given: GivenPostgres | undefined): Promise<Owner[]> {
  const env = {
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost',
    APP_SECRET: appSecret,
    DATA_DIR: dataDir,
    OVERLOAD_DELAY_MS: '60000',
  }
  const config = { ...readConfig(env, { mayBePublic: true }), limitFactor: 1_000_000 }
  const chosen = given
    ? { connection: given.direct, stop: async () => undefined }
    : await reachDatabase(config)
  try {
    await migrate(chosen.connection)
    await settleSecrets(chosen.connection, config.appSecrets)
    const database = openDatabase(chosen.connection, { max: 4 })
    const testApp = await TestApp.over({ config, database, clock: new TestClock() })
    try {
      const owners: Owner[] = []
      for (let nth = 0; nth < ownersAtAll; nth++) {
        const person = await testApp.person(`owner${nth}`)
        const billingEntity = await newBillingEntity(testApp, person)
        owners.push({ id: person.id, token: person.token, payer: billingEntity.id, plan: plans.ranch })
      }
      await testApp.settle()
      return owners
    } finally {
      await testApp.close()
      await database.close()
    }
  } finally {
    await chosen.stop()
  }
}
