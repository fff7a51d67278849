import type { cardBrands } from '@byre/contract/cards'
import { sql } from 'kysely'
import { prepared, transaction, type Db } from '../../platform/db.ts'
import { randomToken } from '../../platform/secrets.ts'
import '../tables.ts'
import type { CardRefusal, Gateway } from './gateway.ts'

/*
 * A processor that takes no money: it knows the test numbers that Stripe publishes
 * (docs.stripe.com/testing) and no others, so that nobody's real card ends up here. Its book lies in
 * our database but is written as by an outsider: on its own connection, never in our transactions.
 */

interface TestCard {
  brand: (typeof cardBrands)[number]
  refusal?: CardRefusal
}

const declined: CardRefusal = { refused: 'card.declined' }
const asksForConfirmation: CardRefusal = {
  refused: 'card.declined',
  message: 'Your bank asks to confirm this card, which we do not offer yet. Please use another card.',
}

const testCards = new Map<string, TestCard>([
  ['4242424242424242', { brand: 'visa' }],
  ['4000056655665556', { brand: 'visa' }],
  ['5555555555554444', { brand: 'mastercard' }],
  ['2223003122003222', { brand: 'mastercard' }],
  ['5200828282828210', { brand: 'mastercard' }],
  ['5105105105105100', { brand: 'mastercard' }],
  ['378282246310005', { brand: 'amex' }],
  ['371449635398431', { brand: 'amex' }],
  ['6011111111111117', { brand: 'discover' }],
  ['6011000990139424', { brand: 'discover' }],
  ['30569309025904', { brand: 'dinersclub' }],
  ['3056930009020004', { brand: 'dinersclub' }],
  ['3566002020360505', { brand: 'jcb' }],
  ['6200000000000005', { brand: 'unionpay' }],
  ['4000000000000002', { brand: 'visa', refusal: declined }],
  ['4000000000009987', { brand: 'visa', refusal: declined }], // lost
  ['4000000000009979', { brand: 'visa', refusal: declined }], // stolen
  ['4000000000000127', { brand: 'visa', refusal: declined }], // wrong CVC
  ['4000000000000119', { brand: 'visa', refusal: declined }], // processing error
  ['4000000000009995', { brand: 'visa', refusal: { refused: 'card.insufficient_funds' } }],
  ['4000000000000069', { brand: 'visa', refusal: { refused: 'card.expired' } }],
  ['4000002500003155', { brand: 'visa', refusal: asksForConfirmation }], // 3-D Secure
  ['4000002760003184', { brand: 'visa', refusal: asksForConfirmation }],
])

/** The embedded gateway; `db` is a handle of its own, not a transaction. */
export function sandbox(db: Db<'payments'>): Gateway {
  return {
    name: 'sandbox',
    async keepCard(cardId, { number, exp_month, exp_year }) {
      const card = testCards.get(number)
      if (!card) return { refused: 'card.test_only' }
      if (card.refusal) return card.refusal
      const shown = { brand: card.brand, last_four: number.slice(-4), exp_month, exp_year }
      const names = { id: `sandbox_${randomToken(12)}`, reference: cardId }
      const [kept] = await transaction(db, (db) => insertCard(db, { ...names, ...shown }))
      if (!kept) throw new Error('the card was not kept')
      return kept
    },
    async removeCard(cardId) {
      await transaction(db, (db) => deleteCard(db, { reference: cardId }))
    },
    async findCards(cardIds) {
      const rows = await listReferences(db, { references: cardIds })
      return new Set(rows.map((row) => row.reference))
    },
  }
}

interface NewCard {
  id: string
  reference: string
  brand: string
  last_four: string
  exp_month: number
  exp_year: number
}

const insertCard = prepared<'payments'>()((db, p: NewCard) =>
  db
    .insertInto('payments.sandbox_cards')
    .values({
      id: p.id,
      reference: p.reference,
      brand: p.brand,
      last_four: p.last_four,
      exp_month: p.exp_month,
      exp_year: p.exp_year,
    })
    .onConflict((conflict) =>
      conflict.column('reference').doUpdateSet((set) => ({ reference: set.ref('excluded.reference') })),
    )
    .returning(['id as gateway_card_id', 'brand', 'last_four', 'exp_month', 'exp_year']),
)

const deleteCard = prepared<'payments'>()((db, p: { reference: string }) =>
  db.deleteFrom('payments.sandbox_cards').where('reference', '=', p.reference),
)

const listReferences = prepared<'payments'>()((db, p: { references: string[] }) =>
  db
    .selectFrom('payments.sandbox_cards')
    .select('reference')
    .where('reference', '=', sql<string>`any(${p.references}::uuid[])`),
)
