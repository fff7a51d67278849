import { withCaller } from '../platform/authentication/authenticate.ts'
import type { Db } from '../platform/database/db.ts'
import type { SubjectKind } from './tables.ts'

/**
 * Begins a read with the caller and, as `m`, what they are at one place or payer: without a `role` it is not theirs or not
 * there. See `withCaller` for the columns to name.
 */
export const withCallerAt = (
  db: Db<'customers'>,
  p: { token_hash: Buffer; kind: SubjectKind; place_id: string },
) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('customers.role_holders as m', (join) =>
      join
        .onRef('m.user_id', '=', 'caller.user_id')
        .on('m.place_id', '=', p.place_id)
        .on('m.kind', '=', p.kind)
        .on('m.place_deleted_at', 'is', null),
    )
