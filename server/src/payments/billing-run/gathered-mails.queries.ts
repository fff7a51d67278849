import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { prepared } from '../../platform/database/db.ts'
import type { GatheredMail } from '../billing.policy.ts'
import '../tables.ts'

export const insertGathered = prepared<'payments'>()(
  (db, p: GatheredMail & { id: string; billing_entity_id: BillingEntityId }) =>
    db.insertInto('payments.gathered_mails').values({
      id: p.id,
      billing_entity_id: p.billing_entity_id,
      letter: p.letter,
      days: p.days,
      about_id: p.about_id,
    }),
)

/** Takes all that was gathered, so that it is sent once, in the caller's transaction. */
export const takeGathered = prepared<'payments'>()((db, _: object) =>
  db
    .deleteFrom('payments.gathered_mails')
    .returning(['id', 'billing_entity_id', 'letter', 'days', 'about_id']),
)
