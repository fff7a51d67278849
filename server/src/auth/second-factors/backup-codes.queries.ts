import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared, type Db } from '../../platform/database/db.ts'
import '../tables.ts'

export const countCodesOfCaller = prepared<'auth'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('auth.backup_codes as c', 'c.user_id', 'caller.user_id')
    .select(['caller.user_id as caller_id', (e) => e.fn.count<number>('c.code_hash').as('left')])
    .groupBy('caller.user_id'),
)

export const countCodes = prepared<'auth'>()((db, p: { user_id: string }) =>
  db
    .selectFrom('auth.backup_codes')
    .select((e) => e.fn.countAll<number>().as('left'))
    .where('user_id', '=', p.user_id),
)

/** Puts new codes in the place of all older ones. */
export async function replaceCodes(
  db: Db<'auth'>,
  p: { user_id: string; code_hashes: readonly Buffer[] },
): Promise<void> {
  await deleteCodes(db, p)
  await insertCodes(db, p)
}

const deleteCodes = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.deleteFrom('auth.backup_codes').where('user_id', '=', p.user_id),
)

const insertCodes = prepared<'auth'>()((db, p: { user_id: string; code_hashes: readonly Buffer[] }) =>
  db
    .insertInto('auth.backup_codes')
    .columns(['user_id', 'code_hash'])
    .expression((e) =>
      e
        .selectFrom(sql<{ hash: Buffer }>`unnest(${p.code_hashes}::bytea[])`.as<'h'>(sql`h(hash)`))
        .select([sql<string>`${p.user_id}::uuid`.as('user_id'), 'h.hash as code_hash']),
    ),
)

/** Uses a code; no row when it is none of this account's, or was used before. */
export const takeBackupCode = prepared<'auth'>()((db, p: { user_id: string; code_hash: Buffer }) =>
  db
    .deleteFrom('auth.backup_codes')
    .where('user_id', '=', p.user_id)
    .where('code_hash', '=', p.code_hash)
    .returning('user_id'),
)

/** What may be a code of this account: with one of these hashes, or kept from an older secret. */
export const findCodes = prepared<'auth'>()((db, p: { user_id: string; code_hashes: readonly Buffer[] }) =>
  db
    .selectFrom('auth.backup_codes')
    .select('code_hash')
    .where('user_id', '=', p.user_id)
    .where(sql<boolean>`(code_hash = any(${p.code_hashes}::bytea[]) or length(code_hash) > 32)`),
)
