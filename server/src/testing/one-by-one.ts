import type { BillingContext } from '../payments/billing.policy.ts'
import { charge } from '../payments/billing-run/charges.actions.ts'
import { NoAnswer } from '../payments/billing-run/charges.policy.ts'
import { refund } from '../payments/billing-run/refunds.actions.ts'
import { listDueRefunds } from '../payments/billing-run/refunds.queries.ts'
import { followCalendar } from '../payments/billing-run/renewals.actions.ts'

/** What `runBilling` does, but with a charge for each invoice. */
export async function billOneByOne(context: BillingContext, at: Date) {
  const ran = { steps: 0, charges: 0 }
  for (;;) {
    const steps = await followCalendar(context, at)
    const due = await context.db
      .selectFrom('payments.invoices')
      .select(['id', 'billing_entity_id'])
      .where('next_try_at', '<=', at.toISOString())
      .orderBy('id')
      .execute()
    for (const { id: invoice_id, billing_entity_id } of due)
      await charge(context, { billing_entity_id, invoice_id }, at).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error
      })
    for (const { id } of await listDueRefunds(context.db, { at: at.toISOString(), limit: 1000 }))
      await refund(context, id, at)
    ran.steps += steps
    ran.charges += due.length
    if (steps === 0 && due.length === 0) return ran
  }
}
