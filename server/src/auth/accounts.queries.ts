import { sql } from 'kysely'
import { prepared, type Db } from '../platform/database/db.ts'
import './tables.ts'

const isKnownRow = prepared<'auth'>()((db, p: { email: string }) =>
  db.selectFrom('auth.emails').select('user_id').where('email', '=', p.email),
)

/** Whether an address belongs to an account, confirmed or not. */
export async function isKnownAddress(db: Db<'auth'>, email: string): Promise<boolean> {
  return (await isKnownRow(db, { email })).length > 0
}

interface NewAccount {
  id: string
  password_hash: string
  /** What was agreed to by signing up, as it was found then; null where the installation asks for nothing. */
  terms_url: string | null
  privacy_url: string | null
}

/** Adds an account and its address; false, with nothing to keep, when the address is taken. */
export async function insertAccount(
  db: Db<'auth'>,
  { email, ...account }: NewAccount & { email: string },
): Promise<boolean> {
  await insertAccountRow(db, account)
  return (await insertEmailRow(db, { email, user_id: account.id })).length > 0
}

const insertAccountRow = prepared<'auth'>()((db, p: NewAccount) =>
  db.insertInto('auth.accounts').values({
    id: p.id,
    password_hash: p.password_hash,
    terms_url: p.terms_url,
    privacy_url: p.privacy_url,
    confirmed_at: null,
  }),
)

// Waits for a duplicate request that has not committed yet.
const insertEmailRow = prepared<'auth'>()((db, p: { email: string; user_id: string }) =>
  db
    .insertInto('auth.emails')
    .values({ email: p.email, user_id: p.user_id })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('user_id'),
)

const isConfirmedRow = prepared<'auth'>()((db, p: { email: string }) =>
  db
    .selectFrom('auth.emails as e')
    .innerJoin('auth.accounts as a', 'a.id', 'e.user_id')
    .select('a.id')
    .where('e.email', '=', p.email)
    .where('a.confirmed_at', 'is not', null),
)

export async function isConfirmedAddress(db: Db<'auth'>, email: string): Promise<boolean> {
  return (await isConfirmedRow(db, { email })).length > 0
}

/** The account behind an address, for mails and codes. */
export const findByAddress = prepared<'auth'>()((db, p: { email: string }) =>
  db
    .selectFrom('auth.emails as e')
    .innerJoin('auth.accounts as a', 'a.id', 'e.user_id')
    .select(['a.id', 'e.email', 'a.confirmed_at'])
    .where('e.email', '=', p.email),
)

export const findPasswordHash = prepared<'auth'>()((db, p: { email: string }) =>
  db
    .selectFrom('auth.emails as e')
    .innerJoin('auth.accounts as a', 'a.id', 'e.user_id')
    .select('a.password_hash')
    .where('e.email', '=', p.email),
)

export const findAddressOf = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.selectFrom('auth.emails').select('email').where('user_id', '=', p.user_id),
)

/** An account with what proves its owner. */
export const findAccount = prepared<'auth'>()((db, p: { id: string }) =>
  db
    .selectFrom('auth.accounts as a')
    .innerJoin('auth.emails as e', 'e.user_id', 'a.id')
    .select(['a.id', 'e.email', 'a.password_hash'])
    .where('a.id', '=', p.id),
)

export const markConfirmed = prepared<'auth'>()((db, p: { id: string }) =>
  db
    .updateTable('auth.accounts')
    .set({ confirmed_at: sql<string>`coalesce(confirmed_at, now())` })
    .where('id', '=', p.id),
)

/** Sets a password and, since a mail to the address was answered, confirms the address. */
export const resetAccount = prepared<'auth'>()((db, p: { id: string; password_hash: string }) =>
  db
    .updateTable('auth.accounts')
    .set({ password_hash: p.password_hash, confirmed_at: sql<string>`coalesce(confirmed_at, now())` })
    .where('id', '=', p.id),
)

export const setPasswordHash = prepared<'auth'>()((db, p: { id: string; password_hash: string }) =>
  db.updateTable('auth.accounts').set({ password_hash: p.password_hash }).where('id', '=', p.id),
)

/** Deletes an account, its address and codes, where it is still unconfirmed. */
export const deleteAbandoned = prepared<'auth'>()((db, p: { id: string }) =>
  db.deleteFrom('auth.accounts').where('id', '=', p.id).where('confirmed_at', 'is', null).returning('id'),
)
