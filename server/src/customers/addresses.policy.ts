import { addressProblems, tidyAddress } from '@byre/contract/addresses'
import type { FieldError } from '@byre/contract/errors'

interface Address {
  country?: string | null | undefined
  region?: string | null | undefined
  postal_code?: string | null | undefined
}

/** Whether the parts that must fit each other were sent together or not at all. */
export function isWholeAddress({ country, region, postal_code }: Address): boolean {
  const sent = [country, region, postal_code].filter((part) => part !== undefined)
  return sent.length === 0 || sent.length === 3
}

/** Sent parts judged and tidied together with the stored rest. */
export function fitAddress<A extends Address>(stored: Address, sent: A): { problems: FieldError[]; tidy: A } {
  const part = (name: keyof Address) => (sent[name] === undefined ? stored[name] : sent[name])
  const whole = { country: part('country'), region: part('region'), postal_code: part('postal_code') }
  const tidied = tidyAddress(whole)
  const tidy = { ...sent }
  if (sent.region !== undefined) tidy.region = tidied.region
  if (sent.postal_code !== undefined) tidy.postal_code = tidied.postal_code
  return { problems: addressProblems(whole), tidy }
}
