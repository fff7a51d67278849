import { groupsAtMost } from '@byre/contract/herd/pens'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { prepared, type Db } from '../../platform/database/db.ts'
import type { SiteAccess, SiteCaller } from '../../tenants/index.ts'
import '../tables.ts'

type Import = SiteAccess<'import'>

/** How many demo animals are still there, beside whoever asks. */
export const countDemo = prepared<'herd'>()((db, p: SiteCaller<'see'>) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .select([
      ...visitorColumns,
      sql<number>`(select count(*) from herd.demo d where d.site_id = visitor.place_id and d.kind = 'animal')`.as(
        'animals',
      ),
    ]),
)

export interface DemoThing {
  kind: 'animal' | 'pen' | 'product'
  id: string
}

export async function findDemo(db: Db<'herd'>, { site_id }: Import): Promise<DemoThing[]> {
  const { rows } = await sql<DemoThing>`
    select kind, id from herd.demo where site_id = ${site_id} order by kind, id`.execute(db)
  return rows
}

/** Demo pens in which none but demo animals ever stood. */
export async function findOwnPens(db: Db<'herd'>, { site_id }: Import): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from herd.demo p where p.site_id = ${site_id} and p.kind = 'pen' and not exists (
      select from herd.stays s where s.site_id = ${site_id} and s.pen_id = p.id and not exists (
        select from herd.demo a where a.site_id = ${site_id} and a.kind = 'animal' and a.id = s.animal_id))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Pens that are not there yet, by name; their names with the ids that they have now. */
export async function putPens(
  db: Db<'herd'>,
  { site_id }: Import,
  pens: readonly { id: string; name: string }[],
): Promise<{ id: string; name: string; is_new: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; is_new: boolean }>`
    with wanted as (
      select * from unnest(${pens.map(({ id }) => id)}::uuid[], ${pens.map(({ name }) => name)}::text[]) as n (id, name)),
    fresh as (
      insert into herd.pens (site_id, id, name) select ${site_id}, id, name from wanted
      where (select count(*) from herd.pens where site_id = ${site_id}) + ${pens.length}::int <= ${groupsAtMost}
      on conflict (site_id, lower(name)) do nothing returning id, name)
    select id, name, true as is_new from fresh
    union all
    select p.id, w.name, false from wanted w join herd.pens p on p.site_id = ${site_id} and lower(p.name) = lower(w.name)`.execute(
    db,
  )
  return rows
}

/** Products by name, with their newest version. */
export async function findProducts(
  db: Db<'herd'>,
  { site_id }: Import,
  names: readonly string[],
): Promise<{ id: string; name: string; version_id: string }[]> {
  const { rows } = await sql<{ id: string; name: string; version_id: string }>`
    select p.id, n.name, p.version_id from unnest(${names}::text[]) as n (name)
    join herd.products p on p.site_id = ${site_id} and lower(p.name) = lower(n.name)`.execute(db)
  return rows
}

export async function insertDemo(
  db: Db<'herd'>,
  { site_id }: Import,
  things: readonly DemoThing[],
): Promise<void> {
  await sql`
    insert into herd.demo (site_id, kind, id)
    select ${site_id}, * from unnest(${things.map(({ kind }) => kind)}::text[], ${things.map(({ id }) => id)}::uuid[])
    on conflict do nothing`.execute(db)
}

/** Forgets them, with the pens that nobody stands in and the medicines that nothing was given of. */
export async function deleteDemo(db: Db<'herd'>, { site_id }: Import): Promise<void> {
  await sql`
    delete from herd.pens p using herd.demo d
    where d.site_id = ${site_id} and d.kind = 'pen' and p.site_id = ${site_id} and p.id = d.id
      and not exists (select from herd.stays s where s.site_id = ${site_id} and s.pen_id = p.id)`.execute(db)
  await sql`
    delete from herd.products p using herd.demo d
    where d.site_id = ${site_id} and d.kind = 'product' and p.site_id = ${site_id} and p.id = d.id
      and not exists (select from herd.stock_lots l where l.site_id = ${site_id} and l.product_id = p.id)
      and not exists (
        select from herd.product_versions v join herd.treatments t on t.site_id = v.site_id and t.product_id = v.id
        where v.site_id = ${site_id} and v.product_id = p.id)`.execute(db)
  await sql`delete from herd.demo where site_id = ${site_id}`.execute(db)
}
