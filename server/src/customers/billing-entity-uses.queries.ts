import type { BillingEntityId, ClinicId, SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../platform/database/db.ts'
import './tables.ts'

/** The first hundred places that a payer was chosen for, by name. */
export const listPlacesChosen = prepared<'customers'>()((db, p: { id: BillingEntityId }) =>
  db
    .selectFrom('customers.sites')
    .select([sql<'site' | 'clinic'>`'site'`.as('kind'), 'id', 'name'])
    .where('billing_entity_id', '=', p.id)
    .where('deleted_at', 'is', null)
    .unionAll((e) =>
      e
        .selectFrom('customers.clinics')
        .select([sql<'site' | 'clinic'>`'clinic'`.as('kind'), 'id', 'name'])
        .where('billing_entity_id', '=', p.id)
        .where('deleted_at', 'is', null),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(100),
)

/** Those of these sites and clinics that are not deleted. */
export const listLivingPlaces = prepared<'customers'>()((db, p: { sites: SiteId[]; clinics: ClinicId[] }) =>
  db
    .selectFrom('customers.sites')
    .select([sql<'site' | 'clinic'>`'site'`.as('kind'), 'id', 'name'])
    .where(sql<boolean>`id = any(${p.sites}::uuid[])`)
    .where('deleted_at', 'is', null)
    .unionAll((e) =>
      e
        .selectFrom('customers.clinics')
        .select([sql<'site' | 'clinic'>`'clinic'`.as('kind'), 'id', 'name'])
        .where(sql<boolean>`id = any(${p.clinics}::uuid[])`)
        .where('deleted_at', 'is', null),
    ),
)
