import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { ByProduct } from '../access.policy.ts'
import { tableOf, type Kind } from './places.queries.ts'
import type { AccessState } from '../tables.ts'

/** Payers as invoices name them, also deleted ones. */
export const listPayingEntityRows = prepared<'customers'>()((db, p: { ids: readonly BillingEntityId[] }) =>
  db
    .selectFrom('customers.billing_entities')
    .select(['id', 'name', 'email', 'phone', 'address', 'city', 'region', 'country', 'postal_code'])
    .select(['gst_hst_number', 'qst_number', 'ein'])
    .select(['currency', 'deleted_at', 'email_state', 'email_asked_at'])
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`),
)

/** A site or clinic, also a deleted one. */
const findPaid = (kind: Kind) =>
  prepared<'customers'>()((db, p: { id: string }) =>
    db.selectFrom(tableOf(kind)).select(['name', 'deleted_at', 'created_at']).where('id', '=', p.id),
  )
export const findPaidPlace = { site: findPaid('site'), clinic: findPaid('clinic') }

/** Sites and clinics by their ids, with one person's role in each. */
export const listPlacesAs = prepared<'customers'>()(
  (db, p: { sites: string[]; clinics: string[]; user_id: string }) =>
    db
      .selectFrom('customers.places as p')
      .leftJoin('customers.members as m', (join) =>
        join.onRef('m.place_id', '=', 'p.id').onRef('m.kind', '=', 'p.kind').on('m.user_id', '=', p.user_id),
      )
      .select(['p.id', 'p.name', 'm.role'])
      .where(
        sql<boolean>`(p.kind = 'site' and p.id = any(${p.sites}::uuid[])
          or p.kind = 'clinic' and p.id = any(${p.clinics}::uuid[]))`,
      ),
)

/** Opens, closes or stops a place. */
const setAccessState = (kind: Kind) =>
  prepared<'customers'>()((db, p: { id: ByProduct; standing: AccessState }) =>
    db
      .updateTable(tableOf(kind))
      .set({ standing: p.standing })
      .where('id', '=', p.id)
      .where('standing', '<>', p.standing),
  )
export const setPlaceAccessState = { site: setAccessState('site'), clinic: setAccessState('clinic') }

/** The plan and payer that were chosen last, also where they begin later. */
const setChosen = (kind: Kind) =>
  prepared<'customers'>()((db, p: { id: ByProduct; plan_id: string; billing_entity_id: BillingEntityId }) =>
    db
      .updateTable(tableOf(kind))
      .set((e) => ({
        plan_id: p.plan_id,
        billing_entity_id: p.billing_entity_id,
        version: e('version', '+', 1),
      }))
      .where('id', '=', p.id),
  )
export const setChosenPlan = { site: setChosen('site'), clinic: setChosen('clinic') }

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
export const listLivingBillingEntities = prepared<'customers'>()((db, p: { ids: BillingEntityId[] }) =>
  db
    .selectFrom('customers.billing_entities')
    .select('id')
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`)
    .where(sql<boolean>`(deleted_at is null or deleted_at > now() - interval '30 days')`),
)
