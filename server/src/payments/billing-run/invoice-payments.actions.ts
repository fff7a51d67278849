import type { RightOf } from '@byre/contract/endpoint'
import type { payInvoice as PayInvoice } from '@byre/contract/billing/invoice-payments'
import { billingEntityFor } from '../../customers/index.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { refuse } from '../../platform/errors.ts'
import { spend } from '../../platform/limits/limits.ts'
import type { Call } from '../../platform/http/calls.ts'
import { accessToPay } from '../access.policy.ts'
import { chargeJob, type BillingContext } from '../billing.policy.ts'
import {
  findInvoiceOwner,
  findPayingCard,
  holdSubscriptions,
  lockInvoices,
  setNextTry,
  tryAgainNow,
} from './due-invoices.queries.ts'

/** Every try asks the bank, and banks count. */
const tries = { name: 'invoice-tries', max: 10, windowSeconds: 24 * 3600 }

/** Has the card tried again now, for one invoice alone or with it for all that is owed, by those who may change it. */
export async function payInvoice(
  context: BillingContext,
  { command, actor, params, body, from }: Call<typeof PayInvoice, 'payments'>,
  limitFactor: number,
) {
  const { id } = params
  const [owner] = await findInvoiceOwner(command.db, { id })
  if (!owner) refuse('not_found')
  const billingEntity = await billingEntityFor<RightOf<typeof PayInvoice>>(
    command.db,
    actor.user_id,
    owner.billing_entity_id,
    'payWith',
  )
  await spend(command.db, { ...tries, max: tries.max * limitFactor }, billingEntity.id)

  return command.transaction(async (db) => {
    await holdSubscriptions(db, { ids: [owner.subscription_id] })
    const [invoice] = await lockInvoices(db, { ids: [id] })
    if (invoice?.status !== 'open') refuse('invoice.closed')
    const [card] = await findPayingCard(db, { billing_entity_id: billingEntity.id })
    if (!card) refuse('card.missing')

    const next_try_at = context.clock.now().toISOString()
    await setNextTry(db, { id: accessToPay(billingEntity.id, invoice), failed_at: null, next_try_at })
    if (body.all) await tryAgainNow(db, { billing_entity_id: billingEntity.id, at: next_try_at })
    const alone = body.all ? {} : { invoice_id: id }
    await command.enqueue(db, chargeJob, { billing_entity_id: billingEntity.id, ...alone })
    await writeAudit(db, {
      actor_id: actor.user_id,
      deed: 'payInvoice',
      kind: 'billing_entity',
      subject_id: billingEntity.id,
      after: { invoice_id: id },
      from,
    })
    return { id, status: 'open' as const, next_try_at }
  })
}
