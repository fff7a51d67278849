import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressIn } from './invited.ts'

test('an invite link fills in the address it was sent to', () => {
  assert.equal(addressIn('/invites?invite=7#to=bob%40ranch.example'), 'bob@ranch.example')
  assert.equal(addressIn('#to=Bob@Ranch.example'), 'bob@ranch.example')
})

test('a plus in the address stays one, escaped or not', () => {
  assert.equal(addressIn('#to=bob%2Bcows%40ranch.example'), 'bob+cows@ranch.example')
  assert.equal(addressIn('#to=bob+cows@ranch.example'), 'bob+cows@ranch.example')
})

test('anything else leaves the field free, so that nobody is stuck with it', () => {
  for (const link of [
    '',
    '/',
    '#',
    '#to=',
    '#to=nobody',
    '/invites?to=bob@ranch.example',
    '#from=a@b.example',
  ])
    assert.equal(addressIn(link), '', link)
})
