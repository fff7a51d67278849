import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { connectionOf, createTestDatabase, inEmptyDatabase } from '../../testing/database.ts'
import { newSite } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { trailReading } from '../audit/trail-reading.ts'
import { openDatabase } from '../database/db.ts'
import { readArchive, writeArchive } from './archive.ts'
import { takeBackup } from './backup.ts'
import { checkBackup } from './check.ts'
import { Contents, entriesOf, type TableShape } from './contents.ts'
import { fill, readThrough, restore } from './restore.ts'

/* What comes of a file: checked aside, restored on any day, and nothing half where it fails. */

const folder = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
let testApp: TestApp
let source: pg.PoolConfig
let alice: Person
before(async () => {
  testApp = await TestApp.start()
  source = connectionOf(testApp.database.pool.options)
  alice = await testApp.person('alice')
})
after(async () => {
  await testApp.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const fileOf = (name: string) => join(folder, name)

test('D05 a check restores aside, compares, and brings the copy to this schema', async () => {
  await takeBackup(source, fileOf('checked'))
  const { sums } = await checkBackup({ file: fileOf('checked') })
  assert.ok((sums['auth.accounts']?.rows ?? 0) > 0)
})

/** The same backup but for what is told to alter, and whole in itself. */
async function writtenAnew(
  from: string,
  to: string,
  alter: (rows: Map<string, Buffer>, tables: TableShape[]) => void,
) {
  const contents = new Contents(from, readArchive(from, undefined))
  const header = await contents.header()
  const rows = new Map<string, Buffer>()
  for await (const one of contents.tables(header)) rows.set(one.table.name, await buffer(one.rows))
  await contents.sums()
  const tables = [...header.tables]
  alter(rows, tables)
  const rowsOf = (table: TableShape) => Readable.from([rows.get(table.name)!])
  await writeArchive(
    to,
    entriesOf({ ...header, tables }, rowsOf, () => undefined),
    undefined,
  )
}

/** As a database stands that was begun on another day: the queue's library makes tables of two days, and names them by these. */
async function beginOnOtherDays(): Promise<void> {
  const { pool } = testApp.database
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'pgboss.queue_stats'::regclass order by 1`,
  )
  assert.equal(rows.length, 2)
  for (const [nth, { name }] of rows.entries())
    await pool.query(`alter table ${name} rename to queue_stats_2019123${nth}`)
}

test('D05 a backup is restored on any day, and into a database that was begun on another', async () => {
  await beginOnOtherDays()
  await takeBackup(source, fileOf('another-day'))
  await checkBackup({ file: fileOf('another-day') })
})

test('D05 a backup of an earlier version, which kept the days of the queue, is checked and restored on any other', async () => {
  await takeBackup(source, fileOf('of-today'))
  await writtenAnew(fileOf('of-today'), fileOf('of-a-day'), (rows, tables) => {
    for (const name of ['pgboss.queue_stats_20261122', 'pgboss.queue_stats_20261123']) {
      tables.push({ name, columns: ['active_count', 'captured_on', 'id', 'name'] })
      rows.set(name, Buffer.alloc(0))
    }
  })
  await checkBackup({ file: fileOf('of-a-day') })
  await inEmptyDatabase((target) => restore(target, { file: fileOf('of-a-day') }))
})

test('D05 a check tells which rows did not come out of a file that is whole in itself', async () => {
  await testApp.database.pool.query(
    `insert into platform.rate_counters values ('one', now(), 1), ('other', now(), 1)`,
  )
  await takeBackup(source, fileOf('right'))
  // At this mark PostgreSQL stops reading: what stands behind it is lost without a word.
  await writtenAnew(fileOf('right'), fileOf('cut'), (rows) => {
    const counters = String(rows.get('platform.rate_counters'))
    rows.set('platform.rate_counters', Buffer.from(counters.replace(/[^\n]+\n$/, '\\.\n$&')))
  })
  await readThrough({ file: fileOf('cut') })
  await assert.rejects(
    checkBackup({ file: fileOf('cut') }),
    /^StartError: Restored, the rows of platform\.rate_counters are not those of the backup\.$/,
  )
  await writtenAnew(fileOf('right'), fileOf('same'), () => undefined)
  await checkBackup({ file: fileOf('same') })
})

test('D05 a backup goes over into a database that numbers its lines: told is what webhooks were not told of', async () => {
  const own = testApp.database.pool
  for (let lines = 0; lines < 6; lines += 1) await newSite(testApp, alice)
  const [{ line_id }] = (await own.query<{ line_id: string }>('select line_id from customers.webhook_reader'))
    .rows as [{ line_id: string }]
  await own.query(
    `update customers.webhook_reader set line_id = (select id from platform.audit order by id limit 1 offset 3)`,
  )
  const file = fileOf('numbers.byre')
  await takeBackup(source, file)
  await own.query('update customers.webhook_reader set line_id = $1', [line_id])
  await inEmptyDatabase(async (target, ask) => {
    await restore(target, { file }, { eventCursor: 'numbers' })
    const [counts] = await ask(`select count(*) filter (where written_in is null)::int as told,
      count(*) filter (where written_in = 0)::int as untold,
      bool_and((written_in is null) = (id <= (select line_id from customers.webhook_reader))) as is_so from platform.audit`)
    assert.ok(Number(counts!['untold']) > 0)
    assert.deepEqual([counts!['told'], counts!['is_so']], [4, true])
    await ask(`insert into platform.audit (id, deed) values (gen_random_uuid(), 'leave')`)
    const database = openDatabase(target, { max: 2 })
    try {
      assert.equal(await trailReading('numbers').number(database.db), true)
      const [{ last }] = (await ask('select last::int from platform.audit_numbers')) as [{ last: number }]
      assert.equal(last, Number(counts!['untold']) + 1)
    } finally {
      await database.close()
    }
  })
})

test('D05 rows that were right when they were written are restored, though a rule of today refuses them', async () => {
  // A plan of another kind than its place, which from before this was refused goes on until an operator ends it.
  const { pool } = testApp.database
  await pool.query('alter table payments.subscriptions disable trigger user')
  await newSite(testApp, alice)
  await pool.query(`update payments.subscriptions set clinic_id = site_id, site_id = null`)
  await pool.query('alter table payments.subscriptions enable trigger user')
  await takeBackup(source, fileOf('older'))
  await checkBackup({ file: fileOf('older') })
})

test('D05 a restore that was killed is cleared by the next, and two at once do not meet', async () => {
  await takeBackup(source, fileOf('twice'))
  await inEmptyDatabase(async (target, ask) => {
    const { header } = await readThrough({ file: fileOf('twice') })
    await fill(target, { file: fileOf('twice') }, header, { isQuiet: true })
    await ask('truncate platform_migrations.checksums')
    const both = await Promise.allSettled([
      restore(target, { file: fileOf('twice') }),
      restore(target, { file: fileOf('twice') }),
    ])
    const refusals = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    assert.deepEqual(refusals, [
      'StartError: Another restore into this database is under way. Nothing was changed.',
    ])
    assert.deepEqual(await ask('select count(*)::int as n from auth.accounts'), [{ n: 1 }])
  })
})

test('D05 what fails while a database is filled leaves it empty, and the next try goes through', async () => {
  await takeBackup(source, fileOf('good'))
  const { header } = await readThrough({ file: fileOf('good') })
  await inEmptyDatabase(async (target, ask) => {
    const tables = () => ask(`select 1 from pg_tables where schemaname !~ '^(pg_|information_schema$)'`)
    const other = { ...header, tables: header.tables.slice(1) }
    await assert.rejects(fill(target, { file: fileOf('good') }, other, { isQuiet: true }), /another version/)
    assert.deepEqual(await tables(), [])
    await restore(target, { file: fileOf('good') })
    assert.ok((await tables()).length > 60)
    const used = await createTestDatabase()
    await assert.rejects(
      restore(used.options, { file: fileOf('good') }),
      /is not empty \(it has auth\.accounts\)/,
    )
    await used.drop()
  })
})
