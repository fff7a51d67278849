import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InvoiceHead } from '@byre/contract/billing/invoices'
import { monthName } from '../month-names.ts'
import { spendingOf } from './spending.ts'

const invoice = (issued_at: string, total: number, status: InvoiceHead['status'] = 'paid') =>
  ({ issued_at, total, status }) as InvoiceHead

test('a year of spending is twelve months, each with what was invoiced in it', () => {
  const year = spendingOf(
    [
      invoice('2026-11-20T00:00:00.000Z', 2900),
      invoice('2026-11-02T00:00:00.000Z', 7900, 'open'),
      invoice('2026-10-01T00:00:00.000Z', 500, 'void'),
      invoice('2026-01-31T23:59:59.000Z', 1000),
      invoice('2025-11-30T00:00:00.000Z', 9999),
    ],
    new Date('2026-11-21T12:00:00Z'),
  )
  assert.deepEqual([year.length, year[0]?.month, year.at(-1)?.month], [12, '2025-12', '2026-11'])
  assert.deepEqual(
    year.filter(({ amount }) => amount > 0),
    [
      { month: '2026-01', amount: 1000 },
      { month: '2026-11', amount: 10800 },
    ],
  )
  assert.deepEqual([monthName('2026-01', 'long'), monthName('2026-01', 'short')], ['January 2026', 'Jan'])
})

test('a device whose clock is behind sees the newest invoice all the same', () => {
  const year = spendingOf([invoice('2027-02-01T00:00:00.000Z', 2900)], new Date('2026-11-21T12:00:00Z'))
  assert.deepEqual(year.at(-1), { month: '2027-02', amount: 2900 })
})
