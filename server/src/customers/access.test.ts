import { deleteBillingEntity, getBillingEntity, updateBillingEntity } from '@byre/contract/billing-entities'
import type { Endpoint } from '@byre/contract/endpoint'
import { listBillingEntityUsers, listSiteUsers, type Role } from '@byre/contract/members'
import { validateDomain } from '@byre/contract/host-names'
import { createSite, deleteSite, getSite, updateSite } from '@byre/contract/sites'
import { getUser, updateUser } from '@byre/contract/users'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { join, newName, newPayer, newSite, plans, siteFields } from '../testing/places.ts'
import { World, type Person } from '../testing/world.ts'

/*
 * Who may do what (decisions.md section 5), a case for each cell: the place is Alice's, and someone with
 * the role named, or none, makes the call.
 */

let world: World
let alice: Person
const people = new Map<string, Person | undefined>()

before(async () => {
  world = await World.start()
  alice = await world.person('alice')
  people.set('the Owner', alice)
  people.set('an Admin', await world.person('bob'))
  people.set('a User', await world.person('dora'))
  people.set('a stranger', await world.person('carol'))
  people.set('nobody signed in', undefined)
})
after(() => world.close())

const actors = ['the Owner', 'an Admin', 'a User', 'a stranger', 'nobody signed in'] as const
type Actor = (typeof actors)[number]
const roleOf: Partial<Record<Actor, Role>> = { 'an Admin': 'Admin', 'a User': 'User' }

interface Setting {
  site: string
  payer: string
  me: Person | undefined
}
interface Cell {
  what: string
  /** What each actor is answered, in the order of `actors`. */
  answers: [number, number, number, number, number]
  ask: (setting: Setting) => Promise<{ status: number }>
}

const call = <E extends Endpoint>(
  endpoint: E,
  me: Person | undefined,
  id: string,
  body?: Record<string, unknown>,
) => world.call(endpoint, { as: me, params: { id }, body })

/** Changes of what a site costs need a payer in which the asker is somebody; here they are its Owner. */
const cells: Cell[] = [
  {
    what: 'read a site',
    answers: [200, 200, 200, 404, 401],
    ask: ({ site, me }) => call(getSite, me, site),
  },
  {
    what: 'see who belongs to a site',
    answers: [200, 200, 200, 404, 401],
    ask: ({ site, me }) => call(listSiteUsers, me, site),
  },
  {
    what: 'edit a site',
    answers: [200, 200, 403, 404, 401],
    ask: ({ site, me }) => call(updateSite, me, site, { name: 'Other' }),
  },
  {
    what: 'change a site’s subdomain',
    answers: [200, 403, 403, 404, 401],
    ask: ({ site, me }) => call(updateSite, me, site, { subdomain: newName('moved') }),
  },
  {
    what: 'change a site’s plan, being somebody at its payer,',
    answers: [200, 403, 403, 404, 401],
    ask: ({ site, me }) => call(updateSite, me, site, { plan_id: plans.herd }),
  },
  {
    what: 'change who pays for a site',
    answers: [200, 403, 403, 404, 401],
    ask: async ({ site, me }) =>
      call(updateSite, me, site, { billing_entity_id: (await newPayer(world, me ?? alice)).id }),
  },
  {
    what: 'delete a site',
    answers: [200, 403, 403, 404, 401],
    ask: ({ site, me }) => call(deleteSite, me, site),
  },
  {
    what: 'read a billing entity',
    answers: [200, 200, 200, 404, 401],
    ask: ({ payer, me }) => call(getBillingEntity, me, payer),
  },
  {
    what: 'see who belongs to a billing entity',
    answers: [200, 200, 403, 404, 401],
    ask: ({ payer, me }) => call(listBillingEntityUsers, me, payer),
  },
  {
    what: 'edit a billing entity',
    answers: [200, 200, 403, 404, 401],
    ask: ({ payer, me }) => call(updateBillingEntity, me, payer, { name: 'Other' }),
  },
  {
    what: 'set up a site at a billing entity’s cost',
    answers: [201, 201, 403, 404, 401],
    ask: ({ payer, me }) => world.call(createSite, { as: me, body: siteFields(payer) }),
  },
  {
    what: 'delete a billing entity',
    answers: [409, 403, 403, 404, 401],
    ask: ({ payer, me }) => call(deleteBillingEntity, me, payer),
  },
]

for (const { what, answers, ask } of cells) {
  describe(`C02 to ${what}`, () => {
    actors.forEach((actor, at) => {
      test(`${actor} is answered ${answers[at]}`, async () => {
        const site = await newSite(world, alice)
        const me = people.get(actor)
        const role = roleOf[actor]
        if (me && role) {
          await join(world, me, 'site', site.id, role)
          await join(world, me, 'billing_entity', site.billing_entity_id, role)
        }
        const before = await rows(site.id, site.billing_entity_id)

        const answer = await ask({ site: site.id, payer: site.billing_entity_id, me })

        assert.equal(answer.status, answers[at])
        if (answer.status >= 400) assert.deepEqual(await rows(site.id, site.billing_entity_id), before)
      })
    })
  })
}

async function rows(siteId: string, payerId: string) {
  const { rows } = await world.database.pool.query(
    `select to_jsonb(s) as site, to_jsonb(b) as payer,
       (select count(*) from customers.sites where billing_entity_id = $2) as sites,
       (select jsonb_agg(h) from customers.host_names h where h.place_id = $1) as names
     from customers.sites s, customers.billing_entities b where s.id = $1 and b.id = $2`,
    [siteId, payerId],
  )
  return rows
}

describe('C02 what is not yours looks like what is not there', () => {
  const calls = [getSite, updateSite, deleteSite, listSiteUsers]
  const payerCalls = [getBillingEntity, updateBillingEntity, deleteBillingEntity, listBillingEntityUsers]
  for (const endpoint of [...calls, ...payerCalls, getUser, updateUser] as Endpoint[])
    test(`${endpoint.method} ${endpoint.path}`, async () => {
      const site = await newSite(world, alice)
      const carol = people.get('a stranger')
      const kind = endpoint.path.split('/')[3]
      const theirs = kind === 'sites' ? site.id : kind === 'users' ? alice.id : site.billing_entity_id

      const [foreign, missing] = await Promise.all(
        [theirs, randomUUID()].map((id) => call(endpoint, carol, id, {})),
      )

      assert.equal(foreign?.status, 404)
      assert.deepEqual({ ...foreign?.body, request_id: '' }, { ...missing?.body, request_id: '' })
    })
})

test('C02 a removed member is a stranger with the next call', async () => {
  const bob = people.get('an Admin')!
  const site = await newSite(world, alice)
  await join(world, bob, 'site', site.id, 'Admin')
  assert.equal((await call(getSite, bob, site.id)).status, 200)

  await world.database.pool.query('delete from customers.members where place_id = $1 and user_id = $2', [
    site.id,
    bob.id,
  ])

  assert.equal((await call(getSite, bob, site.id)).status, 404)
})

test('C02 a place of another kind is not found under this one', async () => {
  const site = await newSite(world, alice)
  assert.equal((await call(getSite, alice, site.billing_entity_id)).status, 404)
  assert.equal((await call(updateSite, alice, site.billing_entity_id, { name: 'Other' })).status, 404)
  assert.equal((await call(getBillingEntity, alice, site.id)).status, 404)
  assert.equal((await call(listBillingEntityUsers, alice, site.id)).status, 404)
})

test('C03 changing the plan needs a right at the present payer, whoever owns the site', async () => {
  const carol = people.get('a stranger')!
  const site = await newSite(world, alice)
  await join(world, carol, 'site', site.id, 'Owner')

  const change = () => call(updateSite, carol, site.id, { plan_id: plans.herd })

  assert.equal((await change()).status, 403)
  await join(world, carol, 'billing_entity', site.billing_entity_id, 'User')
  assert.equal((await change()).status, 403)
  await join(world, carol, 'billing_entity', site.billing_entity_id, 'Admin')
  assert.equal((await change()).status, 200)
})

test('C03 a payer one does not belong to looks like none, and nothing is written', async () => {
  const carol = people.get('a stranger')!
  const site = await newSite(world, carol)
  const alices = await newPayer(world, alice)
  const before = await rows(site.id, alices.id)

  const created = await world.call(createSite, { as: carol, body: siteFields(alices.id) })
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
  const answer = await world.call(validateDomain, { body: { subdomain: 'north' } })
  assert.equal(answer.status, 401)
})
