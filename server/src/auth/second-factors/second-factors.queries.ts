import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

/** Holds an account, so that its sign-ins, factors and password change one after the other. */
export const lockAccount = prepared<'auth'>()((db, p: { id: string }) =>
  db.selectFrom('auth.accounts').select('id').where('id', '=', p.id).forUpdate(),
)

/** The same, with what a sign-in goes by; no row when the account is gone. */
export const lockForSignIn = prepared<'auth'>()((db, p: { id: string }) =>
  db
    .selectFrom('auth.accounts as a')
    .innerJoin('auth.emails as e', 'e.user_id', 'a.id')
    .select(['a.id', 'e.email', 'a.groups', 'a.user_state', 'a.confirmed_at'])
    .where('a.id', '=', p.id)
    .forUpdate('a'),
)

export const insertTicket = prepared<'auth'>()(
  (db, p: { ticket_hash: Buffer; user_id: string; good_for_seconds: number }) =>
    db.insertInto('auth.sign_in_tickets').values({
      ticket_hash: p.ticket_hash,
      user_id: p.user_id,
      expires_at: sql<string>`now() + make_interval(secs => ${p.good_for_seconds})`,
    }),
)

/** Whose live ticket this is. */
export const findTicket = prepared<'auth'>()((db, p: { ticket_hash: Buffer }) =>
  db
    .selectFrom('auth.sign_in_tickets as t')
    .innerJoin('auth.accounts as a', 'a.id', 't.user_id')
    .innerJoin('auth.emails as e', 'e.user_id', 'a.id')
    .select(['a.id', 'e.email', 'a.groups'])
    .where('t.ticket_hash', '=', p.ticket_hash)
    .where('a.user_state', '=', 'active')
    .where('t.expires_at', '>', sql<string>`now()`),
)

/** Uses a ticket; no row when another sign-in used it first, or it was ended meanwhile. */
export const takeTicket = prepared<'auth'>()((db, p: { ticket_hash: Buffer }) =>
  db
    .deleteFrom('auth.sign_in_tickets')
    .where('ticket_hash', '=', p.ticket_hash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id'),
)

const totpOf = (userId: string) =>
  sql<boolean>`exists (select from auth.totps where user_id = ${userId} and confirmed_at is not null)`
const passkeyOf = (userId: string) =>
  sql<boolean>`exists (select from auth.passkeys where user_id = ${userId})`
const noFactorOf = (userId: string) => sql<boolean>`not (${totpOf(userId)} or ${passkeyOf(userId)})`

/** What an account can show after its password. */
export const findMethods = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.selectNoFrom([
    totpOf(p.user_id).as('totp'),
    passkeyOf(p.user_id).as('passkey'),
    sql<boolean>`exists (select from auth.backup_codes where user_id = ${p.user_id})`.as('backup_code'),
  ]),
)

/** Removes the app and the passkeys of an account. */
export const deleteFactors = prepared<'auth'>()((db, p: { user_id: string }) =>
  db
    .with('totps', (q) => q.deleteFrom('auth.totps').where('user_id', '=', p.user_id).returning('user_id'))
    .with('passkeys', (q) =>
      q.deleteFrom('auth.passkeys').where('user_id', '=', p.user_id).returning('user_id'),
    )
    .selectFrom('totps')
    .select('user_id')
    .unionAll((q) => q.selectFrom('passkeys').select('user_id')),
)

/** Removes what an account has set up since a time, and the devices it has met; says what is gone. */
export const deleteFactorsSince = prepared<'auth'>()((db, p: { user_id: string; since: string }) =>
  db
    .with('totps', (q) =>
      q
        .deleteFrom('auth.totps')
        .where('user_id', '=', p.user_id)
        .where((e) => e(e.fn.coalesce('confirmed_at', 'begun_at'), '>=', p.since))
        .returning('confirmed_at'),
    )
    .with('passkeys', (q) =>
      q
        .deleteFrom('auth.passkeys')
        .where('user_id', '=', p.user_id)
        .where('created_at', '>=', p.since)
        .returning('id'),
    )
    .with('codes', (q) =>
      q
        .deleteFrom('auth.backup_codes')
        .where('user_id', '=', p.user_id)
        .where('made_at', '>=', p.since)
        .returning('made_at'),
    )
    .with('challenges', (q) => q.deleteFrom('auth.passkey_challenges').where('user_id', '=', p.user_id))
    .with('devices', (q) =>
      q.deleteFrom('auth.known_devices').where('user_id', '=', p.user_id).where('last_at', '>=', p.since),
    )
    .selectNoFrom([
      sql<boolean>`exists (select from totps where confirmed_at is not null)`.as('totp_removed'),
      sql<number>`(select count(*) from passkeys)::int`.as('passkeys_removed'),
      sql<number>`(select count(*) from codes)::int`.as('backup_codes_removed'),
    ]),
)

/** Deletes the backup codes of an account without a factor. */
export const deleteLeftoverCodes = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.deleteFrom('auth.backup_codes').where('user_id', '=', p.user_id).where(noFactorOf(p.user_id)),
)

/** Ends that devices are trusted by an account without a factor. */
export const deleteLeftoverTrust = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.deleteFrom('auth.trusted_devices').where('user_id', '=', p.user_id).where(noFactorOf(p.user_id)),
)
