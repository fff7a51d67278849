import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

const listedAtMost = 100

interface NewTrust {
  id: string
  user_id: string
  token_hash: Buffer
  session_id: string
  user_agent: string
  network: string
  days: number
}

export const insertTrust = prepared<'auth'>()((db, p: NewTrust) =>
  db.insertInto('auth.trusted_devices').values({
    id: p.id,
    user_id: p.user_id,
    token_hash: p.token_hash,
    session_id: p.session_id,
    user_agent: p.user_agent,
    network: p.network,
    expires_at: sql<string>`now() + make_interval(days => ${p.days})`,
  }),
)

interface Visit {
  user_id: string
  token_hash: Buffer
  session_id: string
  user_agent: string
  network: string
}

/** Notes the session that begins on a trusted device; no row when it is not trusted by this account. */
export const noteTrust = prepared<'auth'>()((db, p: Visit) =>
  db
    .updateTable('auth.trusted_devices')
    .set({
      session_id: p.session_id,
      user_agent: p.user_agent,
      network: p.network,
      last_used_at: sql<string>`now()`,
    })
    .where('token_hash', '=', p.token_hash)
    .where('user_id', '=', p.user_id)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(sql<number>`ceil(extract(epoch from expires_at - now()))::int`.as('seconds_left')),
)

/** Ends the trust of one device where it is this user's. */
export const deleteTrust = prepared<'auth'>()((db, p: { id: string; user_id: string }) =>
  db
    .deleteFrom('auth.trusted_devices')
    .where('id', '=', p.id)
    .where('user_id', '=', p.user_id)
    .returning('user_agent'),
)

/** The devices that the caller's account trusts, last used first. */
export const listTrustOfCaller = prepared<'auth'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('auth.trusted_devices as d', (join) =>
      join.onRef('d.user_id', '=', 'caller.user_id').on('d.expires_at', '>', sql<string>`now()`),
    )
    .select([
      'caller.user_id as caller_id',
      'd.id',
      'd.user_agent',
      'd.network',
      'd.created_at',
      'd.last_used_at',
      'd.expires_at',
    ])
    .orderBy('d.last_used_at', 'desc')
    .limit(listedAtMost),
)
