import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

/** Every address an account is known to have had; those long ago are forgotten already. */
export const listAddresses = prepared<'auth'>()((db, p: { user_id: string }) =>
  db
    .selectFrom('auth.emails')
    .select('email')
    .where('user_id', '=', p.user_id)
    .union((q) => q.selectFrom('auth.email_changes').select('email').where('user_id', '=', p.user_id))
    .union((q) =>
      q.selectFrom('auth.email_changes').select('previous_email as email').where('user_id', '=', p.user_id),
    ),
)

/** Deletes an account with its address, codes, factors and devices. */
export const deleteAccount = prepared<'auth'>()((db, p: { id: string }) =>
  db.deleteFrom('auth.accounts').where('id', '=', p.id),
)
