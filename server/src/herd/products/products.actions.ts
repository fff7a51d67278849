import { productsAtMost } from '@byre/contract/herd/products'
import type {
  addLabelProducts,
  addProduct,
  addProductVersion,
  addStockLot,
  listProducts,
  LabelUse,
  Product,
} from '@byre/contract/herd/products'
import { canonical, type Canonical } from '@byre/rules/canonical'
import { visited } from '../../platform/authentication/visitors.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db } from '../../platform/database/db.ts'
import { violated } from '../../platform/database/sql-states.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { notComeYet, todayIn } from '../days.policy.ts'
import { contextOf } from '../events/context.policy.ts'
import { findSiteFacts } from '../events/context.queries.ts'
import { joined } from '../joined.policy.ts'
import { labelProducts } from './labels.policy.ts'
import {
  countProducts,
  insertProducts,
  insertStockLot,
  insertVersion,
  listProducts as findProducts,
  type ProductJson,
} from './products.queries.ts'

export async function productsOf({ db, caller }: SiteCall<typeof listProducts, 'herd'>): Promise<Product[]> {
  return joined<ProductJson>(visited(await findProducts(db, caller))).map(
    ({ id, name, version_id, version, uses, stock_lots }) => ({
      id,
      name,
      version_id,
      version,
      uses: JSON.parse(uses) as LabelUse[],
      stock_lots,
    }),
  )
}

type Doing = SiteCall<typeof addProduct, 'herd'>

const written = (uses: readonly LabelUse[]) => canonical(uses as unknown as Canonical)

/** A label was read today at the latest, by the site's calendar. */
async function requireRead(
  db: Db<'herd'>,
  { site_id, user_id }: Doing['access'],
  { uses, now }: { uses: readonly LabelUse[]; now: Date },
): Promise<void> {
  if (uses.length === 0) return
  const facts = await findSiteFacts(db, site_id, user_id)
  if (!facts) refuse('not_found')
  const today = todayIn(contextOf(facts).zone, now.getTime())
  const at = uses.findIndex(({ read_on }) => read_on > today)
  if (at >= 0) refuse('request.invalid', { field: `uses.${at}.read_on`, message: notComeYet })
}

export async function putProduct(
  { access, db, body, command }: SiteCall<typeof addProduct, 'herd'>,
  clock: Clock,
) {
  await requireRead(db, access, { uses: body.uses, now: clock.now() })
  const product = { id: newId(), version_id: newId(), name: body.name, uses: written(body.uses) }
  await command.transaction(async (db) => {
    const [added] = await insertProducts(db, access, [product])
    if (added !== undefined) return
    if ((await countProducts(db, access)) >= productsAtMost) refuse('list.full')
    refuse('name.taken', { field: 'name' })
  })
  return { id: product.id, version_id: product.version_id, version: 1 }
}

export async function putVersion(
  { access, db, params, body, command }: SiteCall<typeof addProductVersion, 'herd'>,
  clock: Clock,
) {
  await requireRead(db, access, { uses: body.uses, now: clock.now() })
  const next = { id: params.id, version_id: newId(), uses: written(body.uses) }
  const version = await command.transaction((db) => insertVersion(db, access, next))
  return version === undefined ? refuse('not_found') : { id: next.id, version_id: next.version_id, version }
}

export async function putStockLot({ access, params, body, command }: SiteCall<typeof addStockLot, 'herd'>) {
  const lot = { id: newId(), batch: body.batch, expires_on: body.expires_on ?? null }
  const outcome = await command
    .transaction((db) => insertStockLot(db, access, { ...lot, product_id: params.id }))
    .catch((error: unknown) => {
      if (violated(error) === 'stock_lots_batch') refuse('name.taken', { field: 'batch' })
      throw error
    })
  if (outcome === 'no product') refuse('not_found')
  if (outcome === 'full') refuse('list.full')
  return lot
}

/** Once is as often as it helps: what has a name that is there stays as it is. */
export async function putLabelProducts({ access, command }: SiteCall<typeof addLabelProducts, 'herd'>) {
  const products = labelProducts.map(({ name, uses }) => ({
    id: newId(),
    version_id: newId(),
    name,
    uses: written(uses),
  }))
  const added = await command.transaction((db) => insertProducts(db, access, products))
  return { added: added.length }
}
