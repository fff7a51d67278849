/* What vite.config.ts writes into the code at build time, from the environment. Absent under plain Node. */
declare const __BYRE_BRAND__: 'sites' | 'clinics'
declare const __BYRE_PRODUCTS__: readonly ('sites' | 'clinics')[]
declare const __BYRE_URLS__: Readonly<Record<'auth' | 'customers' | 'payments' | 'species', string>>
declare const __BYRE_LINKS__:
  | readonly {
      name: 'terms' | 'privacy' | 'help' | 'contact'
      label: string
      href: string
    }[]
  | null

declare module 'virtual:brand.css'
