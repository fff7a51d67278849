import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sample } from './sample.ts'

test('O03 the first ten of a person in a minute are kept, then one in a hundred that stands for them', () => {
  const sample = new Sample()
  const minute = 29_000_000 * 60_000
  const taken = Array.from({ length: 250 }, (_, n) => sample.take('bob', minute + n))
  const kept = taken.flatMap((count, n) => (count > 0 ? [[n + 1, count]] : []))
  const first = Array.from({ length: 10 }, (_, n) => [n + 1, 1])
  assert.deepEqual(kept, [...first, [110, 100], [210, 100]])
  assert.equal(sample.take('alice', minute), 1, 'each is counted alone')
  assert.equal(sample.take('bob', minute + 60_000), 1, 'a new minute begins anew')
})
