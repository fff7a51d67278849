import type { VisitorRole } from '@byre/contract/site-rights'
import type { Tenant } from '../customers/index.ts'
import type { Db } from '../platform/database/db.ts'
import { transaction } from '../platform/database/transactions.ts'
import { newId } from '../platform/ids.ts'
import { keyPurpose, randomToken, tokenHash, type Secrets } from '../platform/secrets.ts'
import { useLaunchCode } from './launch-codes.queries.ts'
import { findSession, insertSession, touchSession } from './sessions.queries.ts'

/** Someone whose cookie of this place is good. */
export interface Visitor {
  session_id: string
  user_id: string
  name: string
  /** Null: no longer a member. */
  role: VisitorRole | null
}

/** The cookie's name; under https its prefix stands before it. */
export const sessionCookie = 'byre_session'

const signingOut = keyPurpose('tenant-sign-out')

/** Ties signing out to the session it was offered to, since other tenants' hosts count as the same site. */
export const signOutTokenOf = (secrets: Secrets, sessionHash: Buffer): string =>
  secrets.mac(signingOut, sessionHash).toString('base64url')

export const isSignOutToken = (secrets: Secrets, sent: string, sessionHash: Buffer): boolean =>
  secrets.isMac(Buffer.from(sent, 'base64url'), signingOut, sessionHash)

/** Who a cookie belongs to here and now; null when it is none of this place or its session has ended. A visit keeps it alive. */
export async function findVisitor(
  db: Db<'tenants'>,
  tenant: Tenant,
  token: string | null,
): Promise<Visitor | null> {
  if (token === null) return null
  const [session] = await findSession(db, { token_hash: tokenHash(token), place_id: tenant.id })
  if (!session) return null
  if (session.due_session_id !== null) await touchSession(db, { id: session.due_session_id })
  const { session_id, user_id, person_name: name, role } = session
  return { session_id, user_id, name, role }
}

interface Launched {
  host: string
  code: string
  state: string
}

/** Turns a good code into a session of this place; gives its cookie's token, or null. */
export async function enter(
  db: Db<'tenants'>,
  tenant: Tenant,
  { host, code, state }: Launched,
): Promise<string | null> {
  const token = randomToken()
  return transaction(db, async (db) => {
    const [used] = await useLaunchCode(db, { code_hash: tokenHash(code), state_hash: tokenHash(state), host })
    if (!used || used.place_id !== tenant.id) return null
    await insertSession(db, {
      id: newId(),
      token_hash: tokenHash(token),
      place_id: used.place_id,
      user_id: used.user_id,
      portal_session_id: used.portal_session_id,
    })
    return token
  })
}
