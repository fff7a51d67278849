import type { BillingEntityId, ClinicId, SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

/**
 * The places that payers pay for at present, and those whose open invoices they are still asked to pay. Until
 * when, where another payer follows. Whoever follows is the payer that was chosen, which customers knows.
 */
export const listBillingEntityUses = prepared<'payments'>()(
  (db, p: { billing_entity_ids: BillingEntityId[] }) =>
    db
      .selectFrom((e) =>
        e
          .selectFrom('payments.subscriptions')
          .select(['billing_entity_id', 'site_id', 'clinic_id'])
          .select(
            sql<
              string | null
            >`case when pending_billing_entity_id is not null then current_period_end end`.as('pays_until'),
          )
          .where(sql<boolean>`billing_entity_id = any(${p.billing_entity_ids}::uuid[])`)
          .where('status', '<>', sql.lit('canceled'))
          .unionAll((e) =>
            e
              .selectFrom('payments.invoices')
              .select(['billing_entity_id', 'site_id', 'clinic_id'])
              .select(sql<string | null>`null`.as('pays_until'))
              .where(sql<boolean>`billing_entity_id = any(${p.billing_entity_ids}::uuid[])`)
              .where('status', '=', sql.lit('open'))
              .where('next_try_at', 'is not', null),
          )
          .as('u'),
      )
      .select(['u.billing_entity_id', 'u.site_id', 'u.clinic_id'])
      .select(sql<string | null>`max(u.pays_until)`.as('pays_until'))
      .groupBy(['u.billing_entity_id', 'u.site_id', 'u.clinic_id'])
      .$narrowType<{ site_id: SiteId | null; clinic_id: ClinicId | null }>(),
)
