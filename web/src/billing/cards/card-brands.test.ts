import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardBrands } from '@byre/contract/billing/cards'
import { brandName, brandOf } from './card-brands.ts'

test('a card number shows its brand, also before it is whole', () => {
  const numbers = {
    '4': 'visa',
    '4242424242424242': 'visa',
    '5555555555554444': 'mastercard',
    '2223003122003222': 'mastercard',
    '2720': 'mastercard',
    '34': 'amex',
    '378282246310005': 'amex',
    '6011111111111117': 'discover',
    '30569309025904': 'dinersclub',
    '3566002020360505': 'jcb',
    '6200000000000005': 'unionpay',
    '5019717010103742': 'dankort',
    '6759649826438453': 'maestro',
    '6362970000457013': 'elo',
    '6062826786276634': 'hipercard',
    '6304000000000000': 'laser',
    '4917300800000000': 'visaelectron',
  }
  for (const [digits, brand] of Object.entries(numbers)) assert.equal(brandOf(digits), brand, digits)
})

test('digits that no brand begins with show none', () => {
  for (const digits of ['', '1', '9', '2', '3', '22']) assert.equal(brandOf(digits), null, digits)
})

test('every brand has a name; another one is a card', () => {
  for (const brand of cardBrands) assert.notEqual(brandName(brand), 'Card', brand)
  assert.equal(brandName('unheard-of'), 'Card')
})
