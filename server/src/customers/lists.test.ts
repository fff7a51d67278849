import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import type { Endpoint } from '@byre/contract/endpoint'
import { listBillingEntityUsers, listSiteUsers } from '@byre/contract/people/members'
import { listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { tokenHash } from '../platform/secrets.ts'
import type { DB } from '../platform/database/db.ts'
import { tablesScanned } from '../testing/statements.ts'
import { TestApp, type Person } from '../testing/test-app.ts'
import { listBillingEntities as billingEntityRows } from './billing-entities/billing-entities.queries.ts'
import { listMembers } from './members/members.queries.ts'
import { listedBilling } from '../payments/subscriptions/listed-places.queries.ts'
import { listComingCharges, listUncertainEntities } from '../payments/subscriptions/overview.queries.ts'
import { listSpentMonths } from '../payments/subscriptions/spending.queries.ts'
import { findPlacesInView } from './places/overview.queries.ts'
import { placeLists } from './places/place-lists.queries.ts'

/* Lists over 50,000 sites, payers and people; Alice has 60 of each, Heidi 10,050. */

let testApp: TestApp
let alice: Person
let heidi: Person
const idOf = (kind: string, n: number) => `019b0000-000${kind}-7000-8000-${n.toString(16).padStart(12, '0')}`
const sqlId = (kind: string, n: string) =>
  `('019b0000-000${kind}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  heidi = await testApp.person('heidi')
  const owner = `case when n < 60 then '${alice.id}'::uuid when n < 10110 then '${heidi.id}'::uuid
    else ${sqlId('a', 'n')} end`
  // Filling tables may take longer than a request is given.
  const patient = { ...testApp.database.pool.options, statement_timeout: 0, query_timeout: 0 }
  const client = new pg.Client(patient as pg.ClientConfig)
  await client.connect()
  await client.query(`
    insert into customers.users (id, email, last_name)
      select ${sqlId('a', 'n')}, 'u' || n || '@many.example', 'User ' || n from generate_series(0, 49999) n;
    insert into customers.billing_entities (id, name, email, phone)
      select ${sqlId('b', 'n')}, 'Payer ' || lpad(n::text, 5, '0'), 'p' || n || '@many.example', '4035550100'
      from generate_series(0, 49999) n;
    insert into customers.sites (id, name, description, subdomain, code, billing_entity_id, plan_id)
      select ${sqlId('c', 'n')}, 'Site ' || lpad((49999 - n)::text, 5, '0'), '', 'many-' || n,
        translate(upper(lpad(to_hex(n), 8, '0')), '01', 'XY'), ${sqlId('b', 'n')}, ${sqlId('d', '1')}
      from generate_series(0, 49999) n;
    insert into customers.host_names (name, kind, place_id, state)
      select subdomain, 'site', id, 'live' from customers.sites;
    insert into customers.members (kind, place_id, user_id, role)
      select kind, place_id, owner, 'Owner' from (
        select 'site' as kind, ${sqlId('c', 'n')} as place_id, ${owner} as owner from generate_series(0, 49999) n
        union all select 'billing_entity', ${sqlId('b', 'n')}, ${owner} from generate_series(0, 49999) n) t;
    insert into customers.members (kind, place_id, user_id, role)
      select 'site', ${sqlId('c', '0')}, ${sqlId('a', 'n')}, 'User' from generate_series(0, 99) n;
    insert into customers.hands (id, place_id, kind, name)
      select ${sqlId('e', 'n')}, ${sqlId('c', 'n % 20000 + 1')}, 'site', 'Hand ' || n from generate_series(0, 49999) n;
    update customers.sites set deleted_at = now() where id = ${sqlId('c', '59')};
    update customers.members set place_deleted_at = now() where place_id = ${sqlId('c', '59')};`)
  await client.query('vacuum analyze')
  await client.end()
})
after(() => testApp.close())

const sites = (as: Person, query: Record<string, string> = {}) => testApp.call(listSites, { as, query })

describe('a list of sites', () => {
  test('holds the caller’s own, page by page, with an exact total', async () => {
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => sites(alice, { page })))
    assert.deepEqual(
      pages.map(({ reply }) => [reply.sites.length, reply.total, reply.page, reply.per_page]),
      [
        [25, 59, 1, 25],
        [25, 59, 2, 25],
        [9, 59, 3, 25],
        [0, 59, 4, 25],
      ],
    )
    assert.deepEqual(
      pages.flatMap(({ reply }) => reply.sites.map(({ id }) => id)),
      Array.from({ length: 59 }, (_, n) => idOf('c', n)),
    )
  })

  test('comes in each order', async () => {
    const first = async (sort: string) => (await sites(alice, { sort, per_page: '1' })).reply.sites[0]?.id
    assert.equal(await first('created_at'), idOf('c', 0))
    assert.equal(await first('-created_at'), idOf('c', 58))
    assert.equal(await first('name'), idOf('c', 58))
    assert.equal(await first('-name'), idOf('c', 0))
  })

  test('is searched by name and subdomain, in any case and without wildcards', async () => {
    const totalFor = async (q: string) => (await sites(alice, { q })).reply.total
    assert.equal(await totalFor('SITE 4999'), 10)
    assert.equal(await totalFor('Many-7'), 1)
    assert.equal(await totalFor('many-'), 59)
    assert.equal(await totalFor('%'), 0)
    assert.equal(await totalFor('_'), 0)
    assert.equal(await totalFor('\\'), 0)
    assert.equal(await totalFor('many-200'), 0)
  })

  test('C10 counts to 10,000 and ends there', async () => {
    const { reply } = await sites(heidi)
    assert.deepEqual([reply.total, reply.total_capped], [10_001, true])
    assert.equal((await sites(heidi, { page: '100', per_page: '100' })).reply.sites.length, 100)
    const beyond = await sites(heidi, { page: '101', per_page: '100' })
    assert.equal(beyond.status, 400)
    assert.equal((beyond.body['errors'] as { field: string }[])[0]?.field, 'page')
    const named = await sites(heidi, { sort: 'name', q: 'site' })
    assert.equal(named.reply.total_capped, true)
    assert.equal(named.reply.sites[0]?.id, idOf('c', 10_109))
  })
})

test('lists of payers and people come in pages, orders and searches too', async () => {
  const billingEntities = (query: Record<string, string>) =>
    testApp.call(listBillingEntities, { as: alice, query })
  const all = await billingEntities({ per_page: '2000', sort: '-name' })
  assert.equal(all.reply.billing_entities.length, 60)
  assert.equal(all.reply.billing_entities[0]?.id, idOf('b', 59))
  assert.equal((await billingEntities({ q: 'P7@MANY' })).reply.billing_entities[0]?.id, idOf('b', 7))

  const people = (query: Record<string, string>) =>
    testApp.call(listSiteUsers, { as: alice, params: { id: idOf('c', 0) }, query })
  assert.deepEqual((await people({ per_page: '5', page: '21' })).reply, {
    users: (await people({ per_page: '100', page: '2' })).reply.users,
    total: 101,
    page: 21,
    per_page: 5,
  })
  assert.equal((await people({ q: 'user 42' })).reply.users[0]?.id, idOf('a', 42))
  assert.equal((await people({ q: 'u42@' })).reply.total, 1)
  assert.equal((await people({ sort: '-email', per_page: '1' })).reply.users[0]?.email, 'u9@many.example')
})

describe('C10 what a list may be asked', () => {
  const lists: [Endpoint, number][] = [
    [listSites, 100],
    [listSiteUsers, 100],
    [listBillingEntityUsers, 100],
    [listBillingEntities, 2000],
  ]
  for (const [endpoint, most] of lists)
    test(`${endpoint.path}: per_page 1 to ${most}, pages from 1, known orders`, async () => {
      const place = endpoint === listSiteUsers ? 'c' : 'b'
      const ask = (query: Record<string, string>) =>
        testApp.call(endpoint, { as: alice, params: { id: idOf(place, 0) }, query })
      const right: Record<string, string>[] = [
        { per_page: '1' },
        { per_page: String(most) },
        { page: '1' },
        { q: '' },
        { q: 'x'.repeat(100) },
        // What nobody knows is passed over.
        { force: '1' },
      ]
      for (const query of right) assert.equal((await ask(query)).status, 200, JSON.stringify(query))
      const wrong: Record<string, string>[] = [
        ...['0', String(most + 1), '-1', '1.5', '1e2', 'x', ' 5', ''].map((per_page) => ({ per_page })),
        ...['0', '-1', '10001', '1.0', 'x', ''].map((page) => ({ page })),
        ...['id', 'created_at;drop', 'NAME', 'constructor', ''].map((sort) => ({ sort })),
        { q: 'x'.repeat(101) },
      ]
      for (const query of wrong) {
        const { status, body } = await ask(query)
        assert.equal(status, 400, JSON.stringify(query))
        assert.equal((body['errors'] as { field: string }[])[0]?.field, Object.keys(query)[0])
      }
    })
})

describe('every list reads by index', () => {
  const rows = { limit: 25, offset: 50 }
  const ways: [string, (db: Kysely<DB>) => Promise<unknown>][] = []
  const wanted = (): { token_hash: Buffer } => ({ token_hash: tokenHash(alice.token) })
  const { inOrder, sought, restorable } = placeLists('site', { listedBilling })
  for (const [sort, list] of Object.entries(inOrder))
    ways.push([`sites by ${sort}`, (db) => list(db, { ...wanted(), ...rows })])
  for (const [sort, list] of Object.entries(sought))
    ways.push([`sites sought, by ${sort}`, (db) => list(db, { ...wanted(), ...rows, q: 'site', state: '' })])
  for (const [sort, list] of Object.entries(restorable))
    ways.push([
      `deleted sites by ${sort}`,
      (db) => list(db, { ...wanted(), ...rows, q: '', state: 'stopped' }),
    ])
  for (const [sort, list] of Object.entries(billingEntityRows))
    ways.push([
      `billing entities by ${sort}`,
      (db) => list(db, { ...wanted(), ...rows, q: 'pay', seers: ['Owner'] }),
    ])
  for (const [sort, list] of Object.entries(listMembers))
    ways.push([
      `members by ${sort}`,
      (db) =>
        list(db, {
          ...wanted(),
          ...rows,
          q: 'u',
          seers: ['Owner'],
          inviters: ['Owner'],
          kind: 'site',
          place_id: idOf('c', 0),
        }),
    ])

  ways.push(
    [
      'places in view',
      (db) => findPlacesInView(db, { ...wanted(), checkers: ['Owner'], inviters: ['Owner'], shown: 10 }),
    ],
    [
      'spent months',
      (db) => listSpentMonths(db, { ...wanted(), billing_entity_id: null, since: '2026-01-01' }),
    ],
    ['coming charges', (db) => listComingCharges(db, wanted())],
    [
      'uncertain billing entities',
      (db) =>
        listUncertainEntities(db, {
          ...wanted(),
          from: '2026-11-20',
          until: '2026-11-27',
          month: 24_312,
          names: 3,
        }),
    ],
  )

  for (const [what, run] of ways)
    test(what, async () => {
      assert.deepEqual(await tablesScanned(testApp.database.pool, run), [])
    })
})
