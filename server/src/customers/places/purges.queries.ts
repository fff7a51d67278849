import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import { tableOf, type Kind } from './places.queries.ts'

/** Places that can no longer be restored. */
const listDeleted = (kind: Kind) =>
  prepared<'customers'>()((db) =>
    db
      .selectFrom(tableOf(kind))
      .select('id')
      .where('deleted_at', '<', sql<string>`now() - interval '30 days'`),
  )

export const listDeletedPlaces = { site: listDeleted('site'), clinic: listDeleted('clinic') }

/** Some of them, and who belonged to them or stood on their list. */
const removeDeleted = (kind: Kind) =>
  prepared<'customers'>()((db, p: { ids: string[] }) =>
    db
      .with('gone', (q) =>
        q
          .deleteFrom(tableOf(kind))
          .where(sql<boolean>`id = any(${p.ids}::uuid[])`)
          .where('deleted_at', '<', sql<string>`now() - interval '30 days'`)
          .returning('id'),
      )
      .with('hands', (q) =>
        q.deleteFrom('customers.hands').where('place_id', 'in', (e) => e.selectFrom('gone').select('id')),
      )
      .with('invites', (q) =>
        q.deleteFrom('customers.invites').where('place_id', 'in', (e) => e.selectFrom('gone').select('id')),
      )
      .with('proposals', (q) =>
        q
          .deleteFrom('customers.plan_proposals')
          .where('place_id', 'in', (e) => e.selectFrom('gone').select('id')),
      )
      .with('keys', (q) =>
        q.deleteFrom('platform.api_keys').where('place_id', 'in', (e) => e.selectFrom('gone').select('id')),
      )
      .deleteFrom('customers.members')
      .where('kind', '=', kind)
      .where('place_id', 'in', (e) => e.selectFrom('gone').select('id')),
  )

export const removeDeletedPlaces = { site: removeDeleted('site'), clinic: removeDeleted('clinic') }

export const removeLapsedNames = prepared<'customers'>()((db) =>
  db
    .deleteFrom('customers.host_names')
    .where('state', '<>', 'live')
    .where('until', '<', sql<string>`now()`),
)
