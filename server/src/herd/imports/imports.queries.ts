import { groupsAtMost } from '@byre/contract/herd/pens'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { visitorsList } from '../../platform/authentication/proven-lists.ts'
import { type Db } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import type { SiteAccess, SiteCaller } from '../../tenants/index.ts'
import '../tables.ts'

interface TagRow {
  kind: string
  value: string
  worn: boolean
}

export interface AnimalOfRows {
  id: string
  status: 'here' | 'dead' | 'gone' | 'void'
  pen: string | null
  lot: string | null
  card: string
  tags: TagRow[]
}

/** Animals that bear or bore one of these tags, and those with one of these ids; of what is one with another, the one it is known as. */
export async function findAnimals(
  db: Db<'herd'>,
  { site_id }: SiteAccess<'import'>,
  tags: readonly { kind: string; value: string }[],
  ids: readonly string[],
): Promise<AnimalOfRows[]> {
  const { rows } = await sql<AnimalOfRows>`
    with named as (
      select i.animal_id as id
      from unnest(${tags.map(({ kind }) => kind)}::text[], ${tags.map(({ value }) => value)}::text[]) as n (kind, value)
      join herd.identifiers i on i.site_id = ${site_id} and i.value = n.value and i.kind = n.kind
      union select unnest(${ids}::uuid[])),
    known as (
      select distinct coalesce(a.same_as, a.id) as id from named n
      join herd.animals a on a.site_id = ${site_id} and a.id = n.id)
    select a.id, a.status, a.pen_id as pen, a.lot_id as lot, a.card,
      (select coalesce(json_agg(json_build_object('kind', i.kind, 'value', i.value, 'worn', i.to_at is null)), '[]')
       from herd.identifiers i where i.site_id = a.site_id and i.animal_id = a.id) as tags
    from known k join herd.animals a on a.site_id = ${site_id} and a.id = k.id
    where a.status <> 'merged'`.execute(db)
  return rows
}

export interface Named {
  pens: { id: string; name: string }[]
  lots: { id: string; name: string }[]
  products: { id: string; name: string; version_id: string }[]
}

/** What rows name that is no animal: pens and lots by the names that the rows give them, and the whole cabinet. */
export async function findNamed(
  db: Db<'herd'>,
  { site_id }: SiteAccess<'import'>,
  { pens, lots }: { pens: readonly string[]; lots: readonly string[] },
): Promise<Named> {
  const groups = (table: string, names: readonly string[]) => sql`
    (select coalesce(json_agg(json_build_object('id', g.id, 'name', n.name)), '[]')
     from unnest(${names}::text[]) as n (name)
     join ${sql.table(table)} g on g.site_id = ${site_id} and lower(g.name) = lower(n.name))`
  const { rows } = await sql<Named>`
    select ${groups('herd.pens', pens)} as pens, ${groups('herd.lots', lots)} as lots,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'version_id', version_id)), '[]')
       from herd.products where site_id = ${site_id}) as products`.execute(db)
  return rows[0]!
}

/** Those that are not there yet; none where the list would be too full. */
export async function insertNamed(
  db: Db<'herd'>,
  { site_id }: SiteAccess<'import'>,
  kind: 'pens' | 'lots',
  names: readonly string[],
): Promise<void> {
  const table = sql.table(`herd.${kind}`)
  await sql`
    insert into ${table} (site_id, id, name)
    select ${site_id}, n.id, n.name
    from unnest(${names.map(() => newId())}::uuid[], ${names}::text[]) as n (id, name)
    where (select count(*) from ${table} where site_id = ${site_id}) + ${names.length}::int <= ${groupsAtMost}
    on conflict (site_id, lower(name)) do nothing`.execute(db)
}

interface NewRun {
  id: string
  file_name: string
  rows: number
  /** Canonical JSON. */
  options: string
}

export async function insertImport(
  db: Db<'herd'>,
  { site_id, user_id }: SiteAccess<'import'>,
  { id, file_name, rows, options }: NewRun,
): Promise<void> {
  await sql`
    insert into herd.imports (site_id, id, person_id, file_name, rows, options)
    values (${site_id}, ${id}, ${user_id}, ${file_name}, ${rows}, ${options})`.execute(db)
}

export async function findImport(
  db: Db<'herd'>,
  { site_id }: SiteAccess<'import'>,
  id: string,
): Promise<{ options: string; rows: number } | undefined> {
  const { rows } = await sql<{ options: string; rows: number }>`
    select options, rows from herd.imports where site_id = ${site_id} and id = ${id}`.execute(db)
  return rows[0]
}

/** How far it came; a page that is sent again takes nothing back. */
export async function markDone(
  db: Db<'herd'>,
  { site_id }: SiteAccess<'import'>,
  { id, done }: { id: string; done: number },
): Promise<void> {
  await sql`
    update herd.imports set done = greatest(done, least(rows, ${done}::int4))
    where site_id = ${site_id} and id = ${id}`.execute(db)
}

export interface ImportRow {
  id: string
  file_name: string
  rows: number
  done: number
  began_at: string
  options: string
}

export const listImports = visitorsList<'herd'>()((db, p: SiteCaller<'import'>) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () =>
        sql<ImportRow>`(
        select m.id, m.file_name, m.rows, m.done, m.began_at, m.options from herd.imports m
        where m.site_id = visitor.place_id order by m.began_at desc, m.id limit 10)`.as('m'),
      (join) => join.onTrue(),
    )
    .selectAll('m')
    .select(visitorColumns)
    .orderBy('m.began_at', 'desc'),
)
