import { Stripe } from 'stripe'
import type { Declined, Payment, PaymentOutcome, PaymentTaker, Refund, RefundOutcome } from '../ports.ts'
import { customerOf, faultOf, isMissing } from './stripe-client.ts'

/* Payments as Stripe's PaymentIntents, asked for while the payer is away. */

/** Declines after which trying the same card again is pointless (docs.stripe.com/declines/codes). */
const hard = new Set([
  'card_not_supported',
  'currency_not_supported',
  'expired_card',
  'fraudulent',
  'highest_risk_level',
  'incorrect_number',
  'invalid_account',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
])

function declinedBy(
  error: {
    code?: string | undefined
    decline_code?: string | undefined
    advice_code?: string | undefined
  } | null,
  gateway_payment_id: string | null,
): Declined {
  const code = error?.decline_code ?? error?.code ?? 'generic_decline'
  const isHard = hard.has(code) || error?.advice_code === 'do_not_try_again'
  return { outcome: 'declined', reason: isHard ? 'hard' : 'soft', code, gateway_payment_id }
}

const noCard = declinedBy({ code: 'card_missing', advice_code: 'do_not_try_again' }, null)

/** The bank asks for the payer, who was not there: the payment can still go on with them. */
const wantsBillingEntity = (intent: Stripe.PaymentIntent) =>
  intent.status === 'requires_payment_method' && intent.last_payment_error?.code === 'authentication_required'

function outcomeOf(intent: Stripe.PaymentIntent): PaymentOutcome {
  const { id: gateway_payment_id, status } = intent
  const action_url = intent.next_action?.redirect_to_url?.url
  if (status === 'succeeded') return { outcome: 'succeeded', gateway_payment_id }
  if (status === 'requires_action' && action_url)
    return { outcome: 'requires_action', action_url, gateway_payment_id }
  if (status === 'canceled')
    return { outcome: 'declined', reason: 'hard', code: 'canceled', gateway_payment_id }
  if (status === 'requires_payment_method' && !wantsBillingEntity(intent))
    return declinedBy(intent.last_payment_error, gateway_payment_id)
  return { outcome: 'processing', gateway_payment_id }
}

async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (isMissing(error)) return null
    throw faultOf(error)
  }
}

export function stripePayments(client: Stripe): PaymentTaker {
  async function begin(payment: Payment, customer: string): Promise<PaymentOutcome> {
    const { key, amount, currency, description, gateway_card_id, invoice_id, billing_entity_id } = payment
    try {
      const intent = await client.paymentIntents.create(
        {
          amount,
          currency,
          customer,
          description,
          payment_method: gateway_card_id,
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          metadata: { key, invoice_id, billing_entity_id },
        },
        { idempotencyKey: `payment:${key}` },
      )
      return outcomeOf(intent)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && !(await isBillingEntities(payment)))
        return noCard
      if (!(error instanceof Stripe.errors.StripeCardError)) throw faultOf(error)
      const id = error.payment_intent?.id ?? null
      if (error.code !== 'authentication_required' || id === null) return declinedBy(error, id)
      return goOnWithBillingEntity(payment, id)
    }
  }

  /** Whether the card is there and the payer's own: nobody else's pays. */
  async function isBillingEntities({ gateway_card_id, customer }: Payment): Promise<boolean> {
    const card = await orNull(client.paymentMethods.retrieve(gateway_card_id))
    return card !== null && customerOf(card) === customer
  }

  /** Asks Stripe for a page where the payer can confirm; the first answer may be old, so it is looked at again. */
  async function goOnWithBillingEntity(
    { key, return_url, gateway_card_id }: Payment,
    id: string,
  ): Promise<PaymentOutcome> {
    const intent = await client.paymentIntents
      .retrieve(id)
      .catch((error: unknown) => Promise.reject(faultOf(error)))
    if (!wantsBillingEntity(intent)) return outcomeOf(intent)
    try {
      return outcomeOf(
        await client.paymentIntents.confirm(
          id,
          { payment_method: gateway_card_id, return_url },
          { idempotencyKey: `confirm:${key}` },
        ),
      )
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) return declinedBy(error, id)
      throw faultOf(error)
    }
  }

  return {
    // Nothing is looked up first: asked again with its key, also for a card that was removed since, Stripe
    // answers for the payment that it may have taken.
    takePayment: (payment) =>
      payment.customer === null ? Promise.resolve(noCard) : begin(payment, payment.customer),
    async findPayment(id) {
      const intent = await orNull(client.paymentIntents.retrieve(id))
      const { key, invoice_id } = intent?.metadata ?? {}
      return intent && key && invoice_id ? { key, invoice_id, outcome: outcomeOf(intent) } : null
    },
    async cancelPayment(id) {
      await orNull(
        client.paymentIntents.cancel(id).catch((error: unknown) => {
          // It was taken or given up before.
          if (error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state')
            return null
          throw error
        }),
      )
    },
    refundPayment: (refund) => giveBack(client, refund),
  }
}

async function giveBack(client: Stripe, { key, gateway_payment_id, amount }: Refund): Promise<RefundOutcome> {
  try {
    const {
      id: gateway_refund_id,
      status,
      failure_reason,
    } = await client.refunds.create(
      { payment_intent: gateway_payment_id, amount, metadata: { key } },
      { idempotencyKey: `refund:${key}` },
    )
    if (status === 'succeeded') return { outcome: 'succeeded', gateway_refund_id }
    if (status === 'failed' || status === 'canceled')
      return { outcome: 'refused', code: failure_reason ?? status }
    return { outcome: 'processing', gateway_refund_id }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return { outcome: 'refused', code: error.code ?? 'invalid_request' }
    throw faultOf(error)
  }
}
