import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import { auditColumns, auditLine, auditValues } from '../audit.queries.ts'
import type { Access } from '../access.policy.ts'
import { tableOf, type Kind } from './places.queries.ts'
import type { AccessState } from '../tables.ts'

/** Hides a place from everyone, its keys included, and holds its names; gives all back only by restoring. */
const markDeleted = (kind: Kind) =>
  prepared<'customers'>()((db, p: Access<'delete'> & { audit: string }) =>
    db
      .with('place', (q) =>
        q
          .updateTable(tableOf(kind))
          .set((e) => ({ deleted_at: sql<string>`now()`, version: e('version', '+', 1) }))
          .where('id', '=', p.place_id)
          .where('deleted_at', 'is', null)
          .returning(['id', 'deleted_at']),
      )
      .with('members', (q) =>
        q
          .updateTable('customers.members as m')
          .from('place')
          .set((e) => ({ place_deleted_at: e.ref('place.deleted_at') }))
          .whereRef('m.place_id', '=', 'place.id')
          .where('m.kind', '=', kind),
      )
      .with('keys', (q) =>
        q
          .updateTable('platform.api_keys as k')
          .from('place')
          .set((e) => ({ place_deleted_at: e.ref('place.deleted_at') }))
          .whereRef('k.place_id', '=', 'place.id'),
      )
      .with('names', (q) =>
        q
          .updateTable('customers.host_names as h')
          .from('place')
          .set({ state: 'held', until: sql<string>`now() + interval '90 days'` })
          .whereRef('h.place_id', '=', 'place.id')
          .where('h.kind', '=', kind),
      )
      .with('audited', (q) =>
        q
          .insertInto('platform.audit')
          .columns(auditColumns)
          .expression((e) => e.selectFrom(['place', auditLine(p.audit)]).select(auditValues)),
      )
      .selectFrom('place')
      .select('id'),
  )

export const markPlaceDeleted = { site: markDeleted('site'), clinic: markDeleted('clinic') }

/** The names that were held for a place lead to it again, as former ones, until their time is over. */
export const releaseNames = prepared<'customers'>()((db, p: Access<'restore', Kind>) =>
  db
    .updateTable('customers.host_names')
    .set({ state: 'former' })
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .where('state', '=', 'held'),
)

/** A payer that is still there, and stays so until the transaction ends. */
export const holdBillingEntity = prepared<'customers'>()((db, p: { id: BillingEntityId }) =>
  db
    .selectFrom('customers.billing_entities')
    .select('id')
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .forKeyShare(),
)

type Restoring = Access<'restore'> & {
  subdomain: string
  standing: AccessState
  audit: string
}

/** Shows a deleted place to its members and keys again. Its live name must have been claimed before. */
const markRestored = (kind: Kind) =>
  prepared<'customers'>()((db, p: Restoring) =>
    db
      .with('place', (q) =>
        q
          .updateTable(tableOf(kind))
          .set((e) => ({
            deleted_at: null,
            subdomain: p.subdomain,
            standing: p.standing,
            version: e('version', '+', 1),
          }))
          .where('id', '=', p.place_id)
          .returning(['id', 'version']),
      )
      .with('members', (q) =>
        q
          .updateTable('customers.members as m')
          .from('place')
          .set({ place_deleted_at: null })
          .whereRef('m.place_id', '=', 'place.id')
          .where('m.kind', '=', kind),
      )
      .with('keys', (q) =>
        q
          .updateTable('platform.api_keys as k')
          .from('place')
          .set({ place_deleted_at: null })
          .whereRef('k.place_id', '=', 'place.id'),
      )
      .with('audited', (q) =>
        q
          .insertInto('platform.audit')
          .columns(auditColumns)
          .expression((e) => e.selectFrom(['place', auditLine(p.audit)]).select(auditValues)),
      )
      .selectFrom('place')
      .select('version'),
  )

export const markPlaceRestored = { site: markRestored('site'), clinic: markRestored('clinic') }
