import { listPublicLinks, readPublicLinks } from '@byre/contract/public-links'
import { brands, type Product } from '../src/brand.ts'

/* What the builds of the client share: the portal's, and that of each app. */

const isProduct = (name: string): name is Product => Object.hasOwn(brands, name)

/** `BYRE_BRAND`, `BYRE_PRODUCTS`, the service addresses and the public links, read once here and written into the code. */
export function readBuild(env: NodeJS.ProcessEnv) {
  const brand = env['BYRE_BRAND'] ?? 'sites'
  const products = (env['BYRE_PRODUCTS'] ?? 'sites,clinics').split(',').map((name) => name.trim())
  const unknown = [brand, ...products].filter((name) => !isProduct(name))
  if (!isProduct(brand) || unknown.length > 0) {
    throw new Error(`BYRE_BRAND and BYRE_PRODUCTS know sites and clinics, not ${unknown.join(', ')}.`)
  }
  const address = (name: string) => (env[name] ?? '').replace(/\/+$/, '')
  const urls = {
    auth: address('BYRE_AUTH_URL'),
    customers: address('BYRE_CUSTOMERS_URL'),
    payments: address('BYRE_PAYMENTS_URL'),
    species: address('BYRE_SPECIES_URL'),
  }
  return { brand, products, urls, links: listPublicLinks(readPublicLinks(env)) }
}

/** What stands in the code in the place of its names (`src/build.d.ts`). */
export const definesOf = ({ brand, products, urls, links }: ReturnType<typeof readBuild>) => ({
  __BYRE_BRAND__: JSON.stringify(brand),
  __BYRE_PRODUCTS__: JSON.stringify(products),
  __BYRE_URLS__: JSON.stringify(urls),
  // Nothing of them is in a build without.
  __BYRE_LINKS__: links.length > 0 ? JSON.stringify(links) : 'null',
})

/** Where a build goes, and how. */
export const outputOf = (name: 'portal' | 'site') => ({
  outDir: `${import.meta.dirname}/../dist/${name}`,
  emptyOutDir: true,
  target: 'es2024',
  sourcemap: false,
  // An inlined asset would be a data: address, which the policy allows for images alone.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
})
