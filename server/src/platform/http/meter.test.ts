import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Bearers } from './meter.ts'

const bearer = () => ({ token_hash: randomBytes(32) })

test('whose a token is stays remembered until as many others were seen', () => {
  const bearers = new Bearers(2)
  const [first, second, third] = [bearer(), bearer(), bearer()]
  bearers.remember(first, 'alice')
  bearers.remember(second, 'bob')
  bearers.remember(first, 'alice')
  assert.equal(bearers.whoOf(first), 'alice')

  bearers.remember(third, 'carol')

  assert.equal(bearers.whoOf(first), undefined)
  assert.equal(bearers.whoOf({ token_hash: Buffer.from(second.token_hash) }), 'bob')
  assert.equal(bearers.whoOf(third), 'carol')
})
