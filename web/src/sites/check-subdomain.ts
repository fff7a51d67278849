import { validateDomain } from '@byre/contract/sites'
import { call } from '../lib/api.ts'
import { Refusal } from '../lib/refusal.ts'

/**
 * The first step of saving a site: nothing else is made for a name that cannot be had. Asked too often,
 * the server leaves the answer to the save itself.
 */
export async function checkSubdomain(subdomain: string, siteId?: string): Promise<void> {
  try {
    await call(validateDomain, { subdomain, id: siteId })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    if (error.status === 429) return
    const fieldErrors = [{ field: 'subdomain', message: error.message }]
    throw new Refusal({ ...error, message: error.message, fieldErrors })
  }
}
