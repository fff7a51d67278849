import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { within } from '../../platform/database/db.ts'
import { startTestServer, urlOf, type TestServer } from '../../testing/database.ts'
import { Random } from '../../testing/fuzz/random.ts'
import { AppendWitness } from '../../testing/herd/append-witness.ts'
import { herdSite, type HerdSite } from '../../testing/herd/recording.ts'
import { killAll, startMain, type Started } from '../../testing/main-process.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd, verifyHerd } from '../index.ts'

/* The product killed while people record, and the database under it, against a list of what was acknowledged. */

/** More of it by hand: `KILLS=300 KILL_SEED=11 node --test` and this file. */
const kills = Number(process.env['KILLS'] ?? 3)
const seed = Number(process.env['KILL_SEED'] ?? 7)
const people = 3

let server: TestServer
let testApp: TestApp
let site: HerdSite
let dataDir: string
let running: Started

before(async () => {
  // Its own, for it is killed; and what it says is kept is written, as in production.
  server = await startTestServer({ synchronous_commit: 'on' })
  process.env['TEST_PG'] = JSON.stringify(server.options)
  testApp = await TestApp.start()
  dataDir = await mkdtemp(join(tmpdir(), 'byre-kills-'))
  site = await herdSite(testApp)
  running = await begun()
})
after(async () => {
  killAll()
  await testApp.close().catch(() => undefined)
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function begun(): Promise<Started> {
  const main = await startMain({
    DATABASE_URL: urlOf(testApp.database.pool.options),
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for stories, long enough for them',
    LIMIT_FACTOR: '1000',
  })
  await main.ready
  return main
}

const witnessed = () => new AppendWitness(site.hers, () => running.port)

/** What was acknowledged is there once, under its number, and the ledger and all that follows from it is whole. */
async function assertKept({ acknowledged, complaints }: AppendWitness): Promise<void> {
  assert.deepEqual(complaints, [])
  const { rows } = await testApp.database.pool.query<{ id: string; n: number }>(
    'select id, n from herd.events where site_id = $1 order by n',
    [site.id],
  )
  const there = new Map(rows.map(({ id, n }) => [id, n]))
  assert.equal(there.size, rows.length, 'nothing is there twice')
  for (const [id, n] of acknowledged) assert.equal(there.get(id), n, `${id} was acknowledged as ${n}`)
  const db = within<'herd'>(testApp.database.db)
  const { events, fault } = await verifyHerd(db, site.id as SiteId)
  assert.deepEqual([events, fault], [rows.length, null])
  assert.equal((await rebuildHerd(db, site.id as SiteId)).changed, 0)
}

test(`R04 killed ${kills} times while people record (seed ${seed}), what was acknowledged is there once`, async () => {
  const random = new Random(seed)
  const witness = witnessed()
  witness.begin(people)
  for (let round = 0; round < kills; round++) {
    await delay(100 + random.below(700))
    running.child.kill('SIGKILL')
    await running.ended
    running = await begun()
  }
  await delay(300)
  await witness.end()
  await assertKept(witness)
  assert.ok(witness.acknowledged.size > kills)
  console.log(`${witness.acknowledged.size} events, ${witness.repeats} of ${witness.sendings} calls again`)
})

test(`F05 the database ended at once while people record (seed ${seed}), what was acknowledged is there once`, async () => {
  const random = new Random(seed)
  const witness = witnessed()
  witness.begin(people)
  for (let round = 0; round < 2; round++) {
    await delay(200 + random.below(500))
    const { rows } = await testApp.database.pool.query<{ folder: string }>(
      `select setting as folder from pg_settings where name = 'data_directory'`,
    )
    const [pid] = (await readFile(join(rows[0]!.folder, 'postmaster.pid'), 'utf8')).split('\n')
    // As `pg_ctl stop -m immediate` does; it is started again.
    process.kill(Number(pid), 'SIGQUIT')
    const before = witness.acknowledged.size
    for (let waited = 0; witness.acknowledged.size <= before + people; waited += 50) {
      assert.ok(waited < 30_000, 'nobody records again')
      await delay(50)
    }
  }
  await witness.end()
  await assertKept(witness)
  assert.ok(witness.repeats > 0)
  console.log(`${witness.acknowledged.size} events, ${witness.repeats} of ${witness.sendings} calls again`)
})
