import type { cardBrands } from '@byre/contract/billing/cards'
import type { CardRefusal } from '../ports.ts'
import type { Manner } from '../tables.ts'

export interface TestCard {
  brand: (typeof cardBrands)[number]
  /** Refused at once, or kept only when its holder confirms it. */
  keeping?: CardRefusal['refused'] | 'asks'
  manner?: Manner
}

/*
 * The numbers that processors publish for tests: Stripe's (docs.stripe.com/testing), and for the brands
 * Stripe does not take those of Adyen and Worldpay. The last two are our own, shown at the card form.
 */
export const testCards: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
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
  ['6011981111111113', { brand: 'discover' }],
  ['30569309025904', { brand: 'dinersclub' }],
  ['3056930009020004', { brand: 'dinersclub' }],
  ['3566002020360505', { brand: 'jcb' }],
  ['6200000000000005', { brand: 'unionpay' }],
  ['6200000000000047', { brand: 'unionpay' }],
  ['5019555544445555', { brand: 'dankort' }],
  ['5066991111111118', { brand: 'elo' }],
  ['6062828888666688', { brand: 'hipercard' }],
  ['6304100000000008', { brand: 'laser' }],
  ['6759649826438453', { brand: 'maestro' }],
  ['4917300800000000', { brand: 'visaelectron' }],
  ['4000000000000002', { brand: 'visa', keeping: 'card.declined' }],
  ['4000000000009987', { brand: 'visa', keeping: 'card.declined' }], // lost
  ['4000000000009979', { brand: 'visa', keeping: 'card.declined' }], // stolen
  ['4000000000000127', { brand: 'visa', keeping: 'card.declined' }], // wrong CVC
  ['4000000000000119', { brand: 'visa', keeping: 'card.declined' }], // processing error
  ['4000000000009995', { brand: 'visa', keeping: 'card.insufficient_funds' }],
  ['4000000000000069', { brand: 'visa', keeping: 'card.expired' }],
  ['4000002500003155', { brand: 'visa', keeping: 'asks' }],
  ['4000002760003184', { brand: 'visa', keeping: 'asks', manner: 'asks' }],
  ['4000008260003178', { brand: 'visa', keeping: 'asks', manner: 'insufficient_funds' }],
  ['4000003800000446', { brand: 'visa' }],
  ['4000000000000341', { brand: 'visa', manner: 'generic_decline' }],
  ['4100000000000019', { brand: 'visa', manner: 'fraudulent' }],
  ['4000000000005019', { brand: 'visa', manner: 'slow' }],
  ['4000000000005027', { brand: 'visa', manner: 'forgets' }],
])
