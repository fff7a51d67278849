import { validateDomain } from '@byre/contract/places/host-names'
import { call } from '../lib/api.ts'
import { Refusal } from '../lib/refusal.ts'

/** What is asked about: only what was filled in or changed. */
interface Address {
  subdomain?: string | undefined
  domain?: string | undefined
}

/**
 * The first step of saving a place: nothing else is made for an address that cannot be had. Asked too
 * often, the server leaves the answer to the save itself.
 */
export async function checkAddress({ subdomain, domain }: Address, placeId?: string): Promise<void> {
  const address = { subdomain, domain: domain || undefined }
  if (address.subdomain === undefined && address.domain === undefined) return
  try {
    await call(validateDomain, { ...address, id: placeId })
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return
    throw error
  }
}
