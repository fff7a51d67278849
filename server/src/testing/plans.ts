import assert from 'node:assert/strict'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { DB } from '../platform/database/db.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
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
  const sent: CompiledQuery[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  })
  await run(db)
  const [{ sql, parameters } = { sql: '', parameters: [] }, ...more] = sent
  assert.equal(more.length, 0)

  const plans = [
    await pool.query(`explain (format json) ${sql}`, [...parameters]),
    await pool.query(`explain (generic_plan, format json) ${sql}`),
  ]
  return [...new Set(plans.flatMap(({ rows }) => scannedIn(rows[0]['QUERY PLAN'][0]['Plan'])))]
}

function scannedIn(node: PlanNode): string[] {
  const table = node['Relation Name']
  const here = node['Node Type'] === 'Seq Scan' && table && table !== 'sessions' ? [table] : []
  return [...here, ...(node.Plans ?? []).flatMap(scannedIn)]
}
