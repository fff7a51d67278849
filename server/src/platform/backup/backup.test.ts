import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { logIn } from '@byre/contract/accounts/sign-ins'
import type pg from 'pg'
import { connectionOf, createEmptyDatabase, inEmptyDatabase } from '../../testing/database.ts'
import { newSite } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { openDatabase } from '../database/db.ts'
import { takeBackup } from './backup.ts'
import { sumsOf } from './check.ts'
import { restore } from './restore.ts'

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

  await inEmptyDatabase(async (target, ask) => {
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
  await inEmptyDatabase(async (target, ask) => {
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

test('D05 a table that a migration makes anew while a backup begins is in it with all of its rows', async () => {
  const { pool } = testApp.database
  const name = 'kept while its table is made anew'
  await pool.query(`insert into platform.rate_counters values ($1, now(), 1)`, [name])
  const migration = await pool.connect()
  await migration.query('begin')
  // Has every row written again, and visible to none who looked before.
  await migration.query(`alter table platform.rate_counters alter column bucket type text using bucket || ''`)
  const backup = takeBackup(source, fileOf('anew'))
  for (let waits = false; !waits;) {
    const { rows } = await pool.query(`select from pg_locks where not granted and relation =
      'platform.rate_counters'::regclass`)
    waits = rows.length > 0
  }
  await migration.query('commit')
  migration.release()
  const { sums } = await backup
  const { rows } = await pool.query('select count(*)::int as n from platform.rate_counters')
  assert.equal(sums['platform.rate_counters']?.rows, rows[0].n)
})
