import { productsAtMost, stockLotsAtMost } from '@byre/contract/herd/products'
import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { visitorsList } from '../../platform/authentication/proven-lists.ts'
import { type Db } from '../../platform/database/db.ts'
import type { SiteAccess, SiteCaller } from '../../tenants/index.ts'
import '../tables.ts'

export interface ProductJson {
  id: string
  name: string
  version_id: string
  version: number
  uses: string
  stock_lots: { id: string; batch: string; expires_on: string | null }[]
}

/** The whole cabinet, each product with its newest version. `offset 0` keeps the planner from the cabinets of other sites. */
export const listProducts = visitorsList<'herd'>()((db, p: SiteCaller<'see'>) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () =>
        sql<ProductJson>`(
        select m.id, m.name, m.version_id, v.version, v.uses,
          (select coalesce(json_agg(json_build_object('id', l.id, 'batch', l.batch, 'expires_on', l.expires_on)
             order by l.expires_on, l.batch), '[]')
           from herd.stock_lots l where l.site_id = m.site_id and l.product_id = m.id) as stock_lots
        from herd.products m join herd.product_versions v on v.site_id = m.site_id and v.id = m.version_id
        where m.site_id = visitor.place_id offset 0)`.as('m'),
      (join) => join.onTrue(),
    )
    .selectAll('m')
    .select(visitorColumns)
    .orderBy(sql`lower(m.name)`),
)

type Editing = SiteAccess<'editProducts'>

export interface NewProduct {
  id: string
  version_id: string
  name: string
  /** Canonical JSON. */
  uses: string
}

/** Products with their first version; those whose name is there already, and all where the cabinet would be too full, are left out. */
export async function insertProducts(
  db: Db<'herd'>,
  { site_id, user_id }: Editing | SiteAccess<'import'>,
  products: readonly NewProduct[],
): Promise<string[]> {
  const column = <K extends keyof NewProduct>(name: K) => products.map((product) => product[name])
  const { rows } = await sql<{ id: string }>`
    with fresh as (
      insert into herd.products (site_id, id, name, version_id)
      select ${site_id}, n.id, n.name, n.version_id
      from unnest(${column('id')}::uuid[], ${column('name')}::text[], ${column('version_id')}::uuid[]) as n (id, name, version_id)
      where (select count(*) from herd.products where site_id = ${site_id}) + ${products.length}::int <= ${productsAtMost}
      on conflict (site_id, lower(name)) do nothing
      returning id)
    insert into herd.product_versions (site_id, id, product_id, version, uses, person_id)
    select ${site_id}, n.version_id, n.id, 1, n.uses, ${user_id}
    from unnest(${column('id')}::uuid[], ${column('version_id')}::uuid[], ${column('uses')}::text[]) as n (id, version_id, uses)
    join fresh on fresh.id = n.id
    returning product_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countProducts(db: Db<'herd'>, { site_id }: Editing): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from herd.products where site_id = ${site_id}`.execute(db)
  return rows[0]!.count
}

/** The next version of a product, and its newest now; undefined where there is no such product. */
export async function insertVersion(
  db: Db<'herd'>,
  { site_id, user_id }: Editing,
  { id, version_id, uses }: Omit<NewProduct, 'name'>,
): Promise<number | undefined> {
  const { rows: products } = await sql<{ id: string }>`
    update herd.products set version_id = ${version_id} where site_id = ${site_id} and id = ${id} returning id`.execute(
    db,
  )
  if (products.length === 0) return undefined
  // A statement of its own: one that waited for the product's row would still see the versions of before it waited.
  const { rows } = await sql<{ version: number }>`
    insert into herd.product_versions (site_id, id, product_id, version, uses, person_id)
    select ${site_id}, ${version_id}, ${id}, coalesce(max(version), 0) + 1, ${uses}, ${user_id}
    from herd.product_versions where site_id = ${site_id} and product_id = ${id} returning version`.execute(
    db,
  )
  return rows[0]?.version
}

/** Whether there is such a product, and whether its lot was added. */
export async function insertStockLot(
  db: Db<'herd'>,
  { site_id }: Editing,
  lot: { id: string; product_id: string; batch: string; expires_on: string | null },
): Promise<'added' | 'full' | 'no product'> {
  const { rows } = await sql<{ product: boolean; added: number }>`
    with added as (
      insert into herd.stock_lots (site_id, id, product_id, batch, expires_on)
      select m.site_id, ${lot.id}, m.id, ${lot.batch}, ${lot.expires_on}::date from herd.products m
      where m.site_id = ${site_id} and m.id = ${lot.product_id}
        and (select count(*) from herd.stock_lots l where l.site_id = ${site_id} and l.product_id = ${lot.product_id}) < ${stockLotsAtMost}
      returning 1)
    select exists (select from herd.products where site_id = ${site_id} and id = ${lot.product_id}) as product,
      (select count(*) from added) as added`.execute(db)
  const [row] = rows
  return !row?.product ? 'no product' : row.added > 0 ? 'added' : 'full'
}
