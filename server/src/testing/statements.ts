import assert from 'node:assert/strict'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import { batchedRead, type EachType } from '../platform/database/batches.ts'
import type { Database, DB } from '../platform/database/db.ts'

/* How many statements are sent, and how they are planned. */

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/**
 * The tables that the one statement of `run` reads from end to end, planned for its values and for any.
 * Sessions are few in a test and do not count.
 */
export async function tablesScanned(
  pool: pg.Pool,
  run: (db: Kysely<DB>) => Promise<unknown>,
): Promise<string[]> {
  const scans = (await nodesOf(pool, run)).filter((node) => node['Node Type'] === 'Seq Scan')
  const tables = scans.flatMap((node) => node['Relation Name'] ?? [])
  return [...new Set(tables)].filter((table) => table !== 'sessions')
}

/** The indexes by which the one statement of `run` finds its rows, planned for its values and for any. */
export async function indexesRead(
  pool: pg.Pool,
  run: (db: Kysely<DB>) => Promise<unknown>,
): Promise<string[]> {
  return [...new Set((await nodesOf(pool, run)).flatMap((node) => node['Index Name'] ?? []))]
}

/** How the one statement of `run` is planned for many callers who differ in these of its values. */
export async function batchedPlan(
  pool: pg.Pool,
  run: (db: Kysely<DB>) => Promise<unknown>,
  differing: readonly { name: string; type: EachType; value: unknown }[],
): Promise<PlanNode[]> {
  const { sql, parameters } = await statementOf(pool, run)
  const names = parameters.map((value) => differing.find((one) => one.value === value)?.name ?? null)
  const types = Object.fromEntries(differing.map(({ name, type }) => [name, type]))
  return plannedAsGrown(pool, batchedRead(sql, names, types).text)
}

/** How the one statement of `run` is planned for any values. */
export async function plannedForAny(
  pool: pg.Pool,
  run: (db: Kysely<DB>) => Promise<unknown>,
): Promise<PlanNode[]> {
  const { sql } = await statementOf(pool, run)
  return plannedAsGrown(pool, sql)
}

/**
 * As our connections plan a statement over tables of a million rows, of which nothing else is known. Of the few rows of
 * a test all may be the quickest to read, and PostgreSQL knows how few they are once it has happened to look.
 */
async function plannedAsGrown(pool: pg.Pool, statement: string): Promise<PlanNode[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const ours = `(select oid from pg_catalog.pg_class where relkind = 'r' and relnamespace >= 16384)`
    await client.query(`delete from pg_catalog.pg_statistic where starelid in ${ours}`)
    await client.query(`update pg_catalog.pg_class set relpages = 1, reltuples = 1e6 where oid in ${ours}`)
    const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`)
    return withThoseBelow(rows[0]['QUERY PLAN'][0]['Plan'])
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** What of a plan reads rows by no id: all of a table, or a part of it that grows with it. */
export const scansWithoutId = (nodes: readonly PlanNode[]): PlanNode[] =>
  nodes.filter(
    (node) =>
      (node['Index Name'] !== undefined || node['Node Type'] === 'Seq Scan') &&
      !/\b(\w+_)?id = /.test(node['Index Cond'] ?? ''),
  )

async function nodesOf(pool: pg.Pool, run: (db: Kysely<DB>) => Promise<unknown>): Promise<PlanNode[]> {
  const { sql, parameters } = await statementOf(pool, run)
  const forThese = await pool.query(`explain (format json) ${sql}`, [...parameters])
  const forAny = await pool.query(`explain (generic_plan, format json) ${sql}`)
  return [forThese, forAny].flatMap(({ rows }) => withThoseBelow(rows[0]['QUERY PLAN'][0]['Plan']))
}

async function statementOf(
  pool: pg.Pool,
  run: (db: Kysely<DB>) => Promise<unknown>,
): Promise<Pick<CompiledQuery, 'sql' | 'parameters'>> {
  const sent: CompiledQuery[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  })
  await run(db)
  const [statement, ...more] = sent
  assert.ok(statement && more.length === 0, 'one statement')
  return statement
}

const withThoseBelow = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withThoseBelow)]

/**
 * How many statements `ask` takes: those of the first try that takes no more than `expected`, or the fewest of five seconds' tries. The
 * process speaks to the database by itself as well, and for a while without a pause where many refusals wait to be written down.
 */
export async function fewestStatements(
  database: Database,
  ask: () => Promise<unknown>,
  expected: number,
): Promise<number> {
  const endsAt = performance.now() + 5_000
  let fewest = Infinity
  do {
    const before = database.statements()
    await ask()
    fewest = Math.min(fewest, database.statements() - before)
  } while (fewest > expected && performance.now() < endsAt)
  return fewest
}
