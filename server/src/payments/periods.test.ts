import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shareOf, sumOf, wholeAmount } from './money.policy.ts'
import { addTerm, dateOf, dayOf, daysIn, monthDayOf, periodFrom, type Term } from './periods.policy.ts'

const month: Term = { interval: 'month', interval_count: 1 }
const year: Term = { interval: 'year', interval_count: 1 }

/** The first days of so many periods in a row. */
function starts(from: string, term: Term, count: number): string[] {
  const days = [dayOf(from)]
  const anchor = monthDayOf(days[0]!)
  while (days.length < count) days.push(addTerm(days.at(-1)!, term, anchor))
  return days.map(dateOf)
}

test('who begins on the 31st pays on the last day of short months, and on the 31st again after them', () => {
  assert.deepEqual(starts('2026-01-31', month, 5), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
  ])
  assert.equal(starts('2028-01-31', month, 2)[1], '2028-02-29')
  assert.deepEqual(starts('2026-12-30', month, 4).slice(1), ['2027-01-30', '2027-02-28', '2027-03-30'])
})

test('a year that begins on 29 February ends on 28 February and finds the 29th again', () => {
  assert.deepEqual(starts('2024-02-29', year, 5), [
    '2024-02-29',
    '2025-02-28',
    '2026-02-28',
    '2027-02-28',
    '2028-02-29',
  ])
  assert.equal(daysIn(periodFrom(dayOf('2024-02-01'), month, 1)), 29)
  assert.equal(daysIn(periodFrom(dayOf('2024-01-01'), year, 1)), 366)
})

test('a day is the UTC day, wherever somebody reads it', () => {
  assert.equal(dateOf(dayOf('2026-03-08T23:59:59.999Z')), '2026-03-08')
  assert.equal(dateOf(dayOf('2026-03-08T23:30:00-05:00')), '2026-03-09')
  assert.throws(() => dayOf('soon'), /not a time/)
})

test('periods follow each other without a gap, and a month has 28 to 31 days', () => {
  const day = fc.integer({ min: dayOf('1999-01-01'), max: dayOf('2101-01-01') })
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 40 }), (first, count) => {
      const anchor = monthDayOf(first)
      let start = first
      for (let index = 0; index < count; index++) {
        const end = addTerm(start, month, anchor)
        assert.ok(end - start >= 28 && end - start <= 31)
        start = end
      }
      // Month by month or all at once: the same day.
      assert.equal(start, addTerm(first, { interval: 'month', interval_count: count }, anchor))
    }),
  )
})

test('money is exact: no fraction, nothing beyond 2^53, shares rounded once, halves away from zero', () => {
  for (const wrong of [0.5, Number.NaN, 2 ** 53, -(2 ** 53)]) assert.throws(() => wholeAmount(wrong))
  assert.throws(() => sumOf([Number.MAX_SAFE_INTEGER, 1]), /not an exact amount/)
  assert.deepEqual([shareOf(5, 1, 2), shareOf(-5, 1, 2), shareOf(2900, 20, 30)], [3, -3, 1933])
  assert.equal(shareOf(Number.MAX_SAFE_INTEGER, 365, 365), Number.MAX_SAFE_INTEGER)
  assert.throws(() => shareOf(Number.MAX_SAFE_INTEGER, 2, 1), /not an exact amount/)
  assert.throws(() => shareOf(1, 1, 0), /no share/)
})
