import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstsOfMonths } from './pauses.ts'

test('a pause may last until the first of any month within a year of the paid period', () => {
  const days = firstsOfMonths('2026-12-01T00:00:00.000Z')
  assert.deepEqual([days.length, days[0], days.at(-1)], [12, '2027-01-01', '2027-12-01'])
  assert.equal(firstsOfMonths('2027-01-31T00:00:00.000Z')[0], '2027-02-01')
})
