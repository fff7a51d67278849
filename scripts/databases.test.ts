import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '@byre/server/testing/database'
import { features } from './databases/features.ts'
import { pageOf } from './databases/page.ts'
import { tryFeatures } from './databases/tries.ts'
import { checkDatabases, databasesPage } from './house/databases.ts'

let scratch: TestDatabase
before(async () => {
  scratch = await createTestDatabase()
})
after(() => scratch.drop())

test('each feature that statements use works on the PostgreSQL of the tests', async () => {
  const { version, failures } = await tryFeatures(scratch.options, features)
  assert.match(version, /^PostgreSQL 1[5-9]\./)
  assert.deepEqual([...failures], [])
})

test('what a database has not is told by the words of that database', async () => {
  const [first] = features
  const missing = { ...first!, name: 'missing', tries: ['select not_there()'] }
  const { failures } = await tryFeatures(scratch.options, [missing])
  assert.match(failures.get('missing')!, /^fails: .*not_there/)
})

/** Every file that the list names, with what it is named for, and the page. */
const asListed = () => {
  const texts = new Map<string, string>([[databasesPage, pageOf(features)]])
  const samples: Record<string, string> = {
    'transaction ids and snapshots': 'pg_current_snapshot()',
    'triggers and their functions in PL/pgSQL': 'create trigger t',
    'constraint triggers': 'create constraint trigger t',
    'advisory locks of a session': 'pg_try_advisory_lock(1)',
    'locks of tables': 'lock table t',
    'LISTEN and NOTIFY': 'pg_notify(a, b)',
    'BRIN indexes': 'using brin (at)',
    'GIN indexes on arrays': 'using gin (grams)',
    'the collation "C"': 'collate "C"',
    cursors: 'declare pages no scroll cursor for',
    'one snapshot for several statements': 'repeatable read',
    COPY: '`copy ${table} to stdout`',
    'rows that are locked and left out': '.skipLocked()',
    'the catalogue': 'from pg_class',
    'who is connected': 'pg_stat_activity',
    'settings of the planner': 'plan_cache_mode',
    'settings of a session': "'set lock_timeout = 1'",
    'triggers and keys that rest while rows are restored': 'set constraints all immediate',
    'rights of tables to come': 'alter default privileges',
    'places in the log, and how far a standby is': 'pg_current_wal_lsn()',
  }
  for (const { name, files } of features)
    if (files !== 'anywhere')
      for (const file of files) texts.set(file, `${texts.get(file) ?? ''}${samples[name]}\n`)
  return texts
}
const complaintsWith = (path: string, text: string) => checkDatabases(new Map([...asListed(), [path, text]]))

test('a listed feature is refused in any other file, and not in a comment, a test or elsewhere in the tree', () => {
  assert.deepEqual(checkDatabases(asListed()), [])
  const path = 'server/src/customers/places/places.queries.ts'
  const statement = 'sql`select pg_advisory_lock(1)`\n'
  assert.match(
    complaintsWith(path, `\n${statement}`)[0]!,
    /^server.*places\.queries\.ts:2: advisory locks of/,
  )
  assert.match(
    complaintsWith('server/migrations/0999-more.sql', 'create trigger t after insert on x')[0]!,
    /^server\/migrations\/0999-more\.sql:1: triggers/,
  )
  for (const [elsewhere, text] of [
    [path, `// ${statement}/* ${statement}*/`],
    ['server/migrations/0999-more.sql', '-- no trigger: create trigger t'],
    ['server/src/customers/places/places.test.ts', statement],
    ['e2e/journey.ts', statement],
  ] as const)
    assert.deepEqual(complaintsWith(elsewhere, text), [], elsewhere)
})

test('what no statement may use is refused everywhere', () => {
  for (const text of [
    'id bigserial primary key',
    'select pg_advisory_xact_lock(1)',
    'references a.b deferrable initially deferred',
    'create temp table t (id int)',
    'create extension pg_trgm',
    'create index t on a using gist (b)',
    'merge into a using b',
    'select any_value(a)',
    'select uuidv7()',
    'insert into a values (1) returning old.id',
    'select ctid from a',
  ])
    assert.equal(complaintsWith('server/migrations/0999-more.sql', text).length, 1, text)
})

test('a list that names what is not there, and an old page, are refused', () => {
  const [gone, old] = [asListed(), asListed()]
  gone.set('server/migrations/0022-ages.sql', 'using btree (at)')
  assert.match(checkDatabases(gone)[0]!, /0022-ages\.sql has nothing of "BRIN indexes"/)
  old.set(databasesPage, '# Other databases\n')
  assert.match(checkDatabases(old)[0]!, /is not what the list says: run "node scripts\/databases\.ts"/)
})
