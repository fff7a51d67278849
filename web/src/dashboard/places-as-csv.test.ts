import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedPlace } from '../products.ts'
import { placesAsCsv } from './places-as-csv.ts'

const place = {
  name: '=HYPERLINK("http://x")',
  launch_url: 'https://north.byre.example/',
  state: 'past_due',
  plan_name: 'Ranch',
  people: 2,
  city: '+1',
  region: 'AB',
  role: 'Owner',
  next_charge: { at: '2026-12-01T00:00:00.000Z', total: 3045, currency: 'cad' },
} as ListedPlace

test('places are a table for other programs, in which what somebody wrote is no formula', () => {
  const [header, row, end] = placesAsCsv([place]).split('\r\n')
  assert.match(header ?? '', /^\ufeffName,Address,State,Plan,Next charge on,Amount,Currency,/)
  assert.equal(
    row,
    `"'=HYPERLINK(""http://x"")",https://north.byre.example/,Past due,Ranch,2026-12-01,30.45,CAD,2,'+1,AB,Owner`,
  )
  assert.equal(end, '')
})

test('what is not told to a User is empty', () => {
  const [, row] = placesAsCsv([{ ...place, name: 'Creek', next_charge: null, role: 'User' }]).split('\r\n')
  assert.equal(row, `Creek,https://north.byre.example/,Past due,Ranch,,,,2,'+1,AB,User`)
})
