import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { breaksOf, readCatalogue } from '../../testing/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { migrate, ours } from './migrate.ts'

/* The release before serves on today's schema: during an upgrade, and after going back (decision 0110). */

interface LastRelease {
  migration: string
  /** What is meant all the same, with its reason. */
  meant: Record<string, string>
}

let scratch: TestDatabase
let client: pg.Client
let folder: string

before(async () => {
  scratch = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'byre-last-release-'))
})
after(async () => {
  await client?.end()
  await scratch.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The test's database as it was made, emptied of everything. */
async function emptied(): Promise<pg.PoolConfig> {
  client = new pg.Client(scratch.options)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema|public)'`,
  )
  for (const { name } of rows) await client.query(`drop schema "${name}" cascade`)
  return scratch.options
}

test('O05 what the last release reads and writes is there on today’s schema, and it can write as it did', async () => {
  const file = new URL('../../../last-release.json', import.meta.url)
  const { migration, meant } = JSON.parse(await readFile(file, 'utf8')) as LastRelease
  const names = (await readdir(ours)).filter((name) => name.endsWith('.sql')).sort()
  const then = names.filter((name) => name <= `${migration}.sql`)
  assert.equal(then.at(-1), `${migration}.sql`)
  for (const name of then) await copyFile(fileURLToPath(new URL(name, ours)), join(folder, name))

  const connection = await emptied()
  await migrate(connection, { folder: pathToFileURL(`${folder}/`) })
  const before = await readCatalogue(client)
  assert.ok(before.columns.size > 200 && before.rules.size > 100)
  await migrate(connection)
  const breaks = breaksOf(before, await readCatalogue(client))
  assert.deepEqual(
    breaks.filter((line) => !(line in meant)),
    [],
    'the release before would fail here: keep what it needs, or say in server/last-release.json why it may',
  )
  assert.deepEqual(
    Object.keys(meant).filter((line) => !breaks.includes(line)),
    [],
    'meant, and not so',
  )
})
