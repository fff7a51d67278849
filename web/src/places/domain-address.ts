import { validateDomain } from '@byre/contract/places/host-names'
import { call } from '../lib/api.ts'

let known: Promise<string> | undefined

/** Where a custom domain must point, asked once: it is the same for every domain. */
export async function fetchDomainAddress(): Promise<string> {
  known ??= call(validateDomain, {}).then(({ a_record }) => a_record)
  try {
    return await known
  } catch (error) {
    known = undefined
    throw error
  }
}
