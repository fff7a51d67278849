import type { ShipListState } from '@byre/contract/herd/ship-list-parts'
import type { SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import '../tables.ts'

export interface MailedRow {
  id: string
  state: ShipListState
  destination: string
  load_at: string
  made_by: string
  context: string | null
}

/** Lists as mails tell of them. */
export async function findMailed(
  db: Db<'herd'>,
  site: SiteId,
  lists: readonly string[],
): Promise<MailedRow[]> {
  const { rows } = await sql<MailedRow>`
    select l.id, l.state, l.destination, l.load_at, l.made_by, g.context
    from herd.ship_lists l left join herd.ledgers g on g.site_id = l.site_id
    where l.site_id = ${site} and l.id = any(${lists}::uuid[])`.execute(db)
  return rows
}
