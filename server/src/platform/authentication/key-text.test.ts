import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKeyText, meansKey, newKeyText } from './key-text.ts'

test('a key is found by its prefix and told by its checksum from what only looks like one', () => {
  const keys = Array.from({ length: 200 }, newKeyText)
  assert.equal(new Set(keys).size, keys.length)
  for (const key of keys) {
    assert.match(key, /^byre_live_[0-9A-Za-z]{49}$/)
    assert.ok(meansKey(key) && isKeyText(key))
  }
  const [key = ''] = keys
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x'
    assert.ok(!isKeyText(key.slice(0, at) + other + key.slice(at + 1)), `${at}`)
  }
  for (const other of [key.slice(0, -1), `${key}0`, key.toLowerCase(), '', 'byre_live_'])
    assert.ok(!isKeyText(other), other)
})
