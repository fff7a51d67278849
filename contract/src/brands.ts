/* The brands: one small file for the client, the mails and the tenants' pages. Nothing else asks which one it is. */

/** A product that places are managed in; its name is also the plural of its places on the wire. */
export type Product = 'sites' | 'clinics'

export interface Brand {
  name: string
  /** One path in a 24 × 24 box, drawn in one colour, readable at 16 px. */
  logo: string
  accent: Record<'light' | 'dark', { ground: string; text: string }>
  /** What is chosen or current: a tint of the accent, and the words on it. */
  chosen: Record<'light' | 'dark', { ground: string; text: string }>
  products: readonly Product[]
}

// Two posts and two rails; what closes the gate tells the brands apart.
const gate = 'M1 3h3v18H1zM20 3h3v18h-3zM4 5h16v2.25H4zM4 17.25h16v2.25H4z'

export const brands: Record<Product, Brand> = {
  sites: {
    name: 'Byre Sites',
    logo: `${gate}M4 17.25v-2.5L16.5 7.25H20v2.5L7.5 17.25z`,
    accent: {
      light: { ground: '#1f5c4a', text: '#ffffff' },
      dark: { ground: '#7cc4a8', text: '#10231c' },
    },
    chosen: {
      light: { ground: '#dce9e2', text: '#16443a' },
      dark: { ground: '#21382f', text: '#bfe3d3' },
    },
    products: ['sites', 'clinics'],
  },
  clinics: {
    name: 'Byre Clinics',
    logo: `${gate}M10.6 8.5h2.8v2.35h2.35v2.8H13.4V16h-2.8v-2.35H8.25v-2.8h2.35z`,
    accent: {
      light: { ground: '#1f5679', text: '#ffffff' },
      dark: { ground: '#8fc1e3', text: '#0e1f2b' },
    },
    chosen: {
      light: { ground: '#dde8f0', text: '#153f5a' },
      dark: { ground: '#20323f', text: '#c3dff2' },
    },
    products: ['clinics', 'sites'],
  },
}

interface Tile {
  /** Of 32, what the logo's own 24 take. */
  logo?: number
  /** Corners that a device cuts itself are square. */
  radius?: number
}

/** The logo on a tile of the accent, so that it is seen on a light and on a dark ground alike. */
export function tileOf({ logo, accent }: Brand, { logo: size = 24, radius = 6 }: Tile = {}): string {
  const { ground, text } = accent.light
  const edge = (32 - size) / 2
  const scale = size === 24 ? '' : ` scale(${size / 24})`
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="${radius}" fill="${ground}"/>`,
    `<path transform="translate(${edge} ${edge})${scale}" fill="${text}" d="${logo}"/></svg>`,
  ].join('')
}
