import { listSpecies, speciesLibrary } from '@byre/contract/species'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fewestStatements } from '../testing/statements.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

let testApp: TestApp
let alice: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
})
after(() => testApp.close())

const list = (query: Record<string, string> = {}, as: Person | undefined = alice) =>
  testApp.call(listSpecies, { as, query })

test('the library holds what the contract names, under the same ids', async () => {
  const { status, reply } = await list({ per_page: '9999', sort: 'name' })
  assert.equal(status, 200)
  assert.deepEqual(reply, { species: speciesLibrary, total: 12, page: 1, per_page: 9999 })
  assert.deepEqual(
    speciesLibrary.map(({ name }) => name),
    [
      'Beef Cattle',
      'Bison',
      'Chicken',
      'Dairy Cattle',
      'Deer',
      'Elk',
      'Goat',
      'Horse',
      'Sheep',
      'Swine',
      'Turkey',
      'Veal Calf',
    ],
  )
})

test('comes in pages, backwards, and searched by name in any case', async () => {
  const names = async (query: Record<string, string>) =>
    (await list(query)).reply.species.map(({ name }) => name)
  assert.deepEqual(await names({ per_page: '5', page: '3' }), ['Turkey', 'Veal Calf'])
  assert.deepEqual(await names({ per_page: '1', sort: '-name' }), ['Veal Calf'])
  assert.deepEqual(await names({ q: 'CATTLE' }), ['Beef Cattle', 'Dairy Cattle'])
  assert.deepEqual((await list({ q: '%' })).reply, { species: [], total: 0, page: 1, per_page: 25 })
})

test('C10 gives at most 9,999 at once, in a known order', async () => {
  for (const query of [{ per_page: '10000' }, { per_page: '0' }, { sort: 'id' }, { page: '0' }] as Record<
    string,
    string
  >[])
    assert.equal((await list(query)).status, 400)
})

test('C01 is for those who are signed in, and asked with one statement', async () => {
  assert.equal((await testApp.call(listSpecies)).status, 401)
  assert.equal((await testApp.call(listSpecies, { as: 'x'.repeat(43) })).status, 401)
  assert.equal(await fewestStatements(testApp.database, list, 1), 1)
})
