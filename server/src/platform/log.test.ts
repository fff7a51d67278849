import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskCardNumbers } from './log.ts'

test('O01 a card number does not stay in a log line', () => {
  const line = '{"msg":"card 4242424242424242 of","digits":"378282246310005"}'

  assert.equal(maskCardNumbers(line), '{"msg":"card [masked] of","digits":"[masked]"}')
})

test('O01 ids, times and amounts are left as they are', () => {
  const line =
    '{"time":"2026-11-21T05:12:33.101Z","id":"01931234-5678-7123-8123-123456789012","amount":123456789012}'

  assert.equal(maskCardNumbers(line), line)
})
