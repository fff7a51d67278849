import { listSiteActivity } from '@byre/contract/activity'
import { changeSiteUserRole, listSiteUsers } from '@byre/contract/people/members'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { newSite } from '../testing/places.ts'
import { tablesScanned } from '../testing/statements.ts'
import { TestApp, type Person } from '../testing/test-app.ts'
import { tokenHash } from '../platform/secrets.ts'
import { listActivity } from './activity/activity.queries.ts'

/* A site of 10,000 members and 500 unregistered, at which 60,000 commands were done; and 30,000 people elsewhere. */

let testApp: TestApp
let alice: Person
let site: string
let billingEntity: string
const memberId = (n: string) => `('019b0000-0001-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const code = `translate(upper(lpad(to_hex(n), 8, '0')), '01', 'XY')`
const elsewhere = (n: string) => `('019b0000-0002-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

before(async () => {
  testApp = await TestApp.start({}, { processes: 2 })
  alice = await testApp.person('alice')
  ;({ id: site, billing_entity_id: billingEntity } = await newSite(testApp, alice))
  // Filling tables may take longer than a request is given.
  const patient = { ...testApp.database.pool.options, statement_timeout: 0, query_timeout: 0 }
  const client = new pg.Client(patient as pg.ClientConfig)
  await client.connect()
  await client.query(`
    insert into customers.users (id, email, first_name, last_name)
      select ${memberId('n')}, 'u' || n || '@crowd.example', 'Hand', 'No ' || lpad(n::text, 5, '0')
      from generate_series(1, 39999) n;
    insert into customers.members (place_id, user_id, kind, role)
      select case when n < 10000 then '${site}'::uuid else ${elsewhere('n / 10')} end, ${memberId('n')}, 'site',
        case when n % 100 = 0 then 'Admin' else 'User' end
      from generate_series(1, 39999) n;
    insert into customers.hands (id, place_id, kind, name)
      select ${elsewhere('n')}, case when n <= 500 then '${site}'::uuid else ${elsewhere('n')} end, 'site', 'Name ' || n
      from generate_series(1, 20000) n;
    insert into customers.billing_entities (id, name, email, phone)
      select ${elsewhere('n')}, 'Payer', 'p@crowd.example', '4035550100' from generate_series(1, 9000) n;
    insert into customers.sites (id, name, description, subdomain, code, billing_entity_id, plan_id)
      select ${elsewhere('n')}, 'Site', '', 'crowd', ${code}, ${elsewhere('n')}, ${elsewhere('n')}
      from generate_series(1, 9000) n;
    insert into customers.clinics (id, name, email, phone, subdomain, code, billing_entity_id)
      select ${elsewhere('n')}, 'Clinic', 'c@crowd.example', '14035550100', 'crowd', ${code}, ${elsewhere('n')}
      from generate_series(1, 9000) n;
    insert into platform.audit (id, actor_id, deed, kind, subject_id, after)
      select ${elsewhere('n')}, ${memberId('1')}, 'updateSite', 'site',
        case when n % 2 = 0 then '${site}'::uuid else ${elsewhere('n')} end,
        case when n % 1000 = 0 then jsonb_build_object('billing_entity_id', ${elsewhere('n')}) else '{}' end
      from generate_series(1, 60000) n;`)
  await client.query('vacuum analyze')
  await client.end()
})
after(() => testApp.close())

/** Each page from the other process than the one before. */
let turn = 0
const users = (query: Record<string, string>) =>
  testApp.call(listSiteUsers, { as: alice, params: { id: site }, query, at: testApp.processes[turn++ % 2] })

describe('a site of ten thousand members stays usable', () => {
  test('its list comes page by page, the deepest too, and its total is capped', async () => {
    const first = await users({})
    assert.deepEqual(
      [first.reply.users.length, first.reply.total, first.reply.total_capped],
      [25, 10_001, true],
    )
    const last = await users({ page: '400', sort: '-created_at' })
    assert.equal(last.reply.users.length, 25)
    assert.equal((await users({ page: '401' })).status, 400)
  })

  test('whoever is sought is found, by name, address and place on the list', async () => {
    const byName = await users({ q: 'no 07777' })
    assert.deepEqual([byName.reply.total, byName.reply.users[0]?.email], [1, 'u7777@crowd.example'])
    assert.equal((await users({ q: 'U4242@CROWD' })).reply.users[0]?.last_name, 'No 04242')
    assert.equal((await users({ q: 'name 33' })).reply.total, 11)
    assert.equal((await users({ sort: 'role' })).reply.users[0]?.role, 'Owner')
    assert.equal((await users({ sort: '-role' })).reply.users[0]?.role, 'User')
  })

  test('and a role is given as among three', async () => {
    const userId = '019b0000-0001-7000-8000-000000000007'
    const change = {
      as: alice,
      params: { id: site, userId },
      body: { role: 'Admin' },
      at: testApp.processes[1],
    }
    assert.equal((await testApp.call(changeSiteUserRole, change)).reply.role, 'Admin')
    assert.equal((await users({ q: 'u7@crowd' })).reply.users[0]?.role, 'Admin')
  })
})

describe('what many did is read by index', () => {
  const page = { limit: 25, seers: ['Owner'] as const }
  for (const kind of ['site', 'billing_entity'] as const)
    test(`activity of a ${kind}`, async () => {
      const filters = { who: null, deed: null, from: null, to: null, after: null }
      const wanted = { ...page, ...filters, token_hash: tokenHash(alice.token), kind }
      const place_id = kind === 'site' ? site : billingEntity
      assert.deepEqual(
        await tablesScanned(testApp.database.pool, (db) => listActivity(db, { ...wanted, place_id })),
        [],
      )
    })

  test('a page of activity is found among thirty thousand lines', async () => {
    const page = (query: Record<string, string>, at = testApp.app) =>
      testApp.call(listSiteActivity, { as: alice, params: { id: site }, query, at })
    const { reply: first } = await page({})
    assert.equal(first.activity.length, 25)
    const { reply: second } = await page({ after: first.next! }, testApp.processes[1])
    assert.equal(new Set([...first.activity, ...second.activity].map(({ id }) => id)).size, 50)
  })
})
