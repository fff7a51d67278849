import type { Role } from '@byre/contract/rights'
import { findMembership, findUserName, type Tenant } from '../customers/index.ts'
import { transaction, type Db } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import { randomToken, tokenHash } from '../platform/secrets.ts'
import { useLaunchCode } from './launch-codes.queries.ts'
import { findSession, insertSession } from './sessions.queries.ts'

/** Someone whose cookie of this place is good. */
export interface Visitor {
  session_id: string
  user_id: string
  name: string
  /** Null: no longer a member. */
  role: Role | null
}

/** Who a cookie belongs to here and now; null when it is none of this place or its portal session has ended. */
export async function findVisitor(
  db: Db<'tenants'>,
  tenant: Tenant,
  token: string | null,
): Promise<Visitor | null> {
  if (token === null) return null
  const [session] = await findSession(db, { token_hash: tokenHash(token), place_id: tenant.id })
  if (!session) return null
  const [role, name] = await Promise.all([
    findMembership(db, tenant, session.user_id),
    findUserName(db, session.user_id),
  ])
  return { session_id: session.id, user_id: session.user_id, name: name ?? '', role }
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
