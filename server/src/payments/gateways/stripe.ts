import type { Stripe } from 'stripe'
import type { Stripe as StripeConfig } from '../../config.ts'
import type { CardOutcome, CardRefusal, Gateway, KeptCard } from '../ports.ts'
import { customerOf, faultOf, isMissing, refusalWords, refusedCard, stripeClient } from './stripe-client.ts'
import { readStripeEvent } from './stripe-events.ts'
import { stripePayments } from './stripe-payments.ts'

/*
 * Stripe, by its own library. Card numbers go from the browser straight to Stripe; we learn the name of
 * a payment method, and of it only what may be shown.
 */

const declined: CardRefusal = { outcome: 'refused', refused: 'card.declined' }

/** Stripe's names of brands, where ours differ. */
const brands: Readonly<Record<string, string>> = { diners: 'dinersclub', eftpos_au: 'visa' }

function keptOf({ id, card }: Stripe.PaymentMethod): KeptCard | CardRefusal {
  if (!card) return declined
  const { brand, last4: last_four, exp_month, exp_year } = card
  return {
    outcome: 'kept',
    gateway_card_id: id,
    brand: brands[brand] ?? brand,
    last_four,
    exp_month,
    exp_year,
  }
}

function setUp(intent: Stripe.SetupIntent, card: Stripe.PaymentMethod): CardOutcome {
  const kept = keptOf(card)
  if (intent.status === 'succeeded' || kept.outcome === 'refused') return kept
  const action_url = intent.next_action?.redirect_to_url?.url
  if (intent.status !== 'requires_action' || !action_url) return declined
  const { brand, last_four, exp_month, exp_year } = kept
  const shown = { brand, last_four, exp_month, exp_year }
  return { outcome: 'requires_action', ...shown, action_url, gateway_setup_id: intent.id }
}

export function stripe(config: StripeConfig): Gateway {
  const client = stripeClient(config)
  const secrets = config.webhookSecret.split(',').map((secret) => secret.trim())

  /** Null when Stripe has none of this id. */
  const findMethod = (id: string) =>
    client.paymentMethods.retrieve(id).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw faultOf(error)
    })

  return {
    name: 'stripe',
    ...stripePayments(client),

    async customerFor({ id }) {
      try {
        const metadata = { billing_entity_id: id }
        return (await client.customers.create({ metadata }, { idempotencyKey: `customer:${id}` })).id
      } catch (error) {
        throw faultOf(error)
      }
    },
    async openFrame(customer) {
      try {
        const intent = await client.setupIntents.create({
          customer,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
        })
        return { client_secret: intent.client_secret ?? '', publishable_key: config.publishableKey }
      } catch (error) {
        throw faultOf(error)
      }
    },
    nameOf: ({ entry }) => ('payment_method' in entry ? entry.payment_method : ''),

    async keepCard({ id, customer, entry, return_url }) {
      if (!('payment_method' in entry)) throw new Error('card details never come this way')
      const card = await findMethod(entry.payment_method)
      if (!card) return declined
      // Its holder was asked in the browser already; a card of somebody else is none.
      const owner = customerOf(card)
      if (owner !== null) return owner === customer ? keptOf(card) : declined
      try {
        const intent = await client.setupIntents.create(
          {
            customer,
            return_url,
            payment_method: card.id,
            allowed_payment_method_types: ['card'],
            usage: 'off_session',
            confirm: true,
          },
          { idempotencyKey: `card:${id}` },
        )
        return setUp(intent, card)
      } catch (error) {
        return refusedCard(error)
      }
    },
    async findSetup(setupId) {
      try {
        const intent = await client.setupIntents.retrieve(setupId, { expand: ['payment_method'] })
        const card = intent.payment_method
        if (intent.status === 'succeeded' && card && typeof card !== 'string')
          return customerOf(card) === customerOf(intent) ? keptOf(card) : declined
        if (intent.status !== 'canceled' && intent.status !== 'requires_payment_method') return null
        const { code, decline_code } = intent.last_setup_error ?? {}
        return { outcome: 'refused', refused: refusalWords(code, decline_code) }
      } catch (error) {
        // One that Stripe no longer knows comes to nothing, and holds up nobody else's.
        if (isMissing(error)) return declined
        throw faultOf(error)
      }
    },
    async changeExpiry(id, { exp_month, exp_year }) {
      try {
        return keptOf(await client.paymentMethods.update(id, { card: { exp_month, exp_year } }))
      } catch (error) {
        return refusedCard(error)
      }
    },
    async findCard(id) {
      const card = await findMethod(id)
      const known = card && customerOf(card) !== null ? keptOf(card) : declined
      return known.outcome === 'kept' ? known : null
    },
    async removeCard({ gateway_card_id: id, customer }) {
      const card = await findMethod(id)
      // Stripe attaches a card once, to one customer: whose it is now it stays until it is detached.
      if (!card || customerOf(card) !== customer) return
      await client.paymentMethods.detach(id).catch((error: unknown) => Promise.reject(faultOf(error)))
    },
    async listCards(customer) {
      try {
        const cards = await client.paymentMethods
          .list({ customer, type: 'card', limit: 100 })
          .autoPagingToArray({ limit: 1000 })
        return cards.map(({ id, created }) => ({ gateway_card_id: id, kept_at: new Date(created * 1000) }))
      } catch (error) {
        throw faultOf(error)
      }
    },
    readEvent: (body, signature) => readStripeEvent(secrets, body, signature),
  }
}
