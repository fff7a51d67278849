import { limits } from '@byre/contract/limits'
import { sql } from 'kysely'
import { quickRead } from '../../platform/database/db.ts'
import { tableOf, type Kind } from './places.queries.ts'

/** What the mail to the Owner of a new place says; no row when the place is gone. */
const findMail = (kind: Kind) =>
  quickRead<'customers'>()(
    (db, p: { place_id: string; user_id: string }) =>
      db
        .selectFrom(`${tableOf(kind)} as s`)
        .innerJoin('customers.users as u', (join) =>
          join.on('u.id', '=', p.user_id).on('u.left_at', 'is', null),
        )
        .select([
          's.name',
          's.subdomain',
          'u.email',
          'u.language',
          sql<string>`s.created_at + make_interval(days => ${limits.trialDays})`.as('trial_ends_at'),
        ])
        .where('s.id', '=', p.place_id)
        .where('s.deleted_at', 'is', null),
    { place_id: 'uuid', user_id: 'uuid' },
  )

export const findPlaceMail = { site: findMail('site'), clinic: findMail('clinic') }
