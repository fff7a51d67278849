import { rolesFor } from '@byre/contract/rights'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import { findPlacesInView, type PlacesInView } from './overview.queries.ts'

/** What the caller belongs to, and what there waits for them; `shown` of each at most. */
export async function placesInView(
  db: PlatformDb,
  { token_hash }: Caller,
  shown: number,
): Promise<PlacesInView> {
  const rows = await findPlacesInView(within<'customers'>(db), {
    token_hash,
    shown,
    checkers: rolesFor('checkDomain', 'place'),
    inviters: rolesFor('invite', 'place'),
  })
  return answered(rows)[0]
}
