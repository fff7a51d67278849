import { t } from '@byre/contract/words'
import { hostOfDomain } from '@byre/contract/places/domains'
import type { Place } from '../products.ts'

/** `north.byre.app` of a launch address. */
export const hostOf = (launchUrl: string) => new URL(launchUrl, location.href).host

/** A stored domain as it stands in the form: without its `https://`. */
export const bareDomain = (domain: string | null) => hostOfDomain(domain ?? '')

/** The addresses of a place by what they are called in its form. */
export function addressesOf({ domain, subdomain }: Place) {
  return [
    { name: t`Subdomain`, host: subdomain },
    ...(domain ? [{ name: t`Custom domain`, host: bareDomain(domain) }] : []),
  ]
}
