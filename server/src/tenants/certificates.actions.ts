import { findTenant, holdTenant } from '../customers/index.ts'
import type { Db } from '../platform/database/db.ts'
import { transaction } from '../platform/database/transactions.ts'
import { tenantNameOfBare, type HostConfig } from '../platform/hosts.ts'
import { canBeKnown, newCertificatesADay } from './certificates.policy.ts'
import { allowAnother, findAllowed } from './certificates.queries.ts'

/**
 * Whether a certificate may be made for a name: a live place's, present or former, or its proven domain.
 * Nothing but our own records is asked, and not even they about what cannot be anybody's.
 */
export async function mayHaveCertificate(
  db: Db<'tenants'>,
  config: HostConfig,
  bareName: string,
): Promise<boolean> {
  const known = tenantNameOfBare(bareName, config)
  const namedTenant = known !== null && canBeKnown(known) ? await findTenant(db, known) : null
  if (!namedTenant) return false
  const allowance = { name: bareName, place_id: namedTenant.tenant.id }
  const [allowed] = await findAllowed(db, allowance)
  if (allowed) return true
  return transaction(db, async (db) => {
    // Nobody else allows this place one meanwhile.
    if (!(await holdTenant(db, namedTenant.tenant))) return false
    return (await allowAnother(db, { ...allowance, at_most: newCertificatesADay })).length > 0
  })
}
