import { brands } from '@byre/contract/brands'
import type { Config } from '../config.ts'
import type { Letterhead } from './letter.ts'

/** How this build's brand signs its mails and the pages that the server writes. */
export function letterheadOf(config: Pick<Config, 'brand' | 'publicUrl'>): Letterhead {
  const { name, logo, accent } = brands[config.brand]
  return {
    brandName: name,
    logo,
    accent: accent.light.ground,
    accentInDark: accent.dark.ground,
    textOnDarkAccent: accent.dark.text,
    publicUrl: config.publicUrl,
  }
}
