import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { SubjectKind } from '../tables.ts'

/** Whoever added a webhook, where they may still keep it; else the place's Owners. */
export const listReaders = prepared<'customers'>()(
  (db, p: { kind: SubjectKind; place_id: string; added_by: string; keepers: readonly Role[] }) =>
    db
      .with('keepers', (q) =>
        q
          .selectFrom('customers.members')
          .select(['user_id', 'role', sql<boolean>`user_id = ${p.added_by}`.as('is_own')])
          .where('place_id', '=', p.place_id)
          .where('kind', '=', p.kind)
          .where('place_deleted_at', 'is', null)
          .where(sql<boolean>`role = any(${p.keepers}::text[])`),
      )
      .selectFrom('keepers as k')
      .select('k.user_id')
      .where(
        sql<boolean>`case when exists (select from keepers where is_own) then k.is_own else k.role = 'Owner' end`,
      )
      .orderBy('k.user_id'),
)

/** What the mail says, as long as it is so. */
export const findWebhookMail = prepared<'customers'>()((db, p: { webhook_id: string; user_id: string }) =>
  db
    .selectFrom('customers.webhooks as w')
    .innerJoin('customers.places as p', (join) =>
      join.onRef('p.id', '=', 'w.place_id').onRef('p.kind', '=', 'w.kind'),
    )
    .innerJoin('customers.users as u', (join) => join.on('u.id', '=', p.user_id))
    .select([
      'w.kind',
      'w.place_id',
      'w.url',
      'w.off_because',
      'p.name as place_name',
      'u.email',
      'u.language',
    ])
    .where('w.id', '=', p.webhook_id)
    .where('w.off_because', 'in', ['failing', 'gone'])
    .where('u.left_at', 'is', null),
)
