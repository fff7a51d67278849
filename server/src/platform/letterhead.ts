import type { Config } from '../config.ts'
import type { Letterhead } from './letter.ts'

const brands = {
  sites: { brandName: 'Byre Sites', accent: '#1f5c4a' },
  clinics: { brandName: 'Byre Clinics', accent: '#1f5679' },
} as const

/** How this build's brand signs its mails and the tenants' pages. */
export function letterheadOf(config: Pick<Config, 'brand' | 'publicUrl'>): Letterhead {
  return { ...brands[config.brand], publicUrl: config.publicUrl }
}
