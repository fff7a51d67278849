import { getSite, listSites } from '@byre/contract/sites'
import { IconMapPin, type Icon } from '@tabler/icons-react'
import { brand, type Product } from '../brand.ts'
import { call } from '../lib/api.ts'
import { products as enabled } from '../lib/build.ts'
import type { Place } from '../lib/recent.ts'
import { paths } from '../paths.ts'

/** A product's part of the side menu. */
export interface ProductMenu {
  product: Product
  label: string
  icon: Icon
  newLabel: string
  newPath: string
  pattern: string
  path: (id: string) => string
  /** Places by name, at most `atMost`, those matching `q` when it is not empty. */
  list: (
    q: string,
    atMost: number,
    signal: AbortSignal,
  ) => Promise<{ places: readonly Place[]; total: number }>
  read: (id: string, signal: AbortSignal) => Promise<Place>
}

const sites: ProductMenu = {
  product: 'sites',
  label: 'Sites',
  icon: IconMapPin,
  newLabel: 'New Site',
  newPath: paths.newSite(),
  pattern: paths.site(':siteId'),
  path: paths.site,
  list: async (q, atMost, signal) => {
    const { sites: places, total } = await call(
      listSites,
      { q: q || null, per_page: atMost, sort: 'name' },
      { signal },
    )
    return { places, total }
  },
  read: (id, signal) => call(getSite, { id }, { signal }),
}

/** Every product that has screens; a further one is a line here. */
const menus: Partial<Record<Product, ProductMenu>> = { sites }

/** The brand's own product first; only those this build manages. */
export const productMenus: readonly ProductMenu[] = brand.products
  .filter((product) => enabled.includes(product))
  .flatMap((product) => menus[product] ?? [])
