import { meters } from '@byre/contract/limits'
import type { Caller } from '../../platform/authentication/authenticate.ts'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { GeneralLimits } from '../../platform/limits/limits.ts'
import { noteCaller } from '../../platform/request-trace.ts'
import { deviceName } from '../devices.policy.ts'
import { listOwnSessions } from './exports.queries.ts'
import { findAccountForStaff, findSignedIn } from './staff.queries.ts'

/**
 * Lets nobody but the platform's own staff in, signed in and with a second factor set up. For everybody else there is nothing
 * here: neither for people nor for keys.
 */
export async function admitStaff(db: PlatformDb, general: GeneralLimits, caller: Caller): Promise<void> {
  if (caller.is_key) refuse('not_found')
  const [person] = await findSignedIn(within<'auth'>(db), { token_hash: caller.token_hash })
  if (!person) refuse('session.required')
  if (person.is_staff && person.has_factor) return

  noteCaller(person.user_id)
  general.count(`user:${person.user_id}`, meters.callsPerMinute)
  refuse(person.is_staff ? 'staff.second_factor_missing' : 'not_found')
}

/** An account, and where it is signed in; null where there is none. */
export async function accountForStaff(db: PlatformDb, id: string) {
  const own = within<'auth'>(db)
  const [account] = await findAccountForStaff(own, { id })
  if (!account) return null
  const sessions = await listOwnSessions(own, { user_id: id })
  return {
    ...account,
    sessions: sessions.map(({ id, user_agent, network, last_seen_at }) => ({
      id,
      device: deviceName(user_agent),
      network,
      last_seen_at,
    })),
  }
}
