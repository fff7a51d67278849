import { getSite, listSites } from '@byre/contract/sites'
import { IconFence, type Icon } from '@tabler/icons-react'
import { brand, type Product } from '../brand.ts'
import { products as enabled } from '../lib/build.ts'
import { useAsk } from '../lib/query.ts'
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
  /** Places by name, at most `atMost`, those matching `q` when it is not empty; null asks nothing. */
  usePlaces: (q: string | null, atMost: number) => { places: readonly Place[] | undefined; total: number }
  /** One place, so that the menu can say the name of what is open. */
  usePlace: (id: string | null) => Place | undefined
}

const sites: ProductMenu = {
  product: 'sites',
  label: 'Sites',
  icon: IconFence,
  newLabel: 'New Site',
  newPath: paths.newSite(),
  pattern: paths.site(':siteId'),
  path: paths.site,
  usePlaces: (q, atMost) => {
    const { data } = useAsk(listSites, q === null ? null : { per_page: atMost, sort: 'name', q: q || null })
    return { places: data?.sites, total: data?.total ?? 0 }
  },
  usePlace: (id) => useAsk(getSite, id === null ? null : { id }).data,
}

/** Every product that has screens; a further one is a line here. */
const menus: Partial<Record<Product, ProductMenu>> = { sites }

/** The brand's own product first; only those this build manages. */
export const productMenus: readonly ProductMenu[] = brand.products
  .filter((product) => enabled.includes(product))
  .flatMap((product) => menus[product] ?? [])
