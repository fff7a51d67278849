import { sql } from 'kysely'
import { withCaller } from '../platform/authentication/authenticate.ts'
import { callersList } from '../platform/authentication/proven-lists.ts'
import { columnsOfK, isListed, keyColumns, works } from '../platform/authentication/kept-keys.ts'
import { prepared } from '../platform/database/db.ts'
import './tables.ts'

/* Keys of people: rows of `platform.api_keys` with a person. They are made and revoked by `platform/authentication/kept-keys.ts`. */

/** The keys of the caller's account that were not revoked, until 30 days after they ran out; newest first. */
export const listKeysOfCaller = callersList<'auth'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('platform.api_keys as k', (join) => join.onRef('k.user_id', '=', 'caller.user_id').on(isListed))
    .select(['caller.user_id as caller_id', ...columnsOfK])
    .orderBy('k.id', 'desc')
    .limit(100),
)

/** Revokes every key of a user that was made since a time, and what they made for places since. */
export const revokeKeysSince = prepared<'auth'>()((db, p: { user_id: string; since: string }) =>
  db
    .updateTable('platform.api_keys')
    .set({ revoked_at: sql<string>`now()` })
    .where((e) => e.or([e('user_id', '=', p.user_id), e('made_by', '=', p.user_id)]))
    .where('created_at', '>=', p.since)
    .where('revoked_at', 'is', null)
    .returning('id'),
)

/** All keys of an account, revoked ones too, for its owner to take along and for operators. */
export const listOwnKeys = prepared<'auth'>()((db, p: { user_id: string }) =>
  db
    .selectFrom('platform.api_keys')
    .select([...keyColumns, 'revoked_at'])
    .where('user_id', '=', p.user_id)
    .orderBy('id'),
)

/** Whether an account has a key that works. */
export const findWorkingKey = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.selectFrom('platform.api_keys').select('id').where('user_id', '=', p.user_id).where(works).limit(1),
)
