/** A product that places are managed in; its name is also the plural of its places on the wire. */
export type Product = 'sites' | 'clinics'

export interface Brand {
  name: string
  /** One path in a 24 × 24 box, drawn in one colour, readable at 16 px. */
  logo: string
  accent: Record<'light' | 'dark', { ground: string; text: string }>
  products: readonly Product[]
}

// A gate between two posts; the brands differ in what closes it.
const gate = 'M2 3h3v18H2zM19 3h3v18h-3zM5 6h14v2H5zM5 17h14v2H5z'

export const brands: Record<Product, Brand> = {
  sites: {
    name: 'Byre Sites',
    logo: `${gate}M5 11.25h14v2.5H5z`,
    accent: {
      light: { ground: '#1f5c4a', text: '#ffffff' },
      dark: { ground: '#7cc4a8', text: '#10231c' },
    },
    products: ['sites', 'clinics'],
  },
  clinics: {
    name: 'Byre Clinics',
    logo: `${gate}M10.75 9.5h2.5v1.75h1.75v2.5h-1.75v1.75h-2.5v-1.75H9v-2.5h1.75z`,
    accent: {
      light: { ground: '#1f5679', text: '#ffffff' },
      dark: { ground: '#8fc1e3', text: '#0e1f2b' },
    },
    products: ['clinics', 'sites'],
  },
}

/** The brand of this build; vite.config.ts puts `BYRE_BRAND` in its place. */
export const brand = brands[typeof __BYRE_BRAND__ === 'undefined' ? 'sites' : __BYRE_BRAND__]
