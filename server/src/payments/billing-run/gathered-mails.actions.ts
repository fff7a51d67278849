import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { newId } from '../../platform/ids.ts'
import { paymentsMail, type BillingContext, type DueMail, type GatheredMail } from '../billing.policy.ts'
import { insertGathered, takeGathered } from './gathered-mails.queries.ts'

/*
 * Mails that follow from going through subscriptions, one by one: each is written down with the step that it follows
 * from, and sent once the run is over, together with what else is about its payer.
 */

/** Has a mail sent with the others of its payer when the run is over. */
export async function gatherMail(
  db: Db<'payments'>,
  billing_entity_id: BillingEntityId,
  mail: GatheredMail,
): Promise<void> {
  await insertGathered(db, { id: newId(), billing_entity_id, ...mail })
}

/** Sends what was gathered, also by a run that was cut off: one mail a payer, kind and day. */
export async function sendGathered({ db, outbox }: BillingContext): Promise<void> {
  await transaction(db, async (db) => {
    const rows = (await takeGathered(db, {})).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const alike = Map.groupBy(rows, (row) => [row.billing_entity_id, row.letter, row.days].join())
    for (const [first, ...more] of alike.values())
      if (first)
        await outbox.send(db, paymentsMail, mailOf(first, [...new Set(more.map((row) => row.about_id))]))
  })
}

function mailOf({ letter, days, about_id }: GatheredMail, others: string[]): DueMail {
  const more = others.length === 0 ? {} : { others }
  if (letter === 'place closed') return { letter, invoice_id: about_id, ...more }
  if (letter === 'trial ended') return { letter, subscription_id: about_id, ...more }
  return { letter, subscription_id: about_id, days: days ?? 0, ...more }
}
