import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnderWay } from './under-way.ts'

test('what is under way is told until it is let go, and its place is taken again by the next', () => {
  const underWay = new UnderWay<{ n: number }>()
  const numbers = () => [...underWay].map(({ n }) => n)
  const [first, second] = [underWay.add({ n: 1 }), underWay.add({ n: 2 })]
  assert.deepEqual(numbers(), [1, 2])
  first()
  assert.deepEqual(numbers(), [2])
  underWay.add({ n: 3 })
  assert.deepEqual(numbers(), [3, 2])
  second()
  assert.deepEqual(numbers(), [3])
})
