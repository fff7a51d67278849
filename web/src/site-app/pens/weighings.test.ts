import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meantOn, weighingsOfAll } from './weighings.ts'

const day = (day: string, head: number, kg: number) => ({ day, head, grams: kg * 1000 })

test('days on which a few were weighed by themselves are not of the lot', () => {
  const [first, sick, second] = [
    day('2026-03-01', 100, 300),
    day('2026-03-20', 9, 280),
    day('2026-04-30', 60, 390),
  ]
  assert.deepEqual(weighingsOfAll([first, sick, second]), [first, second])
  assert.deepEqual(weighingsOfAll([]), [])
})

test('what it is meant to weigh goes up by the same each day, also over a change of the clocks', () => {
  const first = day('2026-03-01', 100, 300)
  assert.equal(meantOn('2026-03-01', first, 1500), 300_000)
  assert.equal(meantOn('2026-04-30', first, 1500), 390_000)
})
