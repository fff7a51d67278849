import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, type Database } from '../database/db.ts'
import { migrate, schemaState } from './migrate.ts'

let scratch: TestDatabase
let server: Database
let made = 0

before(async () => {
  scratch = await createTestDatabase()
  server = openDatabase(scratch.options, { max: 2, statementTimeoutMs: 0 })
})
after(async () => {
  await server.close()
  await scratch.drop()
})

/** An empty database beside the test's own, gone afterwards. */
async function withEmpty(
  story: (connection: pg.PoolConfig, database: Database) => Promise<void>,
): Promise<void> {
  const { rows } = await server.pool.query<{ name: string }>('select current_database() as name')
  const name = `${rows[0]?.name}_${(made += 1)}`
  await server.pool.query(`create database ${name} template template0`)
  const connection = { ...scratch.options, database: name }
  if (connection.connectionString !== undefined) {
    const url = new URL(connection.connectionString)
    url.pathname = `/${name}`
    connection.connectionString = url.href
  }
  const database = openDatabase(connection, { max: 2 })
  try {
    await story(connection, database)
  } finally {
    await database.close()
    await server.pool.query(`drop database ${name} with (force)`)
  }
}

/** A folder of migrations of a test's own. */
async function withFiles(
  files: Record<string, string>,
  story: (folder: URL) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'byre-migrations-'))
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await story(pathToFileURL(`${folder}/`))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const tablesOf = async (database: Database, schema: string) => {
  const { rows } = await database.pool.query<{ tablename: string }>(
    'select tablename from pg_catalog.pg_tables where schemaname = $1 order by tablename',
    [schema],
  )
  return rows.map(({ tablename }) => tablename)
}

test('D04 two processes that start at once on an empty database both find it migrated', async () => {
  await withEmpty(async (connection, database) => {
    assert.equal(await schemaState(database), 'older')
    await Promise.all([migrate(connection), migrate(connection), migrate(connection)])
    assert.equal(await schemaState(database), 'current')
    assert.deepEqual(await tablesOf(database, 'tenants'), ['certificate_names', 'hand_offs', 'sessions'])
    const files = (await readdir(new URL('../../../migrations/', import.meta.url))).filter((name) =>
      name.endsWith('.sql'),
    )
    const { rows } = await database.pool.query('select name from platform_migrations.checksums')
    assert.equal(rows.length, files.length)
    assert.ok((await tablesOf(database, 'pgboss')).includes('job'))
  })
})

test('migrating again changes nothing', async () => {
  await withEmpty(async (connection, database) => {
    await migrate(connection)
    const earlier = await database.pool.query('select * from platform_migrations.checksums order by name')
    await migrate(connection)
    const later = await database.pool.query('select * from platform_migrations.checksums order by name')
    assert.deepEqual(later.rows, earlier.rows)
  })
})

test('a database keeps the way of telling what is new that it was begun with', async () => {
  await withEmpty(async (connection, database) => {
    await migrate(connection, { eventCursor: 'numbers' })
    assert.equal(await schemaState(database, 'numbers'), 'current')
    const refusal = {
      message: /^EVENT_CURSOR is snapshots, and the database was begun with numbers: set it so/,
    }
    await assert.rejects(schemaState(database, 'snapshots'), refusal)
    await assert.rejects(migrate(connection, { eventCursor: 'snapshots' }), refusal)
    // Nothing of what such databases lack is left.
    const { rows } = await database.pool.query(
      `select from pg_attribute where atttypid = 'xid8'::regtype and attrelid >= 16384 and not attisdropped
       union all select from pg_trigger where tgconstraint <> 0 and not tgisinternal`,
    )
    assert.equal(rows.length, 0)
  })
})

test('a schema that lacks a migration is seen as older, one that has more is accepted', async () => {
  await withEmpty(async (connection, database) => {
    await migrate(connection)
    await database.pool.query(`insert into platform_migrations.checksums values ('9999-of-the-future', 'x')`)
    assert.equal(await schemaState(database), 'current')
    await database.pool.query(`delete from platform_migrations.checksums where name = '0001-platform'`)
    assert.equal(await schemaState(database), 'older')
  })
})

test('D04 a migration that was edited after it had been applied is refused by name', async () => {
  await withEmpty(async (connection, database) => {
    const first = { '0001-herd.sql': 'create schema farm; create table farm.herd (id int);' }
    await withFiles(first, (folder) => migrate(connection, { folder }))
    const edited = {
      '0001-herd.sql': 'create schema farm; create table farm.herd (id int8);',
      '0002-more.sql': 'create table farm.more (id int);',
    }
    await withFiles(edited, async (folder) => {
      await assert.rejects(
        migrate(connection, { folder }),
        /changed after they had been applied: 0001-herd\./,
      )
    })
    assert.deepEqual(await tablesOf(database, 'farm'), ['herd'])
  })
})

test('a migration that fails leaves nothing behind, and the mended one goes through', async () => {
  await withEmpty(async (connection, database) => {
    const good = 'create schema farm; create table farm.herd (id int);'
    await withFiles(
      { '0001-herd.sql': good, '0002-more.sql': 'create table farm.more (id int); nonsense;' },
      async (folder) => {
        await assert.rejects(migrate(connection, { folder }), /nonsense/)
      },
    )
    assert.ok(!(await tablesOf(database, 'farm')).includes('more'))
    await withFiles(
      { '0001-herd.sql': good, '0002-more.sql': 'create table farm.more (id int);' },
      (folder) => migrate(connection, { folder }),
    )
    assert.deepEqual(await tablesOf(database, 'farm'), ['herd', 'more'])
  })
})

test('D04 each file is a transaction of its own: what came before one that fails stays', async () => {
  await withEmpty(async (connection, database) => {
    const files = {
      '0001-herd.sql': 'create schema farm; create table farm.herd (id int);',
      '0002-more.sql': 'create table farm.more (id int); nonsense;',
    }
    await withFiles(files, async (folder) => {
      await assert.rejects(migrate(connection, { folder }), /nonsense/)
    })
    assert.deepEqual(await tablesOf(database, 'farm'), ['herd'])
    await withFiles({ ...files, '0002-more.sql': 'create table farm.more (id int);' }, (folder) =>
      migrate(connection, { folder }),
    )
    assert.deepEqual(await tablesOf(database, 'farm'), ['herd', 'more'])
  })
})

test('D04 while a report holds a table writers wait for a migration a second at most, and it ends after the report', async () => {
  const first = { '0001-herd.sql': 'create schema farm; create table farm.herd (id int);' }
  await withEmpty(async (connection, database) => {
    await withFiles(first, (folder) => migrate(connection, { folder }))
    const report = await database.pool.connect()
    await report.query('begin')
    await report.query('select from farm.herd')

    const waits: number[] = []
    const migrated = new AbortController()
    const { promise: givenUpThrice, resolve } = Promise.withResolvers<void>()
    const lines: string[] = []
    const servedByThen: number[] = []
    const tell = (line: string) => {
      servedByThen.push(waits.length)
      if (lines.push(line) === 3) resolve()
    }
    const patience = `create table farm.patience as select current_setting('lock_timeout') as "most";`
    const alter = `${patience} alter table farm.herd add name text;`
    await withFiles({ ...first, '0002-name.sql': alter }, async (folder) => {
      const migrating = migrate(connection, { folder, tell }).finally(() => migrated.abort())
      const writing = (async () => {
        while (!migrated.signal.aborted) {
          const begunAt = performance.now()
          await database.pool.query('insert into farm.herd (id) values (1)')
          waits.push(performance.now() - begunAt)
        }
      })()
      await Promise.race([givenUpThrice, migrating])
      await report.query('commit')
      report.release()
      await Promise.all([migrating, writing])
    })
    assert.deepEqual(new Set(lines), new Set(['0002-name waits for a lock that others hold.']))
    assert.ok(Math.max(...waits) > 500, 'no writer met it')
    // By which PostgreSQL ends the wait, and with it that of writers; between tries they go on.
    assert.deepEqual((await database.pool.query('select most from farm.patience')).rows, [{ most: '1s' }])
    for (const [nth, served] of servedByThen.slice(1).entries())
      assert.ok(served > servedByThen[nth]! + 1, `served by each try: ${servedByThen.join(', ')}`)
    assert.equal((await database.pool.query('select name from farm.herd limit 1')).rowCount, 1)
  })
})

test('D04 an index is made beside writers by two at once, and made anew where an earlier try was cut short', async () => {
  const herd = 'create schema farm; create table farm.herd (id int); insert into farm.herd values (1), (1);'
  const making = 'create unique index concurrently herd_id on farm.herd (id);\n'
  const index = `-- no transaction\ndrop index concurrently if exists farm.herd_id;\n${making}`
  const files = { '0001-herd.sql': herd, '0002-index.sql': index }
  const isValid = async ({ pool }: Database) => {
    const { rows } = await pool.query<{ isValid: boolean }>(
      `select indisvalid as "isValid" from pg_index where indexrelid = 'farm.herd_id'::regclass`,
    )
    return rows[0]?.isValid
  }
  await withEmpty(async (connection, database) => {
    await withFiles(files, async (folder) => {
      await assert.rejects(migrate(connection, { folder }), /could not create unique index/)
      assert.equal(await isValid(database), false)
      await database.pool.query('truncate farm.herd')
      await Promise.all([migrate(connection, { folder }), migrate(connection, { folder })])
      assert.equal(await isValid(database), true)
    })
    const careless = { ...files, '0003-again.sql': `-- no transaction\n${making}` }
    await withFiles(careless, (folder) =>
      assert.rejects(migrate(connection, { folder }), /0003-again must drop/),
    )
  })
})
