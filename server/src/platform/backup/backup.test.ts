import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { logIn } from '@byre/contract/accounts/sign-ins'
import pg from 'pg'
import { createEmptyDatabase, createTestDatabase } from '../../testing/database.ts'
import { newSite } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { trailReading } from '../audit/trail-reading.ts'
import { openDatabase } from '../database/db.ts'
import { readArchive, writeArchive } from './archive.ts'
import { takeBackup } from './backup.ts'
import { checkBackup, sumsOf } from './check.ts'
import { Contents, entriesOf, type TableShape } from './contents.ts'
import { fill, readThrough, restore } from './restore.ts'

const folder = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
let testApp: TestApp
let source: pg.PoolConfig
let alice: Person
before(async () => {
  testApp = await TestApp.start()
  const { connectionString, host, port, user, database } = testApp.database.pool.options
  source = connectionString === undefined ? { host, port, user, database } : { connectionString }
  alice = await testApp.person('alice')
})
after(async () => {
  await testApp.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const fileOf = (name: string) => join(folder, name)

async function inEmpty<T>(story: (target: pg.PoolConfig, ask: Asking) => Promise<T>): Promise<T> {
  const empty = await createEmptyDatabase()
  const pool = new pg.Pool({ ...empty.options, max: 1 })
  try {
    return await story(empty.options, async (text) => (await pool.query(text)).rows)
  } finally {
    await pool.end()
    await empty.drop()
  }
}
type Asking = (text: string) => Promise<Record<string, unknown>[]>

/** Two rows a transaction, in a table that is copied early and one that is copied late, until told to stop. */
function writeAlways() {
  const writer = { isOver: false, written: 0 }
  const writing = (async () => {
    while (!writer.isOver) {
      const name = `pair ${writer.written + 1}`
      const client = await testApp.database.pool.connect()
      try {
        await client.query('begin')
        await client.query(
          `insert into auth.askings values (convert_to($1, 'UTF8'), 'a test', '{}', now())`,
          [name],
        )
        await client.query('insert into platform.rate_counters values ($1, now(), 1)', [name])
        await client.query('commit')
      } finally {
        client.release()
      }
      writer.written += 1
    }
  })()
  return {
    writer,
    async end() {
      writer.isOver = true
      await writing
    },
  }
}

test('D05 F24 a backup under load is one moment of everything, restored elsewhere row by row', async () => {
  await testApp.database.pool.query(
    `insert into platform.client_files (name, content, is_packed) select 'file ' || n, $1, false
     from generate_series(1, 100) as n`,
    [randomBytes(100_000)],
  )
  const [early, pairs] = [await newSite(testApp, alice), writeAlways()]
  const sites = Array.from({ length: 10 }, () => newSite(testApp, alice))
  while (pairs.writer.written < 20) await testApp.send('GET', '/api/v1/sites', { as: alice })
  const before = pairs.writer.written
  const { sums, header } = await takeBackup(source, fileOf('busy'))
  const later = pairs.writer.written
  await Promise.all(sites)
  await pairs.end()
  assert.ok(later > before + 5, 'others went on writing')

  await inEmpty(async (target, ask) => {
    await restore(target, { file: fileOf('busy') })
    // The queue notes in its version's row when it last looked for work, in the copy too.
    const { 'platform.quiet_spells': spell, 'pgboss.version': version, ...restored } = await sumsOf(target)
    const { 'platform.quiet_spells': none, 'pgboss.version': versionThere, ...taken } = sums
    assert.equal(version?.rows, versionThere?.rows)
    assert.deepEqual(restored, taken)
    assert.deepEqual([none?.rows, spell?.rows], [0, 1])
    const facts = 'count(*)::int as pairs, max(substr(name, 6)::int) as last'
    const [askings] = await ask(
      `select ${facts} from (select convert_from(address_hash, 'UTF8') as name from auth.askings where purpose = 'a test')`,
    )
    const [counters] = await ask(
      `select ${facts} from (select bucket as name from platform.rate_counters where bucket like 'pair %')`,
    )
    assert.deepEqual(askings, counters)
    assert.equal(askings?.['pairs'], askings?.['last'])
    const last = Number(askings?.['last'])
    assert.ok(last >= before && last <= later, `${before} ≤ ${last} ≤ ${later}`)
    assert.deepEqual(await ask(`select id from customers.sites where id = '${early.id}'`), [{ id: early.id }])
    assert.ok(header.tables.length > 60)
  })
})

test('D05 a copy of a database at rest holds what each table holds, by other means than our own', async () => {
  await testApp.database.pool.query('truncate platform.client_files')
  await takeBackup(source, fileOf('still'), 'a long enough passphrase')
  await inEmpty(async (target, ask) => {
    const { header } = await restore(target, {
      file: fileOf('still'),
      passphrase: 'a long enough passphrase',
    })
    for (const { name, columns } of header.tables) {
      if (name === 'platform.quiet_spells' || name === 'pgboss.version') continue
      const rows = `select md5(string_agg(md5(t::text), '' order by md5(t::text))) as all
        from (select ${columns.join(', ')} from ${name}) as t`
      const { rows: there } = await testApp.database.pool.query(rows)
      assert.deepEqual(await ask(rows), there, name)
    }
  })
})

test('D05 whoever could sign in can at the copy, and sees their places there', async () => {
  const site = await newSite(testApp, alice)
  await takeBackup(source, fileOf('people'))
  const empty = await createEmptyDatabase()
  await restore(empty.options, { file: fileOf('people') })
  const database = openDatabase(empty.options, { max: 4 })
  const copy = await testApp.anotherProcess({}, database)
  try {
    const signedIn = await testApp.call(logIn, {
      body: { username: alice.email, password: alice.password },
      at: copy.app,
    })
    assert.equal(signedIn.status, 200)
    const sites = await testApp.send('GET', `/api/v1/sites/${site.id}`, {
      as: signedIn.reply.token,
      at: copy.app,
    })
    assert.equal(sites.status, 200)
  } finally {
    await copy.close()
    await database.close()
    await empty.drop()
  }
})

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
  await inEmpty((target) => restore(target, { file: fileOf('of-a-day') }))
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
  const [{ line_id }] = (await own.query<{ line_id: string }>('select line_id from customers.webhook_reader'))
    .rows as [{ line_id: string }]
  await own.query(
    `update customers.webhook_reader set line_id = (select id from platform.audit order by id limit 1 offset 3)`,
  )
  const file = fileOf('numbers.byre')
  await takeBackup(source, file)
  await own.query('update customers.webhook_reader set line_id = $1', [line_id])
  await inEmpty(async (target, ask) => {
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

test('D05 what fails while a database is filled leaves it empty, and the next try goes through', async () => {
  await takeBackup(source, fileOf('good'))
  const { header } = await readThrough({ file: fileOf('good') })
  await inEmpty(async (target, ask) => {
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
