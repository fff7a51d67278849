import { listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openDatabase, type Database } from '../../platform/database/db.ts'
import { Metrics } from '../../platform/metrics/metrics.ts'
import { standbyReadings } from '../../platform/metrics/standby-readings.ts'
import { cursorOfRun } from '../database.ts'
import { Proxy } from '../proxies/proxy.ts'
import { TestApp, type Person } from '../test-app.ts'
import { TestClock } from '../test-clock.ts'
import { ask, WithStandby } from './with-standby.ts'

export type Answers = Record<'standby' | 'behind' | 'away', number>

/**
 * Two nodes with a real standby for a whole test file, each by a wire to it that can be broken. Alice asks the first, and belongs with Bob to
 * nothing yet. Before each test both nodes read lists from it, and it has everything.
 */
export async function tellOfTwoNodes() {
  const servers = await WithStandby.start()
  const wire = await Proxy.start(servers.standby.connection)
  const toldLines: string[] = []
  const standby = { connection: wire.options, tell: (line: string) => void toldLines.push(line) }
  const one = openDatabase(servers.primary.connection, { max: 8, standby })
  const two = openDatabase(servers.primary.connection, { max: 8, standby: { connection: wire.options } })
  const dataDir = await mkdtemp(join(tmpdir(), 'byre-test-'))
  const given = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for stories, long enough for them',
    LIMIT_FACTOR: '1000',
    OVERLOAD_DELAY_MS: '60000',
    ...cursorOfRun(),
  }
  const config = readConfig(given, { mayBePublic: true })
  const testApp = await TestApp.over({ config, database: one, clock: new TestClock() })
  const second = await testApp.anotherProcess({}, two)
  after(async () => {
    await second.close()
    await testApp.close()
    await one.close()
    await two.close()
    await wire.close()
    await servers.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await Promise.all([one, two].map(isUsed))
    await servers.inStep()
  })

  /** Nothing that is written reaches whoever reads at the standby meanwhile. */
  async function whilePaused(deed: () => Promise<void>): Promise<void> {
    await ask(servers.standby, 'select pg_wal_replay_pause()')
    const paused = `select where pg_get_wal_replay_pause_state() = 'paused'`
    while ((await ask(servers.standby, paused)).length === 0) await delay(10)
    try {
      await deed()
    } finally {
      await ask(servers.standby, 'select pg_wal_replay_resume()')
    }
  }

  const sitesOf = async (as: Person | string, at?: App) => {
    const { status, reply } = await testApp.call(listSites, { as, at })
    assert.equal(status, 200)
    return reply.sites.map(({ id }) => id)
  }

  const [alice, bob] = [await testApp.person('alice'), await testApp.person('bob')]
  return {
    servers,
    wire,
    toldLines,
    one,
    two,
    testApp,
    second: second.app,
    dataDir,
    whilePaused,
    sitesOf,
    alice,
    bob,
  }
}

export async function isUsed({ standby }: Database): Promise<void> {
  while (!standby!.isUsed) await delay(20)
}

/** What /metrics says of lists: by whom they were answered. */
async function answeredOf({ standby }: Database): Promise<Answers> {
  const metrics = new Metrics()
  metrics.addPart({ name: 'standby', read: () => standbyReadings(standby!) })
  const text = await metrics.text()
  const of = (by: string) =>
    Number(new RegExp(`byre_list_reads\\{answered="${by}"\\} (\\d+)`).exec(text)?.[1])
  return { standby: of('standby'), behind: of('behind'), away: of('away') }
}

/** What a deed adds to it. */
export async function answering(at: Database, deed: () => Promise<unknown>): Promise<Answers> {
  const before = await answeredOf(at)
  await deed()
  const after = await answeredOf(at)
  return {
    standby: after.standby - before.standby,
    behind: after.behind - before.behind,
    away: after.away - before.away,
  }
}
