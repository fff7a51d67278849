import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './ids.ts'

test('ids are UUIDs of version 7, and no two are the same', () => {
  const ids = Array.from({ length: 10_000 }, () => newId())
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(new Set(ids).size, ids.length)
})

test('ids begin with their time, so that they sort by it', () => {
  const times = [0, 1, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1) + 1, Date.UTC(9999, 0, 1)]
  const ids = times.map((time) => newId(time))
  assert.deepEqual(ids.toSorted(), ids)
  assert.deepEqual(
    ids.map((id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)),
    times,
  )
})

test('what is random in an id is spread over all of its places', () => {
  const seen = Array.from({ length: 36 }, () => new Set<string>())
  for (let made = 0; made < 2000; made++) [...newId(0)].forEach((digit, at) => seen[at]?.add(digit))
  const sizes = seen.map(({ size }) => size)
  // Twelve digits of time, the version and the variant; the rest takes every value.
  assert.deepEqual(sizes.slice(0, 15), Array(15).fill(1))
  assert.equal(sizes[19], 4)
  for (const at of [15, 16, 17, 20, 21, 22, ...Array.from({ length: 12 }, (_, digit) => 24 + digit)])
    assert.equal(sizes[at], 16, `digit ${at}`)
})
