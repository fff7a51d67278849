import { brands } from '@byre/contract/brands'

export { brands, type Product } from '@byre/contract/brands'

/** The brand of this build; vite.config.ts puts `BYRE_BRAND` in its place. */
export const brand = brands[typeof __BYRE_BRAND__ === 'undefined' ? 'sites' : __BYRE_BRAND__]
