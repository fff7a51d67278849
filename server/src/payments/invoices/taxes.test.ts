import assert from 'node:assert/strict'
import { test } from 'node:test'
import { regionNamed } from '@byre/contract/regions'
import { taxesOn, taxSum } from './taxes.policy.ts'

const numbers = {
  GST: '123456789 RT0001',
  QST: '1234567890 TQ0001',
  'PST-BC': 'PST-1234-5678',
  'PST-SK': '1234567',
  'PST-MB': '123456-7',
}

const charged = (region: string | null, date = '2026-11-20', has: Record<string, string> = numbers) =>
  taxesOn(10_000, { country: 'Canada', region }, date, has).map(({ name, amount }) => [name, amount])

test('each province is charged its own taxes', () => {
  for (const region of ['AB', 'NT', 'NU', 'YT']) assert.deepEqual(charged(region), [['GST', 500]])
  assert.deepEqual(charged('ON'), [['HST', 1300]])
  for (const region of ['NB', 'NL', 'PE']) assert.deepEqual(charged(region), [['HST', 1500]])
  assert.deepEqual(charged('QC'), [
    ['GST', 500],
    ['QST', 998],
  ])
  assert.deepEqual(charged('BC'), [
    ['GST', 500],
    ['PST (BC)', 700],
  ])
  assert.deepEqual(charged('SK')[1], ['PST (SK)', 600])
  assert.deepEqual(charged('MB')[1], ['PST (MB)', 700])
})

test('all thirteen provinces and territories have a tax', () => {
  const regions = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT']
  for (const region of regions) {
    assert.notEqual(regionNamed('Canada', region), null)
    assert.ok(charged(region).length > 0, region)
  }
})

test('the day of issue decides the rate: Nova Scotia went from 15 to 14 percent on 1 April 2025', () => {
  assert.deepEqual(charged('NS', '2025-03-31'), [['HST', 1500]])
  assert.deepEqual(charged('NS', '2025-04-01'), [['HST', 1400]])
})

test('a tax without a number is not charged; one number serves GST and HST', () => {
  assert.deepEqual(charged('QC', '2026-11-20', {}), [])
  assert.deepEqual(charged('BC', '2026-11-20', { GST: '1' }), [['GST', 500]])
  assert.deepEqual(charged('BC', '2026-11-20', { 'PST-SK': '1' }), [])
  assert.deepEqual(charged('ON', '2026-11-20', { GST: '1' }), [['HST', 1300]])
  assert.equal(
    taxesOn(100, { country: 'Canada', region: 'ON' }, '2026-11-20', { HST: '2', GST: '1' })[0]?.number,
    '2',
  )
})

test('a payer in the USA is charged no tax; a province that is not known is charged GST alone', () => {
  assert.deepEqual(taxesOn(10_000, { country: 'USA', region: 'ND' }, '2026-11-20', numbers), [])
  assert.deepEqual(charged(null), [['GST', 500]])
  assert.deepEqual(taxesOn(10_000, { country: null, region: null }, '2026-11-20', numbers).length, 1)
})

test('each tax is rounded once, on the whole subtotal', () => {
  const [gst, qst] = taxesOn(2990, { country: 'Canada', region: 'QC' }, '2026-11-20', numbers)
  assert.deepEqual([gst?.amount, qst?.amount], [150, 298]) // 149.5 and 298.2525 cents
  assert.equal(taxSum([gst!, qst!]), 448)
})
