import { groupsAtMost } from '@byre/contract/herd/pens'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { visitorsList } from '../../platform/authentication/proven-lists.ts'
import { type Db } from '../../platform/database/db.ts'
import type { SiteAccess, SiteCaller } from '../../tenants/index.ts'
import '../tables.ts'

/* Pens and lots: what animals stand in, and what they were bought or fed in. */

type Kind = 'pens' | 'lots'

export interface Counted {
  id: string
  name: string
  head: number
  held: number
}

// `offset 0`: without it the planner joins who asks to the pens of all sites.
const listing = (kind: Kind, column: 'pen_id' | 'lot_id') =>
  visitorsList<'herd'>()((db, p: SiteCaller<'see'>) =>
    withVisitor(db, p)
      .selectFrom('visitor')
      .leftJoinLateral(
        () =>
          sql<Counted>`(
          select g.id, g.name, c.head, c.held from ${sql.table(`herd.${kind}`)} g cross join lateral (
            select count(*) as head, count(*) filter (where a.clear_at > now()) as held from herd.animals a
            where a.site_id = g.site_id and a.${sql.id(column)} = g.id and a.status = 'here') c
          where g.site_id = visitor.place_id offset 0)`.as('g'),
        (join) => join.onTrue(),
      )
      .select([...visitorColumns, 'g.id', 'g.name', 'g.head', 'g.held'])
      .orderBy(sql`lower(g.name)`),
  )

export const listGroups = { pens: listing('pens', 'pen_id'), lots: listing('lots', 'lot_id') }

/** No row where the list is full; one of that name is refused by its index. */
export async function insertGroup(
  db: Db<'herd'>,
  kind: Kind,
  { site_id, id, name }: SiteAccess<'record'> & { id: string; name: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(`herd.${kind}`)} (site_id, id, name)
    select ${site_id}, ${id}, ${name}
    where (select count(*) from ${sql.table(`herd.${kind}`)} where site_id = ${site_id}) < ${groupsAtMost}
    returning id`.execute(db)
  return rows.length > 0
}

/** Whether there is such a pen or lot; a name that another one has is refused by its index. */
export async function updateGroupName(
  db: Db<'herd'>,
  kind: Kind,
  { site_id, id, name }: SiteAccess<'record'> & { id: string; name: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(`herd.${kind}`)} set name = ${name} where site_id = ${site_id} and id = ${id} returning id`.execute(
    db,
  )
  return rows.length > 0
}
