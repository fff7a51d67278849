import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskitoTransform } from '@maskito/core'
import { readFrom, shownAs } from '../../ui/forms/masks.ts'
import { cardNumberMask } from './card-number-mask.ts'

/** What stands in the field after each key. */
const typed = (text: string) =>
  [...text].reduce((shown, key) => maskitoTransform(shown + key, cardNumberMask.options), '')

test('a card number is grouped as on its card, and its digits are kept', () => {
  assert.equal(typed('4242424242424242'), '4242 4242 4242 4242')
  assert.equal(typed('378282246310005'), '3782 822463 10005')
  assert.equal(typed('30569309025904'), '3056 930902 5904')
  assert.equal(shownAs('4242-4242-4242-4242', cardNumberMask), '4242 4242 4242 4242')
  assert.equal(readFrom('4242 4242 4242 4242', cardNumberMask), '4242424242424242')
})
