import { byGateway } from '../access.policy.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { newId } from '../../platform/ids.ts'
import { queue, type Job } from '../../platform/jobs/outbox.ts'
import { finishForHolder, type Finisher } from '../cards/card-confirmations.actions.ts'
import { refreshCard } from '../cards/cards.queries.ts'
import { insertEvent, listOpenEvents, markEventsDone } from './gateway-events.queries.ts'
import { noteCard } from '../../customers/index.ts'
import type { GatewayEvent } from '../ports.ts'
import type { KnownPayment } from '../ports.ts'

/** Something happened at the gateway; what, is looked up there. */
export const gatewayTold = queue<GatewayEvent>('payments.gateway-told', {
  retryLimit: 10,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 600,
})

/** Keeps an event for the job that works on it; one that was told before is kept once. */
export async function keepEvent(
  { gateway, outbox }: Pick<Finisher, 'gateway' | 'outbox'>,
  db: Db<'payments'>,
  event: GatewayEvent,
  afterSeconds?: number,
): Promise<void> {
  const { id, type, about } = event
  const names = { gateway: gateway.name, id, type, about_kind: about.kind, about_id: about.id }
  await transaction(db, async (db) => {
    const [isNew] = await insertEvent(db, names)
    if (isNew) await outbox.send(db, gatewayTold, event, { afterSeconds })
  })
}

/** Whoever has to know how a payment stands; called with what the gateway's book says at this moment. */
export type PaymentWatcher = (db: Db<'payments'>, payment: KnownPayment) => Promise<void>

/**
 * Works on an event. What it is about is read at the gateway, never taken from the event: so neither the
 * order of events matters nor how often one is told, and one look settles all that were told before it.
 */
export async function followEvent(
  finisher: Finisher,
  db: Db<'payments'>,
  watchPayment: PaymentWatcher,
  { data: { id, about } }: Job<GatewayEvent>,
): Promise<void> {
  const { gateway } = finisher
  const criteria = { gateway: gateway.name, about_kind: about.kind, about_id: about.id }
  const ids = (await listOpenEvents(db, criteria)).map((event) => event.id)
  if (!ids.includes(id)) return

  if (about.kind === 'payment') {
    const payment = await gateway.findPayment(about.id)
    if (payment) await watchPayment(db, payment)
  }
  if (about.kind === 'setup') await finishForHolder(finisher, db, { gateway_setup_id: about.id })
  if (about.kind === 'card') await refreshFromGateway(finisher, db, about.id)
  await markEventsDone(db, { gateway: gateway.name, ids })
}

/** Banks send a new expiry or number to the gateway by themselves. */
async function refreshFromGateway(
  { gateway, log }: Finisher,
  db: Db<'payments'>,
  gatewayCardId: string,
): Promise<void> {
  const now = await gateway.findCard(gatewayCardId)
  if (!now) return log.warn({ gateway_card_id: gatewayCardId }, 'a card is gone from the gateway')
  const { gateway_card_id, brand, last_four, exp_month, exp_year } = now
  await transaction(db, async (db) => {
    const [card] = await refreshCard(db, { gateway_card_id, brand, last_four, exp_month, exp_year })
    if (!card) return
    await noteCard(db, byGateway(card.billing_entity_id), { brand, last_four })
    await writeAudit(db, {
      actor_id: null,
      deed: 'updateCard',
      kind: 'billing_entity',
      subject_id: card.billing_entity_id,
      after: { card_id: card.id, brand, last_four, exp_month, exp_year },
      from: { request_id: newId(), network: '' },
    })
  })
}
