import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatDate,
  formatInterval,
  formatList,
  formatMoment,
  formatMoney,
  formatPerson,
  formatPhone,
  formatPrice,
} from './format.ts'

test('a date reads November 20th 2026, with the ending its day asks for', () => {
  const endings = ['01', '02', '03', '04', '11', '12', '13', '20', '21', '22', '23', '30'].map((day) =>
    formatDate(`2026-11-${day}T12:00:00.000Z`, 'UTC'),
  )
  assert.deepEqual(
    endings,
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '20th', '21st', '22nd', '23rd', '30th'].map(
      (day) => `November ${day} 2026`,
    ),
  )
  assert.equal(formatDate('2026-12-31T12:00:00.000Z', 'UTC'), 'December 31st 2026')
})

test('a date in UTC is written without a format as with one', () => {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
  const plain = (day: Date) => formatDate(day, 'UTC').replace(/(?<=\d)(?:st|nd|rd|th)/, ',')
  const moments = [
    '1999-12-31T23:59:59.999Z',
    '2000-01-01T00:00:00Z',
    '2028-02-29T00:00:00Z',
    '2100-03-01T07:00:00Z',
  ]
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1 + month * 2)))
  for (const day of [...moments.map((moment) => new Date(moment)), ...months])
    assert.equal(plain(day), format.format(day))
  assert.throws(() => formatDate('no day', 'UTC'), RangeError)
})

test('a list of one is that one, of two has a word between, of more commas, too', () => {
  assert.equal(formatList(['North Pens']), 'North Pens')
  assert.equal(formatList(['North Pens', 'Creek']), 'North Pens and Creek')
  assert.equal(
    formatList(['North Pens', 'South Yard', 'Creek'], 'disjunction'),
    'North Pens, South Yard, or Creek',
  )
  assert.equal(formatList([]), '')
})

test('a date is the day it is where its reader is', () => {
  const newYear = '2027-01-01T02:30:00.000Z'
  assert.equal(formatDate(newYear, 'UTC'), 'January 1st 2027')
  assert.equal(formatDate(newYear, 'America/Edmonton'), 'December 31st 2026')
})

test('a moment is a date with its time of day, where its reader is', () => {
  assert.equal(formatMoment('2026-11-20T14:05:09.000Z', 'UTC'), 'November 20th 2026, 2:05\u00a0PM')
  assert.equal(
    formatMoment('2026-01-01T02:30:00.000Z', 'America/Winnipeg'),
    'December 31st 2025, 8:30\u00a0PM',
  )
})

test('a price is in dollars of its country, with cents only where there are some', () => {
  assert.equal(formatMoney(2900, 'usd'), '$29')
  assert.equal(formatMoney(2900, 'cad'), 'C$29')
  assert.equal(formatMoney(249000, 'cad'), 'C$2,490')
  assert.equal(formatMoney(1450, 'usd'), '$14.50')
  assert.equal(formatMoney(5, 'cad'), 'C$0.05')
  assert.equal(formatMoney(-7900, 'usd'), '-$79')
  assert.equal(formatMoney(0, 'usd'), '$0')
  // With and without something to group, on both sides of a thousand.
  assert.equal(formatMoney(99_999, 'cad'), 'C$999.99')
  assert.equal(formatMoney(100_000, 'cad'), 'C$1,000')
  assert.equal(formatMoney(-123_456_789, 'usd'), '-$1,234,567.89')
})

test('an interval that counts more than one is in the plural', () => {
  assert.equal(formatInterval({ interval: 'month', interval_count: 1 }), 'month')
  assert.equal(formatInterval({ interval: 'month', interval_count: 3 }), '3 months')
  assert.equal(formatInterval({ interval: 'year', interval_count: 2 }), '2 years')
  assert.equal(
    formatPrice({ amount: 79000, currency: 'cad', interval: 'year', interval_count: 1 }),
    'C$790 per year',
  )
})

test('a phone reads +1 (403) 555-0123, whether ten or eleven digits are kept', () => {
  for (const phone of ['4035550123', '14035550123', '+1 403 555 0123']) {
    assert.equal(formatPhone(phone), '+1 (403) 555-0123')
  }
  assert.equal(formatPhone('4035550123', 'fr-CA'), '+1 403 555-0123')
  assert.equal(formatPhone('4035550123', 'es'), '+1 (403) 555-0123')
  assert.equal(formatPhone('12'), '12')
  assert.equal(formatPhone(null), '')
})

test('a person is called by name, and by e-mail while they have not said it', () => {
  const email = 'alice@example.com'
  assert.equal(formatPerson({ first_name: 'Alice', last_name: 'Ames', email }), 'Alice Ames')
  assert.equal(formatPerson({ first_name: null, last_name: 'Ames', email }), 'Ames')
  assert.equal(formatPerson({ first_name: null, last_name: null, email }), email)
})
