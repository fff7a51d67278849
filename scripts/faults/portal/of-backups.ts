import { startLocalPostgres } from '@byre/server/platform/start/local-postgres'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Size } from '../breaking.ts'
import { byreWith } from '../../operators/program.ts'
import { judge } from './judge.ts'
import { atPortal, type Portal } from './portal.ts'
import { queryAt } from './postgres.ts'

/* A backup that is made while people work, restored at another PostgreSQL, and compared row by row. */

async function byre(portal: Portal, env: Record<string, string>, ...args: string[]): Promise<void> {
  const { code, out, err } = await byreWith({ DATA_DIR: portal.dataDir, ...env }, ...args)
  if (code !== 0) portal.complaints.push(`byre ${args[0]} ended with ${code}: ${out}${err}`)
}

/** What no job and no caller changes once it is written. */
const kept = ['customers', 'payments', 'auth', 'species']
/** How far somebody has read. */
const counters = ['customers.webhook_reader']

/** Each row of the copy is at the source as it is in the copy, but for sites that were changed since. */
async function wrongRows(portal: Portal, copy: pg.ClientConfig): Promise<{ rows: number; wrong: string[] }> {
  const tables = await queryAt<{ name: string }>(
    copy,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1)
       and schemaname || '.' || tablename <> all($2) order by 1`,
    [kept, counters],
  )
  const changed = new Map(
    (await portal.query<{ id: string; version: number }>('select id, version from customers.sites')).map(
      ({ id, version }) => [id, version],
    ),
  )
  let rows = 0
  const wrong: string[] = []
  for (const { name } of tables) {
    const all = `select to_jsonb(t)::text as row from ${name} t`
    const there = new Set((await portal.query<{ row: string }>(all)).map(({ row }) => row))
    for (const { row } of await queryAt<{ row: string }>(copy, all)) {
      rows += 1
      const { id, version } = JSON.parse(row) as { id?: string; version?: number }
      const isOlder = name === 'customers.sites' && changed.get(id ?? '')! > (version ?? Infinity)
      if (!there.has(row) && !isOlder) wrong.push(`${name} of the copy has ${row.slice(0, 200)}`)
    }
  }
  return { rows, wrong }
}

export const backedUp = (size: Size) =>
  atPortal({}, async (portal) => {
    portal.work.begin(size.isShort ? 30 : 60)
    await delay(size.isShort ? 2_000 : 20_000)
    // The first site of each fixes the currency of its payer, whose row has no version to tell that by.
    const unfixed = 'select from customers.billing_entities where currency is null'
    while ((await portal.query(unfixed)).length > 0) await delay(100)
    const before = portal.witness.read().flatMap((line) => ('subdomain' in line ? [line.site] : []))
    const file = join(portal.dataDir, 'backup')
    await byre(portal, { DATABASE_URL: portal.given!.directUrl }, 'backup', file)
    await delay(1_000)
    await portal.work.rest()

    const elsewhere = await startLocalPostgres({ dataDir: join(portal.dataDir, 'elsewhere') })
    try {
      await byre(portal, { DATABASE_URL: elsewhere.connectionString }, 'restore', file)
      const copied = await queryAt<{ id: string }>(elsewhere.connection, 'select id from customers.sites')
      const there = new Set(copied.map(({ id }) => id))
      for (const id of before)
        if (!there.has(id)) portal.complaints.push(`site ${id} was made before the backup and is not in it`)
      const { rows, wrong } = await wrongRows(portal, elsewhere.connection)
      portal.complaints.push(...wrong)
      portal.notes.push(`${rows} rows compared, ${there.size} sites of ${before.length} or more`)
    } finally {
      await elsewhere.stop()
    }
    return judge(portal, { fault: 'backed up under load, restored elsewhere', times: 1, allowed: {} })
  })
