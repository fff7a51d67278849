import { usualSettings } from '@byre/contract/herd/settings'
import type { SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { keptNames, keptTables, type KeptName } from '../kept.policy.ts'
import type { KeptRow } from './loads.policy.ts'
import '../tables.ts'

/** What a site may have before it has a herd: how it is set up, and who only looks. */
const beforeAHerd: ReadonlySet<KeptName> = new Set(['settings', 'viewers'])

/** How much a site has of a herd; nothing: it is empty. */
export async function countKept(db: Db<'herd'>, site: SiteId): Promise<number> {
  const counts = keptNames
    .filter((name) => !beforeAHerd.has(name))
    .map((name) => sql`(select count(*) from ${sql.table(`herd.${name}`)} where site_id = ${site})`)
  const { rows } = await sql<{ count: number }>`select ${sql.join(counts, sql` + `)} as count`.execute(db)
  return rows[0]!.count
}

export async function deleteSettings(db: Db<'herd'>, site: SiteId): Promise<void> {
  await sql`delete from herd.settings where site_id = ${site}`.execute(db)
}

export async function insertKept(
  db: Db<'herd'>,
  site: SiteId,
  table: KeptName,
  rows: readonly KeptRow['row'][],
): Promise<void> {
  // A file that was taken before these were asked has none of them.
  const whole = table === 'settings' ? rows.map((row) => ({ ...usualSettings, ...row })) : rows
  const columns = Object.entries(keptTables[table].columns)
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)))
  const names = columns.map(([name]) => name)
  const shape = columns.map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`)
  await sql`insert into ${sql.table(`herd.${table}`)} (site_id, ${list(names)})
    select ${site}, ${list(names)}
    from jsonb_to_recordset(${JSON.stringify(whole)}::jsonb) as r (${sql.join(shape)})
    ${table === 'viewers' ? sql`on conflict do nothing` : sql``}`.execute(db)
}

/** Says where the records of a ledger come from, and under what its animals are folded. */
export async function setLoaded(
  db: Db<'herd'>,
  site: SiteId,
  { n, from, context }: { n: number; from: readonly string[]; context: string | null },
): Promise<void> {
  await sql`update herd.ledgers set loaded_n = ${n}, loaded_from = ${from}::uuid[], context = ${context}
    where site_id = ${site}`.execute(db)
}
