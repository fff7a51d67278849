import { regionsOf, countryName } from '@byre/contract/regions'
import type { Texts } from './form-shell.tsx'

interface Address {
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  postal_code: string | null
}

/** '12 Range Road, Calgary, Alberta T2P 1J9, Canada', as far as it is known; null when nothing is. */
export function addressInWords({ address, city, region, country, postal_code: postalCode }: Address) {
  const name = regionsOf(country).find(({ code }) => code === region)?.name ?? region
  // Not torn apart at the end of a line.
  const place = [name, postalCode?.replace(' ', '\u00a0')].filter(Boolean).join(' ')
  return [address, city, place, country && countryName(country)].filter(Boolean).join(', ') || null
}

const judgedTogether = ['country', 'region', 'postal_code']

/** Region and postal code are right or wrong by their country: changed ones travel with it. */
export function withPlace(changed: Texts, values: Texts): Texts {
  if (!judgedTogether.some((name) => name in changed)) return changed
  return { ...changed, ...Object.fromEntries(judgedTogether.map((name) => [name, values[name] ?? ''])) }
}
