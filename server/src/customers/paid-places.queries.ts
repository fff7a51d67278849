import { sql } from 'kysely'
import { prepared } from '../platform/db.ts'
import type { Standing } from './tables.ts'

/** A payer as an invoice names it, also a deleted one. */
export const findParty = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.billing_entities')
    .select(['name', 'email', 'phone', 'address', 'city', 'region', 'country', 'postal_code'])
    .select(['currency', 'deleted_at', 'email_state', 'email_asked_at'])
    .where('id', '=', p.id),
)

/** A site or clinic, also a deleted one. */
export const findPaidPlace = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.places as p')
    .leftJoin('customers.sites as s', 's.id', 'p.id')
    .leftJoin('customers.clinics as c', 'c.id', 'p.id')
    .select(['p.name', 'p.deleted_at', sql<string>`coalesce(s.created_at, c.created_at)`.as('created_at')])
    .where('p.id', '=', p.id)
    .where('p.kind', '<>', 'billing_entity'),
)

/** Places by their ids, with one person's role in each. */
export const listPlacesAs = prepared<'customers'>()((db, p: { ids: string[]; user_id: string }) =>
  db
    .selectFrom('customers.places as p')
    .leftJoin('customers.members as m', (join) =>
      join.onRef('m.place_id', '=', 'p.id').on('m.user_id', '=', p.user_id),
    )
    .select(['p.id', 'p.name', 'm.role'])
    .where(sql<boolean>`p.id = any(${p.ids}::uuid[])`),
)

/** Opens, closes or stops whichever of the two it is. */
export const setPlaceStanding = prepared<'customers'>()((db, p: { id: string; standing: Standing }) =>
  db
    .with('site', (q) =>
      q
        .updateTable('customers.sites')
        .set({ standing: p.standing })
        .where('id', '=', p.id)
        .where('standing', '<>', p.standing),
    )
    .updateTable('customers.clinics')
    .set({ standing: p.standing })
    .where('id', '=', p.id)
    .where('standing', '<>', p.standing),
)

/** The plan and payer that were chosen last, also where they begin later. */
export const setChosenPlan = prepared<'customers'>()(
  (db, p: { id: string; plan_id: string; billing_entity_id: string }) =>
    db
      .with('site', (q) =>
        q
          .updateTable('customers.sites')
          .set((e) => ({
            plan_id: p.plan_id,
            billing_entity_id: p.billing_entity_id,
            version: e('version', '+', 1),
          }))
          .where('id', '=', p.id),
      )
      .updateTable('customers.clinics')
      .set((e) => ({
        plan_id: p.plan_id,
        billing_entity_id: p.billing_entity_id,
        version: e('version', '+', 1),
      }))
      .where('id', '=', p.id),
)

/** Clinics that were made without a plan, and never had one, before a day. */
export const closePlanless = prepared<'customers'>()((db, p: { before: string }) =>
  db
    .updateTable('customers.clinics')
    .set({ standing: 'read_only' })
    .where('plan_id', 'is', null)
    .where('standing', '=', 'ok')
    .where('deleted_at', 'is', null)
    .where('created_at', '<', p.before)
    .returning('id'),
)

/** Which of these payers are there, or were until 30 days ago. */
export const listLivingPayers = prepared<'customers'>()((db, p: { ids: string[] }) =>
  db
    .selectFrom('customers.billing_entities')
    .select('id')
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`)
    .where(sql<boolean>`(deleted_at is null or deleted_at > now() - interval '30 days')`),
)
