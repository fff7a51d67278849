/** What the address of a card screen holds when a bank sends somebody back to it. */
export interface StripeComeback {
  /** Stripe's name for the setup, by which it tells how that went. */
  secret: string
  /** Where the payer is, as far as it was asked for before leaving. */
  country: string | undefined
  region: string | undefined
}

const secretName = 'setup_intent_client_secret'
const placeNames = ['country', 'region'] as const

export function comebackIn(search: URLSearchParams): StripeComeback | null {
  const secret = search.get(secretName)
  if (secret === null) return null
  return {
    secret,
    country: search.get('country') ?? undefined,
    region: search.get('region') ?? undefined,
  }
}

/** The present screen, with what its form knows besides the card. */
export function comebackAddress(values: Readonly<Record<string, string>>): string {
  const address = new URL(location.pathname, location.origin)
  for (const name of placeNames) if (values[name]) address.searchParams.set(name, values[name])
  return address.href
}
