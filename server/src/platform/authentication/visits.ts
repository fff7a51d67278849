import type { Endpoint } from '@byre/contract/endpoint'
import { mayVisit } from '@byre/contract/calls/visit-calls'
import { quickRead, type PlatformDb } from '../database/db.ts'
import { refuse } from '../errors.ts'
import { noteStaffVisit } from '../request-trace.ts'
import type { Caller } from './authenticate.ts'

/*
 * A visit of staff: they read as somebody who has allowed it. Its token stands in the view that reads look in and in none that
 * commands do, so that a command finds nobody; what it may read is judged here, before.
 */

const findVisitRow = quickRead<'platform'>()(
  (db, p: { token_hash: Buffer }) =>
    db
      .selectFrom('platform.reading_callers')
      .select(['visit_id', 'user_id'])
      .where('token_hash', '=', p.token_hash)
      .where('visit_id', 'is not', null)
      .$narrowType<{ visit_id: string }>(),
  { token_hash: 'bytea' },
)

/** Refuses a visit that is over as it would a dead session, and each call that a visit may not make. */
export async function admitVisit(db: PlatformDb, { name }: Endpoint, caller: Caller): Promise<void> {
  const [visit] = await findVisitRow(db, { token_hash: caller.token_hash })
  if (!visit) refuse('session.required')
  noteStaffVisit(visit)
  if (!mayVisit(name)) refuse('visit.read_only')
}
