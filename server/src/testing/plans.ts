import assert from 'node:assert/strict'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import { batchedRead, type EachType } from '../platform/database/batches.ts'
import type { DB } from '../platform/database/db.ts'

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
  const { rows } = await pool.query(
    `explain (generic_plan, format json) ${batchedRead(sql, names, types).text}`,
  )
  return withThoseBelow(rows[0]['QUERY PLAN'][0]['Plan'])
}

/** How the one statement of `run` is planned for any values, as our connections plan it. */
export async function plannedForAny(
  pool: pg.Pool,
  run: (db: Kysely<DB>) => Promise<unknown>,
): Promise<PlanNode[]> {
  const { sql } = await statementOf(pool, run)
  const { rows } = await pool.query(`explain (generic_plan, format json) ${sql}`)
  return withThoseBelow(rows[0]['QUERY PLAN'][0]['Plan'])
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
  const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters])
  return [...withThoseBelow(rows[0]['QUERY PLAN'][0]['Plan']), ...(await plannedForAny(pool, run))]
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
