import type { cardBrands } from '@byre/contract/billing/cards'

export type CardBrand = (typeof cardBrands)[number]

/** How a brand is called. */
const names: Record<CardBrand, string> = {
  amex: 'American Express',
  dankort: 'Dankort',
  dinersclub: 'Diners Club',
  discover: 'Discover',
  elo: 'Elo',
  hipercard: 'Hipercard',
  jcb: 'JCB',
  laser: 'Laser',
  maestro: 'Maestro',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
  visaelectron: 'Visa Electron',
}

/** The leading digits each brand is issued under; a narrower range stands before the wider one it lies in. */
const leadingDigits: readonly (readonly [CardBrand, RegExp])[] = [
  ['amex', /^3[47]/],
  ['dinersclub', /^3(?:0[0-59]|6|[89])/],
  ['jcb', /^35(?:2[89]|[3-8])/],
  ['dankort', /^(?:5019|4571)/],
  ['visaelectron', /^(?:4026|417500|4405|4508|4844|491[37])/],
  [
    'elo',
    /^(?:40117[89]|431274|438935|451416|457393|45763[12]|504175|506[67]|509[0-9]|627780|636297|636368|65003[1-3])/,
  ],
  ['hipercard', /^(?:606282|3841[046]0)/],
  ['laser', /^(?:6304|670[69]|6771)/],
  ['maestro', /^(?:5018|5020|5038|5[68]|6759|676[1-3])/],
  ['discover', /^(?:6011|64[4-9]|65)/],
  ['unionpay', /^62/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['visa', /^4/],
]

/** The brand of a card number as far as it has been typed; null while it could still be any. */
export function brandOf(digits: string): CardBrand | null {
  return leadingDigits.find(([, leading]) => leading.test(digits))?.[0] ?? null
}

export const isBrand = (name: string): name is CardBrand => Object.hasOwn(names, name)

export const brandName = (brand: string) => (isBrand(brand) ? names[brand] : 'Card')
