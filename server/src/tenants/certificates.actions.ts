import { findTenant } from '../customers/index.ts'
import type { Db } from '../platform/db.ts'
import { tenantNameOfBare, type HostConfig } from '../platform/hosts.ts'
import { allowAnother, findAllowed } from './certificates.queries.ts'

/** New certificates a place may have in a day: the authority gives us few in all. */
const newADay = 5

/**
 * Whether a certificate may be made for a name: a live place's, present or former, or its proven domain.
 * Nothing but our own records is asked.
 */
export async function mayHaveCertificate(
  db: Db<'tenants'>,
  config: HostConfig,
  bareName: string,
): Promise<boolean> {
  const known = tenantNameOfBare(bareName, config)
  const found = known === null ? null : await findTenant(db, known)
  if (!found) return false
  const asked = { name: bareName, place_id: found.tenant.id }
  const [allowed] = await findAllowed(db, asked)
  return allowed !== undefined || (await allowAnother(db, { ...asked, at_most: newADay })).length > 0
}
