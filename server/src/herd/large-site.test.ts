import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { SiteId } from '@byre/contract/subject-kinds'
import type { DB, Db } from '../platform/database/db.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { findKnown } from './events/events.queries.ts'
import { writeSharedTags } from './events/projections.queries.ts'
import { findAnimals } from './imports/imports.queries.ts'
import { insertEntries } from './ship-lists/ship-lists.queries.ts'

/* A site of thousands among hundreds of few: what is asked of two animals reads no more there than elsewhere. */

const [large, small] = ['01900000-0000-7000-8c00-000000000000', '01900000-0000-7000-8c00-000000000001']
const siteOf = (s: string) => `('01900000-0000-7000-8c00-' || lpad(to_hex(${s}), 12, '0'))::uuid`
const animalOf = (s: string, n: string) =>
  `('01910000-0000-7000-8000-' || lpad(to_hex(${s}), 4, '0') || lpad(to_hex(${n}), 8, '0'))::uuid`
const animals = (s: number) =>
  [0, 1].map((n) => `01910000-0000-7000-8000-${String(s).padStart(4, '0')}0000000${n}`)
const tags = (s: number) => [0, 1].map((n) => `E${s}N${n}`)

let database: TestDatabase
let pool: pg.Pool
before(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ ...database.options, max: 1 })
  await pool.query(`create temp table head as
    select s, n from generate_series(0, 400) s, generate_series(0, 19999) n where s = 0 or n < 3`)
  await pool.query(
    `insert into herd.animals (site_id, id, as_of, status, main_tag, card)
     select ${siteOf('s')}, ${animalOf('s', 'n')}, n, 'here', 'E' || s || 'N' || n, json_build_object('text', repeat('x', 300)) from head`,
  )
  await pool.query(
    `insert into herd.identifiers (site_id, animal_id, event_id, kind, value, typed, from_at, reversed, grams)
     select ${siteOf('s')}, ${animalOf('s', 'n')}, ${animalOf('s', 'n')}, 'eid', 'E' || s || 'N' || n, 'x', now(), 'x', '{}' from head`,
  )
  await pool.query('analyze herd.animals, herd.identifiers')
  // As the product's connections have it.
  await pool.query('set plan_cache_mode = force_generic_plan')
  await pool.query('set enable_seqscan = off')
})
after(async () => {
  await pool?.end()
  await database?.drop()
})

type Run = (db: Db<'herd'>, site: SiteId, of: { animals: string[]; tags: string[] }) => Promise<unknown>
const nothing = { pens: [], lots: [], versions: [], stock_lots: [] }
const statements: Record<string, Run> = {
  'what events speak of': (db, site, { animals }) =>
    findKnown(db, site, { ...nothing, animals }, { fed: [], hasMoves: true }),
  'tags that two animals bear': (db, site, { tags }) => writeSharedTags(db, site, tags),
  'animals of a file': (db, site, { animals, tags }) =>
    findAnimals(
      db,
      { site_id: site } as Parameters<typeof findAnimals>[1],
      tags.map((value) => ({ kind: 'eid', value })),
      animals,
    ),
  'animals put on a list by their tags': (db, site, { animals, tags }) =>
    insertEntries(db, site, animals[0]!, { animals, tags }),
}

for (const [what, run] of Object.entries(statements))
  test(`${what}: as much is read at a large site as at a small one`, async () => {
    const [many, few] = [await blocksOf(run, large!, 0), await blocksOf(run, small!, 1)]
    // A larger index is a level deeper.
    assert.ok(many <= few * 1.5 + 10, `${many} blocks at a large site, ${few} at a small one`)
  })

/** How many blocks the statement of `run` looks at. */
async function blocksOf(run: Run, site: string, s: number): Promise<number> {
  const sent: CompiledQuery[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  })
  await run(db as unknown as Db<'herd'>, site as SiteId, { animals: animals(s), tags: tags(s) })
  const [{ sql, parameters } = { sql: '', parameters: [] }, ...more] = sent
  assert.equal(more.length, 0)
  await pool.query('deallocate all')
  await pool.query(`prepare statement as ${sql}`)
  const { rows } = await pool.query(
    `explain (analyze, buffers, format json) execute statement(${parameters.map(literal).join(', ')})`,
  )
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = rows[0]['QUERY PLAN'][0]['Plan']
  return hit + read
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`)
  return pg.escapeLiteral(String(value))
}

test('each table of rows of a site is planned for large ones', async () => {
  const { rows } = await pool.query<{ name: string; options: string[] | null }>(
    `select c.relname as name, a.attoptions as options
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'herd'::regnamespace and c.relkind = 'r' and a.attname = 'site_id'
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indkey::text = a.attnum::text)`,
  )
  assert.ok(rows.length > 15)
  for (const { name, options } of rows) assert.deepEqual([name, options], [name, ['n_distinct=8']])
})
