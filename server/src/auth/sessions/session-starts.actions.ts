import type * as signIns from '@byre/contract/accounts/sign-ins'
import type { ReplyOf } from '@byre/contract/endpoint'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/db.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { together } from '../../platform/database/together.ts'
import type { Doing } from '../codes.actions.ts'
import { meetDevice } from './devices.actions.ts'
import { deviceName } from '../devices.policy.ts'
import { accessSeconds, insertSession } from './sessions.queries.ts'
import { firstPair } from '../tokens.policy.ts'

interface Account {
  id: string
  email: string
  groups: string[]
}

interface SignedIn {
  /** The session's. */
  id: string
  account: Account
  method?: string
  isTrusted?: boolean
}

/**
 * Begins the session `id` for someone who has shown all that was asked of them; joins the sign-in's
 * transaction. `method` is the second factor that was shown; on a trusted device none was (`isTrusted`), so
 * the session is not fresh.
 */
export async function beginSession(
  context: Context<'auth'>,
  db: Db<'auth'>,
  doing: Doing,
  { id, account, method, isTrusted = false }: SignedIn,
): Promise<ReplyOf<typeof signIns.logIn>> {
  const { from } = doing
  const { id: user_id, email, groups } = account
  const pair = firstPair(context.secrets, id)
  const session = {
    id,
    user_id,
    access_hash: tokenHash(pair.token),
    refresh_hash: tokenHash(pair.refresh),
    user_agent: from.user_agent,
    network: from.network,
    is_fresh: !isTrusted,
  }
  const line = { actor_id: user_id, deed: 'logIn', kind: 'session', subject_id: id, from } as const
  const after = { device: deviceName(from.user_agent), ...(method ? { method } : {}) }
  await together(meetDevice(context, db, doing, user_id), insertSession(db, session, { ...line, after }))
  return {
    id: user_id,
    email,
    ...pair,
    expires_in: accessSeconds,
    user: { id: user_id, email, groups },
  }
}
