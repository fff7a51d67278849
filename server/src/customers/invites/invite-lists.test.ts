import { listSiteInvites } from '@byre/contract/people/invites'
import { listReceivedSiteInvites } from '@byre/contract/people/received-invites'
import type { Site } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Db } from '../../platform/database/db.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { hostOf } from '../../testing/invites.ts'
import { newSite } from '../../testing/places.ts'
import { tablesScanned } from '../../testing/statements.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { listInvites, listReceived } from './invite-lists.queries.ts'
import { deleteOldInvites, takeDueReminders } from './invite-mails.queries.ts'

/* 10,000 invitations among 10,000 sites; 3,000 of them once went to Alice's site, 40 are for Bob. */

let testApp: TestApp
let alice: Person
let bob: Person
let site: Site
before(async () => {
  testApp = await TestApp.start({}, { processes: 2 })
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  site = await newSite(testApp, alice, { name: 'Busy Ranch' })
  const idOf = (kind: string) => `('019b0000-000${kind}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const code = `translate(upper(lpad(to_hex(n), 8, '0')), '01', 'XY')`
  // Filling tables may take longer than a request is given.
  const patient = { ...testApp.database.pool.options, statement_timeout: 0, query_timeout: 0 }
  const client = new pg.Client(patient as pg.ClientConfig)
  await client.connect()
  await client.query(`
    insert into customers.users (id, email, last_name)
      select ${idOf('a')}, 'u' || n || '@many.example', 'User ' || n from generate_series(0, 9999) n;
    insert into customers.billing_entities (id, name, email, phone)
      select ${idOf('b')}, 'Payer ' || n, 'p' || n || '@many.example', '4035550100' from generate_series(0, 2999) n;
    insert into customers.clinics (id, name, email, phone, subdomain, code, billing_entity_id)
      select ${idOf('e')}, 'Clinic ' || n, 'c' || n || '@many.example', '14035550100', 'clinic-' || n, ${code},
        '${site.billing_entity_id}' from generate_series(0, 2999) n;
    insert into customers.sites (id, name, description, subdomain, code, billing_entity_id, plan_id)
      select ${idOf('c')}, 'Site ' || n, '', 'many-' || n, ${code},
        '${site.billing_entity_id}', '${site.plan_id}' from generate_series(0, 9999) n;
    insert into customers.members (kind, place_id, user_id, role)
      select 'site', ${idOf('c')}, ${idOf('a')}, 'Owner' from generate_series(0, 9999) n;
    insert into customers.invites (id, place_id, kind, email, role, invited_by, status, expired_at)
      select ${idOf('d')}, case when n < 3000 then '${site.id}'::uuid else ${idOf('c')} end, 'site',
        case when n >= 9960 then '${bob.email}' else 'v' || n || '@many.example' end, 'User',
        case when n < 3000 then '${alice.id}'::uuid else ${idOf('a')} end,
        case when n < 2000 then 'revoked' else 'sent' end, now() + interval '6 days' + n * interval '1 second'
      from generate_series(0, 9999) n;`)
  await client.query('vacuum analyze')
  await client.end()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

test('a place that has invited thousands sees them page by page', async () => {
  let turn = 0
  const list = (query: Record<string, string>) =>
    testApp.call(listSiteInvites, {
      as: alice,
      host: hostOf(site),
      query,
      at: testApp.processes[turn++ % 2],
    })
  const { reply } = await list({ status: 'sent', sort: 'email', page: '2' })
  assert.deepEqual([reply.total, reply.invites.length, reply.page], [1000, 25, 2])
  assert.equal((await list({})).reply.total, 3000)
  assert.equal((await list({ q: 'v2999@' })).reply.invites[0]?.email, 'v2999@many.example')
})

test('C10 the number for the badge counts one’s own invitations alone', async () => {
  const count = (as: Person) => testApp.call(listReceivedSiteInvites, { as, query: { per_page: '1' } })
  assert.equal((await count(bob)).reply.total, 40)
  assert.equal((await count(alice)).reply.total, 0)
})

describe('no table is read from end to end for', () => {
  const parameters = { kind: 'site', inviters: ['Owner', 'Admin'], q: '', limit: 25, offset: 0 } as const
  const cases: Record<string, (db: Db<'customers'>) => Promise<unknown>> = {}
  const ask = (person: Person) => ({ ...parameters, token_hash: tokenHash(person.token) })
  for (const sort of ['-created_at', 'email', 'expired_at'] as const)
    cases[`a place’s invitations by ${sort}`] = (db) =>
      listInvites[sort](db, { ...ask(alice), place_id: site.id, status: 'sent' })
  for (const sort of ['-created_at', 'expired_at'] as const)
    cases[`received invitations by ${sort}`] = (db) =>
      listReceived[sort](db, { ...ask(bob), id: null, status: 'sent' })
  cases['due reminders'] = (db) => takeDueReminders(db, { at_most: 200 })
  cases['what is cleared away'] = (db) => deleteOldInvites(db, {})

  for (const [what, run] of Object.entries(cases))
    test(what, async () => {
      assert.deepEqual(await tablesScanned(testApp.database.pool, run), [])
    })
})
