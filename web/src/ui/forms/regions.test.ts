import { countries, regionLabel, regionsOf } from '@byre/contract/regions'
import assert from 'node:assert/strict'
import { test } from 'node:test'

const namesIn = (country: string) => regionsOf(country).map(({ name }) => name)

test('Canada has thirteen provinces and territories, the USA its states, district, territories and islands', () => {
  assert.deepEqual(countries, ['Canada', 'USA'])
  assert.equal(namesIn('Canada').length, 13)
  assert.equal(new Set(namesIn('USA')).size, 50 + 1 + 8)
  for (const name of ['Alaska', 'District of Columbia', 'Puerto Rico', 'Guam', 'Palau', 'Marshall Islands'])
    assert.ok(namesIn('USA').includes(name), name)
  assert.deepEqual(namesIn('Mexico'), [])
})

test('a region is called by its country', () => {
  assert.deepEqual(['Canada', 'USA', null].map(regionLabel), ['Province', 'State', 'Region'])
})
