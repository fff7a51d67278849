import type { Config } from '../config.ts'
import type { Letterhead } from './letter.ts'

// A gate between two posts, as in the web client; the brands differ in what closes it.
const gate = 'M2 3h3v18H2zM19 3h3v18h-3zM5 6h14v2H5zM5 17h14v2H5z'

const brands = {
  sites: {
    brandName: 'Byre Sites',
    logo: `${gate}M5 11.25h14v2.5H5z`,
    accent: '#1f5c4a',
    accentInDark: '#7cc4a8',
    textOnDarkAccent: '#10231c',
  },
  clinics: {
    brandName: 'Byre Clinics',
    logo: `${gate}M10.75 9.5h2.5v1.75h1.75v2.5h-1.75v1.75h-2.5v-1.75H9v-2.5h1.75z`,
    accent: '#1f5679',
    accentInDark: '#8fc1e3',
    textOnDarkAccent: '#0e1f2b',
  },
} as const

/** How this build's brand signs its mails and the pages that the server writes. */
export function letterheadOf(config: Pick<Config, 'brand' | 'publicUrl'>): Letterhead {
  return { ...brands[config.brand], publicUrl: config.publicUrl }
}
