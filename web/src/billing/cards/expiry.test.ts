import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryOf } from './expiry.ts'

test('a card is good through its month, and is spoken of in the 30 days before it ends', () => {
  const card = { exp_month: 12, exp_year: 2026 }
  const on = (time: string) => expiryOf(card, new Date(time))
  assert.deepEqual(
    ['2026-11-30T00:00:00Z', '2026-12-02T00:00:00Z', '2026-12-31T23:59:00Z', '2027-01-01T00:00:00Z'].map(on),
    ['later', 'soon', 'soon', 'past'],
  )
})
