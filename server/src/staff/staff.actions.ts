import type { Operator } from '../auth/index.ts'
import { findUserName } from '../customers/index.ts'
import type { RequestFacts } from '../platform/audit/audit.ts'
import type { PlatformDb } from '../platform/database/db.ts'

/** Why somebody looks, where nothing is changed and nothing asked. */
export const looking = 'a look in the back office'

/** Whoever of the staff is signed in, as the trail, activities and mails know them. */
export async function operatorOf(
  db: PlatformDb,
  staff_id: string,
  { reason, from }: { reason: string; from: RequestFacts },
): Promise<Operator> {
  const name = (await findUserName(db, staff_id)) ?? staff_id
  return { name, reason, signedIn: { staff_id, from } }
}
