import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { canonical, nameBasedId, type Canonical } from './canonical.ts'

test('names stand in the order of their UTF-16 units, and nothing between', () => {
  // The names of RFC 8785, 3.2.3.
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
  const value = Object.fromEntries(names.map((name, at) => [name, at]))
  assert.equal(
    canonical(value),
    '{"\\r":1,"1":3,"\u0080":5,"\u00f6":6,"\u20ac":0,"\ud83d\ude00":4,"\ufb33":2}',
  )
  assert.equal(
    canonical({ b: [1, 'two', { d: -3, c: 'ü\u0007"\\/' }], a: {} }),
    '{"a":{},"b":[1,"two",{"c":"ü\\u0007\\"\\\\/","d":-3}]}',
  )
  assert.equal(canonical([]), '[]')
  assert.equal(canonical(-0), '0')
})

for (const value of [
  0.5,
  NaN,
  Infinity,
  2 ** 53,
  null,
  undefined,
  true,
  1n,
  new Date(0),
  '\ud83d',
  { a: undefined },
])
  test(`${typeof value} ${String(value)} is refused`, () => {
    assert.throws(() => canonical(value as unknown as Canonical), TypeError)
  })

test('a name that is half of a character is refused, too', () => {
  assert.throws(() => canonical({ '\ud83d': 1 }), TypeError)
})

test('an id of a name is the same everywhere, and says that it is one', () => {
  const digest = createHash('sha256').update('site 124000299999999').digest()
  const id = nameBasedId(digest)
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(nameBasedId(Uint8Array.from(digest)), id)
  assert.throws(() => nameBasedId(new Uint8Array(15)), RangeError)
})
