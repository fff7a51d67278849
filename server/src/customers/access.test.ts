import {
  deleteBillingEntity,
  getBillingEntity,
  updateBillingEntity,
} from '@byre/contract/billing/billing-entities'
import type { Endpoint } from '@byre/contract/endpoint'
import { listBillingEntityUsers, listSiteUsers } from '@byre/contract/people/members'
import { validateDomain } from '@byre/contract/places/host-names'
import { createSite, deleteSite, getSite, updateSite } from '@byre/contract/places/sites'
import { getUser, updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { tellOf } from '../testing/people.ts'
import { join, newBillingEntity, newSite, plans, siteFields } from '../testing/places.ts'
import type { Person } from '../testing/test-app.ts'

/*
 * What the table of rights (`testing/rights.ts`) cannot say in a cell: that what is not one's own looks
 * like what is not there, and rights at the payer. The places are Alice's; Carol is a stranger.
 */

const { testApp, alice, carol } = await tellOf('alice', 'carol')

const call = <E extends Endpoint>(
  endpoint: E,
  me: Person | undefined,
  id: string,
  body?: Record<string, unknown>,
) => testApp.call(endpoint, { as: me, params: { id }, body })

async function rows(siteId: string, billingEntityId: string) {
  const { rows } = await testApp.database.pool.query(
    `select to_jsonb(s) as site, to_jsonb(b) as payer,
       (select count(*) from customers.sites where billing_entity_id = $2) as sites,
       (select jsonb_agg(h) from customers.host_names h where h.place_id = $1) as names
     from customers.sites s, customers.billing_entities b where s.id = $1 and b.id = $2`,
    [siteId, billingEntityId],
  )
  return rows
}

describe('C02 what is not yours looks like what is not there', () => {
  const calls = [getSite, updateSite, deleteSite, listSiteUsers]
  const billingEntityCalls = [
    getBillingEntity,
    updateBillingEntity,
    deleteBillingEntity,
    listBillingEntityUsers,
  ]
  for (const endpoint of [...calls, ...billingEntityCalls, getUser, updateUser] as Endpoint[])
    test(`${endpoint.method} ${endpoint.path}`, async () => {
      const site = await newSite(testApp, alice)
      const kind = endpoint.path.split('/')[3]
      const theirs = kind === 'sites' ? site.id : kind === 'users' ? alice.id : site.billing_entity_id

      const [foreign, missing] = await Promise.all(
        [theirs, randomUUID()].map((id) => call(endpoint, carol, id, {})),
      )

      assert.equal(foreign?.status, 404)
      assert.deepEqual({ ...foreign?.body, request_id: '' }, { ...missing?.body, request_id: '' })
    })
})

test('C02 a place of another kind is not found under this one', async () => {
  const site = await newSite(testApp, alice)
  assert.equal((await call(getSite, alice, site.billing_entity_id)).status, 404)
  assert.equal((await call(updateSite, alice, site.billing_entity_id, { name: 'Other' })).status, 404)
  assert.equal((await call(getBillingEntity, alice, site.id)).status, 404)
  assert.equal((await call(listBillingEntityUsers, alice, site.id)).status, 404)
})

test('C03 changing the plan needs a right at the present payer, whoever owns the site', async () => {
  const site = await newSite(testApp, alice)
  await join(testApp, carol, { kind: 'site', id: site.id }, 'Owner')

  const change = () => call(updateSite, carol, site.id, { plan_id: plans.herd })

  assert.equal((await change()).status, 403)
  await join(testApp, carol, { kind: 'billing_entity', id: site.billing_entity_id }, 'User')
  assert.equal((await change()).status, 403)
  await join(testApp, carol, { kind: 'billing_entity', id: site.billing_entity_id }, 'Admin')
  assert.equal((await change()).status, 200)
})

test('C03 a payer one does not belong to looks like none, and nothing is written', async () => {
  const site = await newSite(testApp, carol)
  const alices = await newBillingEntity(testApp, alice)
  const before = await rows(site.id, alices.id)

  const created = await testApp.call(createSite, { as: carol, body: siteFields(alices.id) })
  const moved = await call(updateSite, carol, site.id, { billing_entity_id: alices.id, name: 'Other' })
  const unknown = await call(updateSite, carol, site.id, { billing_entity_id: randomUUID() })

  for (const answer of [created, moved, unknown]) {
    assert.equal(answer.status, 404)
    assert.equal(answer.body['code'], 'billing_entity.unknown')
    assert.deepEqual(answer.body['errors'], [
      { field: 'billing_entity_id', message: 'Please select billing information.' },
    ])
  }
  assert.deepEqual(await rows(site.id, alices.id), before)
})

test('C01 asking whether a name can be used needs a session', async () => {
  const answer = await testApp.call(validateDomain, { body: { subdomain: 'north' } })
  assert.equal(answer.status, 401)
})
