import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared } from '../../platform/database/db.ts'
import type { PasskeyPurpose } from '../tables.ts'

interface NewChallenge {
  challenge_hash: Buffer
  user_id: string | null
  purpose: PasskeyPurpose
  good_for_seconds: number
}

export const insertChallenge = prepared<'auth'>()((db, p: NewChallenge) =>
  db.insertInto('auth.passkey_challenges').values({
    challenge_hash: p.challenge_hash,
    user_id: p.user_id,
    purpose: p.purpose,
    expires_at: sql<string>`now() + make_interval(secs => ${p.good_for_seconds})`,
  }),
)

/** Uses a challenge; no row unless it is live, of this account and for this purpose. */
export const takeChallenge = prepared<'auth'>()(
  (db, p: { challenge_hash: Buffer; user_id: string | null; purpose: PasskeyPurpose }) =>
    db
      .deleteFrom('auth.passkey_challenges')
      .where('challenge_hash', '=', p.challenge_hash)
      .where(sql<boolean>`user_id is not distinct from ${p.user_id}::uuid`)
      .where('purpose', '=', p.purpose)
      .where('expires_at', '>', sql<string>`now()`)
      .returning('purpose'),
)

/** The passkeys of an account as a browser is asked for them. */
export const listCredentials = prepared<'auth'>()((db, p: { user_id: string }) =>
  db
    .selectFrom('auth.passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', p.user_id)
    .orderBy('id'),
)

/** The passkeys of the caller's account, oldest first. */
export const listPasskeysOfCaller = prepared<'auth'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('auth.passkeys as k', 'k.user_id', 'caller.user_id')
    .select(['caller.user_id as caller_id', 'k.id', 'k.name', 'k.created_at', 'k.last_used_at'])
    .orderBy('k.id'),
)

export const findPasskey = prepared<'auth'>()((db, p: { user_id: string; credential_id: string }) =>
  db
    .selectFrom('auth.passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('user_id', '=', p.user_id)
    .where('credential_id', '=', p.credential_id),
)

/** A passkey of whichever account has it. */
export const findPasskeyOfAny = prepared<'auth'>()((db, p: { credential_id: string }) =>
  db
    .selectFrom('auth.passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', p.credential_id),
)

interface NewPasskey {
  id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: readonly string[]
  name: string
}

/** Adds a passkey; no row when some account has it already. */
export const insertPasskey = prepared<'auth'>()((db, p: NewPasskey) =>
  db
    .insertInto('auth.passkeys')
    .values({
      id: p.id,
      user_id: p.user_id,
      credential_id: p.credential_id,
      public_key: p.public_key,
      counter: p.counter,
      transports: sql<string[]>`${p.transports}::text[]`,
      name: p.name,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'name', 'created_at', 'last_used_at']),
)

/** Notes a passkey's answer; no row when it was removed, or an answer that counts later came first. */
export const notePasskey = prepared<'auth'>()((db, p: { id: string; counter: number }) =>
  db
    .updateTable('auth.passkeys')
    .set({ counter: p.counter, last_used_at: sql<string>`now()` })
    .where('id', '=', p.id)
    .where(sql<boolean>`(counter < ${p.counter} or (counter = 0 and ${p.counter} = 0))`)
    .returning('id'),
)

export const updatePasskeyName = prepared<'auth'>()((db, p: { id: string; user_id: string; name: string }) =>
  db
    .updateTable('auth.passkeys')
    .set({ name: p.name })
    .where('id', '=', p.id)
    .where('user_id', '=', p.user_id)
    .returning(['id', 'name', 'created_at', 'last_used_at']),
)

export const deletePasskey = prepared<'auth'>()((db, p: { id: string; user_id: string }) =>
  db.deleteFrom('auth.passkeys').where('id', '=', p.id).where('user_id', '=', p.user_id).returning('name'),
)
