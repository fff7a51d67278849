import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { randomToken } from '../../platform/secrets.ts'
import {
  ForgedEvent,
  GatewayDown,
  GatewayRefused,
  type CardRefusal,
  type Gateway,
  type GatewayEvent,
  type KeptCard,
} from '../ports.ts'
import type { Amount, Payment, PaymentOutcome, Refund, RefundOutcome } from '../ports.ts'
import {
  askedAgain,
  bookPayment,
  bookRefund,
  fileCard,
  findBooked,
  findFiledCard,
  listFiledCards,
  listRefunds,
  lockBooked,
  setExpiry,
  settlePayment,
  strikeCard,
} from './sandbox-book.ts'
import type { Manner } from '../tables.ts'
import { testCards } from './sandbox-cards.ts'

/*
 * A processor that takes no money: it knows published test numbers and no others, so that nobody's real
 * card ends up here. Its book lies in our database but is written as by an outsider: on its own
 * connection, never in our transactions.
 */

/** A payment that takes time has settled after so long. */
export const settlingSeconds = 5

/** So many answers get lost on the way when a card `forgets`: all that one guarded command waits for. */
const answersLost = 3

const hardDeclines = new Set(['fraudulent', 'card_missing'])

export interface SandboxSite {
  /** A handle of its own, not a transaction. */
  db: Db<'payments'>
  /** The address of its page where holders confirm, without the id. */
  confirmUrl: string
  /** Sends an event, as a processor calls a webhook. */
  tell: (about: GatewayEvent['about'], afterSeconds?: number) => Promise<void>
}

/** The embedded gateway. */
export function sandbox({ db, confirmUrl, tell }: SandboxSite): Gateway {
  const outcomeOf = (payment: { id: string; state: string; decline_code: string | null }): PaymentOutcome => {
    const { id: gateway_payment_id, state, decline_code: code } = payment
    if (state === 'requires_action')
      return { outcome: state, gateway_payment_id, action_url: `${confirmUrl}/${gateway_payment_id}` }
    if (state === 'succeeded' || state === 'processing') return { outcome: state, gateway_payment_id }
    const reason = state === 'canceled' || hardDeclines.has(code ?? '') ? 'hard' : 'soft'
    return { outcome: 'declined', reason, code: code ?? state, gateway_payment_id }
  }

  return {
    name: 'sandbox',
    customerFor: async ({ id }) => `sandbox_payer_${id}`,
    openFrame: async () => null,
    nameOf: ({ id }) => `sandbox_card_${id}`,

    async keepCard({ id, customer, entry, return_url }) {
      if (!('details' in entry)) return { outcome: 'refused', refused: 'card.test_only' }
      const { number, exp_month, exp_year } = entry.details
      const card = testCards.get(number)
      if (!card) return { outcome: 'refused', refused: 'card.test_only' }
      const { brand, keeping, manner = 'pays' } = card
      if (keeping !== undefined && keeping !== 'asks') return { outcome: 'refused', refused: keeping }

      const shown = { brand, last_four: number.slice(-4), exp_month, exp_year }
      const state = keeping === 'asks' ? 'waiting' : 'kept'
      const row = { id: `sandbox_card_${id}`, customer, ...shown, manner, state, return_url } as const
      const [filed] = await transaction(db, (db) => fileCard(db, row))
      if (!filed) throw new Error('the card was not filed')
      if (filed.state !== 'waiting') return keptOf(filed)
      const action_url = `${confirmUrl}/${filed.id}`
      return { outcome: 'requires_action', ...shown, action_url, gateway_setup_id: filed.id }
    },

    async findSetup(setupId) {
      const [card] = await findFiledCard(db, { id: setupId })
      return !card || card.state === 'waiting' ? null : keptOf(card)
    },
    async changeExpiry(id, expiry) {
      const [card] = await setExpiry(db, { id, ...expiry })
      return card ? keptOf(card) : { outcome: 'refused', refused: 'card.declined' }
    },
    async findCard(id) {
      const [card] = await findFiledCard(db, { id })
      const known = card && keptOf(card)
      return known?.outcome === 'kept' ? known : null
    },
    async removeCard({ gateway_card_id: id, customer }) {
      await strikeCard(db, { id, customer })
    },
    async listCards(customer) {
      const rows = await listFiledCards(db, { customer })
      return rows.map((row) => ({ gateway_card_id: row.id, kept_at: new Date(row.created_at) }))
    },
    readEvent() {
      throw new ForgedEvent('the sandbox is not called from outside')
    },

    async takePayment(payment) {
      const booked = await book(db, payment)
      if (booked.amount !== payment.amount || booked.currency !== payment.currency)
        throw new GatewayRefused('this key was used for another amount')
      const manner = booked.manner ?? (await mannerOf(db, { ...payment, gateway_card_id: booked.card_id }))
      if (manner === 'forgets' && booked.asked <= answersLost) throw new GatewayDown('the answer was lost')
      if (booked.state === 'processing' && booked.asked === 1)
        await tell({ kind: 'payment', id: booked.id }, settlingSeconds)
      return outcomeOf(booked)
    },
    async findPayment(id) {
      const [payment] = await findBooked(db, { id })
      if (!payment) return null
      return { key: payment.key, invoice_id: payment.invoice_id, outcome: outcomeOf(payment) }
    },
    async cancelPayment(id) {
      await settlePayment(db, { id, state: 'canceled', decline_code: 'canceled' })
    },
    refundPayment: (refund) => refundOnce(db, refund),
  }
}

interface Booked extends Amount {
  id: string
  asked: number
  card_id: string
  state: string
  decline_code: string | null
  manner?: Manner | null
}

/** The payment under this key, entered if there is none yet. */
async function book(db: Db<'payments'>, payment: Payment): Promise<Booked> {
  const { key, gateway_card_id: card_id, return_url, amount, currency } = payment
  const [again] = await askedAgain(db, { key })
  if (again) return again

  const manner = await mannerOf(db, payment)
  const { invoice_id, billing_entity_id, description } = payment
  const [booked] = await bookPayment(db, {
    id: `sandbox_payment_${randomToken(12)}`,
    key,
    card_id,
    invoice_id,
    billing_entity_id,
    amount,
    currency,
    description,
    return_url,
    ...endOf(manner),
  })
  if (!booked) throw new Error('the payment was not booked')
  return { ...booked, manner }
}

/** Null where the payer has no such card. */
async function mannerOf(
  db: Db<'payments'>,
  { gateway_card_id: id, customer }: Pick<Payment, 'gateway_card_id' | 'customer'>,
): Promise<Manner | null> {
  const [card] = await findFiledCard(db, { id })
  return card?.state === 'kept' && card.customer === customer ? card.manner : null
}

/** How a payment from a card of this manner goes; null: there is no such card. */
function endOf(manner: Manner | null) {
  const end = { decline_code: null, settles_in_seconds: null }
  if (manner === 'pays' || manner === 'forgets') return { ...end, state: 'succeeded' } as const
  if (manner === 'slow') return { ...end, state: 'processing', settles_in_seconds: settlingSeconds } as const
  if (manner === 'asks') return { ...end, state: 'requires_action' } as const
  return { ...end, state: 'declined', decline_code: manner ?? 'card_missing' } as const
}

async function refundOnce(
  db: Db<'payments'>,
  { key, gateway_payment_id, amount }: Refund,
): Promise<RefundOutcome> {
  return transaction(db, async (db) => {
    const [payment] = await lockBooked(db, { id: gateway_payment_id })
    if (payment?.state !== 'succeeded') return { outcome: 'refused', code: 'charge_not_paid' }
    const refunds = await listRefunds(db, { payment_id: gateway_payment_id })
    const same = refunds.find((refund) => refund.key === key)
    if (same) return { outcome: 'succeeded', gateway_refund_id: same.id }

    const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0)
    if (refunded + amount > payment.amount) return { outcome: 'refused', code: 'amount_too_large' }
    const id = `sandbox_refund_${randomToken(12)}`
    const [booked] = await bookRefund(db, { id, key, payment_id: gateway_payment_id, amount })
    if (!booked) throw new GatewayRefused('this key was used for another payment')
    return { outcome: 'succeeded', gateway_refund_id: id }
  })
}

interface FiledCard {
  id: string
  brand: string
  last_four: string
  exp_month: number
  exp_year: number
  state: string
}

function keptOf({ id, brand, last_four, exp_month, exp_year, state }: FiledCard): KeptCard | CardRefusal {
  if (state !== 'kept') return { outcome: 'refused', refused: 'card.declined' }
  return { outcome: 'kept', gateway_card_id: id, brand, last_four, exp_month, exp_year }
}
