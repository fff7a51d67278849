import { brands } from '@byre/contract/brands'
import { listPublicLinks } from '@byre/contract/public-links'
import type { Config } from './config.ts'
import type { Branding } from './platform/branding.ts'

/** How this build's brand looks in its mails, documents and the pages that the server writes. */
export function brandingOf(
  config: Pick<Config, 'brand' | 'publicUrl'> & Partial<Pick<Config, 'links'>>,
): Branding {
  const { name, logo, accent } = brands[config.brand]
  return {
    brandName: name,
    logo,
    accent: accent.light.ground,
    accentInDark: accent.dark.ground,
    textOnDarkAccent: accent.dark.text,
    publicUrl: config.publicUrl,
    links: listPublicLinks(config.links ?? {}),
  }
}
