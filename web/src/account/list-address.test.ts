import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed, counted, firstPage, listAddress } from './list-address.ts'

const addressFrom = (search: string) => listAddress(new URLSearchParams(search))

test('an address without a page asks for the first one, so that it is fetched once', () => {
  assert.deepEqual(addressFrom(''), { ...firstPage })
  assert.deepEqual(addressFrom('tab=sites&page=1&q='), { ...firstPage })
})

test('an address says the page and what is looked for', () => {
  assert.deepEqual(addressFrom('page=3&q=+north+herd+'), { ...firstPage, page: 3, q: 'north herd' })
})

test('an address that somebody wrote by hand never asks for what is refused', () => {
  assert.equal(addressFrom('page=-4').page, 1)
  assert.equal(addressFrom('page=1.5').page, 1)
  assert.equal(addressFrom('page=two').page, 1)
  assert.equal(addressFrom('page=401').page, 400, 'pages end 10,000 rows deep')
  assert.equal(addressFrom('page=99999999').page, 400)
  assert.equal(addressFrom('q=north%00%0Aherd').q, 'north  herd')
  assert.equal(addressFrom(`q=${'x'.repeat(400)}`).q?.length, 100)
})

test('turning a page keeps the tab and the search; a new search begins at the first page', () => {
  const now = new URLSearchParams('tab=billing&q=ranch&page=2')
  assert.equal(changed(now, { page: '3' }).toString(), 'tab=billing&q=ranch&page=3')
  assert.equal(changed(now, { q: 'herd', page: '' }).toString(), 'tab=billing&q=herd')
})

test('a tab says how many there are, and no number that is not known', () => {
  assert.equal(counted('Operation Sites', { total: 3 }), 'Operation Sites (3)')
  assert.equal(counted('Operation Sites', { total: 10_001, total_capped: true }), 'Operation Sites (10,000+)')
  assert.equal(counted('Operation Sites', undefined), 'Operation Sites')
})
