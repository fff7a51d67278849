import type { SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import '../tables.ts'

/** Deletes some rows of a site from a table; answers how many. */
export async function deleteSlice(
  db: Db<'herd'>,
  site: SiteId,
  { table, key, atOnce }: { table: string; key: readonly string[]; atOnce: number },
): Promise<number> {
  const columns = ['site_id', ...key]
  const named = sql.join(columns.map((column) => sql.id(column)))
  const same = columns.map((column) => sql`t.${sql.id(column)} = slice.${sql.id(column)}`)
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from ${sql.table(`herd.${table}`)} as t
      using (select ${named} from ${sql.table(`herd.${table}`)} where site_id = ${site} limit ${atOnce}) as slice
      where t.site_id = ${site} and ${sql.join(same, sql` and `)}
      returning 1)
    select count(*) as count from gone`.execute(db)
  return rows[0]!.count
}
