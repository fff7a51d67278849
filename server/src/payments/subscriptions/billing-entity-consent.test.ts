import { deleteClinic, getClinic } from '@byre/contract/places/clinics'
import { listInvoices } from '@byre/contract/billing/invoices'
import { deleteSite, restoreSite } from '@byre/contract/places/sites'
import {
  changeSubscriptionItem,
  createSubscriptionItem,
  listSubscriptionItems,
  previewNewItem,
} from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { giveCard } from '../../testing/billing.ts'
import { join, newClinic, newBillingEntity, newSite, plans } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

/* Nobody pays for what is not theirs: each plan is of its place's kind, and each payer's own people agree to it. */

let testApp: TestApp
let alice: Person
let bob: Person
let carol: Person

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  carol = await testApp.person('carol')
})
after(() => testApp.close())

const itemOf = async (as: Person, query: { site_id: string } | { clinic_id: string }) =>
  (await testApp.call(listSubscriptionItems, { as, query })).reply.subscription_items[0]
const change = (as: Person, id: string, body: Record<string, string>) =>
  testApp.call(changeSubscriptionItem, { as, params: { id }, body })
const put = (as: Person, site: string, body: Record<string, string>) =>
  testApp.send('PUT', `/api/v1/sites/${site}`, { as, body })
const invoicesOf = async (as: Person, billing_entity_id: string) =>
  (await testApp.call(listInvoices, { as, query: { billing_entity_id, sort: 'issued_at' } })).reply.invoices
const statusAndCode = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]

describe('of its kind', () => {
  test('C03 P06 a clinic that needs a plan is not opened by a site’s plan under a site’s name', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    const clinic = await newClinic(testApp, alice, { billing_entity_id: billingEntity.id, plan_id: '' })
    await giveCard(testApp, alice, billingEntity.id)
    await testApp.pass(20)
    const standing = () =>
      testApp.database.pool.query('select standing from customers.clinics where id = $1', [clinic.id])
    assert.equal((await standing()).rows[0].standing, 'read_only')

    const chosen = { billing_entity_id: billingEntity.id, plan_id: plans.ranch }
    for (const place of [
      { site_id: clinic.id },
      { site_id: billingEntity.id },
      { clinic_id: billingEntity.id },
    ]) {
      const body = { ...chosen, plan_id: 'clinic_id' in place ? plans.solo : plans.ranch, ...place }
      assert.deepEqual(statusAndCode(await testApp.call(createSubscriptionItem, { as: alice, body })), [
        404,
        'not_found',
      ])
      assert.equal((await testApp.call(previewNewItem, { as: alice, query: body })).status, 404)
    }
    const wrongPlan = { ...chosen, clinic_id: clinic.id }
    const refused = await testApp.call(createSubscriptionItem, { as: alice, body: wrongPlan })
    assert.deepEqual(statusAndCode(refused), [400, 'plan.required'])
    assert.equal((await standing()).rows[0].standing, 'read_only')
    assert.deepEqual(await invoicesOf(alice, billingEntity.id), [])

    const right = { billing_entity_id: billingEntity.id, plan_id: plans.solo, clinic_id: clinic.id }
    assert.equal((await testApp.call(createSubscriptionItem, { as: alice, body: right })).status, 201)
    const [invoice] = await invoicesOf(alice, billingEntity.id)
    assert.equal(invoice?.subtotal, 9900)
    assert.equal(
      (await testApp.call(getClinic, { as: alice, params: { id: clinic.id } })).reply.plan_id,
      plans.solo,
    )
    await testApp.call(deleteClinic, { as: alice, params: { id: clinic.id } })
  })

  test('what was wrong before goes on until an operator, to whom it is listed, ends it', async () => {
    const billingEntity = await newBillingEntity(testApp, alice)
    await giveCard(testApp, alice, billingEntity.id)
    const clinic = await newClinic(testApp, alice, { billing_entity_id: billingEntity.id, plan_id: '' })
    const kinds = ['payments.subscriptions', 'payments.subscription_items']
    const judged = (how: 'disable' | 'enable') =>
      testApp.database.pool.query(kinds.map((table) => `alter table ${table} ${how} trigger user;`).join(''))
    await judged('disable')
    const { rows } = await testApp.database.pool.query(
      `with s as (insert into payments.subscriptions (id, billing_entity_id, site_id, status, phase, due_at)
         values (gen_random_uuid(), $1, $2, 'read_only', 'waiting', now()) returning id, billing_entity_id)
       insert into payments.subscription_items (id, subscription_id, billing_entity_id, plan_id)
       select gen_random_uuid(), s.id, s.billing_entity_id, $3 from s returning subscription_id as id`,
      [billingEntity.id, clinic.id, plans.ranch],
    )
    await judged('enable')
    await giveCard(testApp, alice, (await newBillingEntity(testApp, alice)).id)
    await testApp.pass(2)
    const unresolvedPayments = await testApp.app.listUnresolvedPayments()
    const unresolvedPayment = unresolvedPayments.find(({ key }) => key === rows[0].id)
    assert.match(unresolvedPayment?.state ?? '', /^Ranch pays for site .* not of that kind$/)
    assert.deepEqual(await testApp.app.settleUnresolvedPayment(rows[0].id, { as: 'ended' }), {
      state: 'ended',
    })
    assert.deepEqual(await testApp.app.listUnresolvedPayments(), [])
    const { rows: after } = await testApp.database.pool.query(
      'select standing from customers.clinics where id = $1',
      [clinic.id],
    )
    assert.equal(after[0].standing, 'read_only')
    const body = { clinic_id: clinic.id, billing_entity_id: billingEntity.id, plan_id: plans.solo }
    assert.equal((await testApp.call(createSubscriptionItem, { as: alice, body })).status, 201)
  })

  test('C03 the database itself refuses what is of another kind, whoever writes it', async () => {
    const [site, clinic] = [await newSite(testApp, alice), await newClinic(testApp, alice)]
    const sql = (text: string, ...values: string[]) => testApp.database.pool.query(text, values)
    const swapped = `update payments.subscriptions set site_id = $1, clinic_id = null where clinic_id = $1`
    await assert.rejects(sql(swapped, clinic.id), { constraint: 'subscriptions_kind' })
    for (const column of ['plan_id', 'pending_plan_id']) {
      const text = `update payments.subscription_items set ${column} = $2
        where subscription_id in (select id from payments.subscriptions where site_id = $1)`
      await assert.rejects(sql(text, site.id, plans.solo), { constraint: 'subscription_items_product' })
    }
    await assert.rejects(sql(`update payments.plans set product = 'clinics' where id = $1`, plans.ranch), {
      constraint: 'plans_product_kept',
    })
  })
})

/** Bob's site, paid for by Alice's payer, which he runs too, and by Carol's, which he may not see, from the next period on. */
async function movingSite() {
  const [present, next] = [await newBillingEntity(testApp, alice), await newBillingEntity(testApp, carol)]
  for (const [who, billingEntity] of [
    [alice, present],
    [carol, next],
  ] as const)
    await giveCard(testApp, who, billingEntity.id)
  await join(testApp, bob, { kind: 'billing_entity', id: present.id }, 'Admin')
  const site = await newSite(testApp, bob, { billing_entity_id: present.id })
  await testApp.pass(15)
  await join(testApp, carol, { kind: 'site', id: site.id }, 'Owner')
  assert.equal((await put(carol, site.id, { billing_entity_id: next.id })).status, 200)
  const item = await itemOf(bob, { site_id: site.id })
  return { site: site.id, present: present.id, next: next.id, item: item?.id ?? '' }
}

describe('the next payer', () => {
  test('C03 who has no right at the payer of the next period changes nothing that it will be charged', async () => {
    const { site, next, item } = await movingSite()
    const tries = [
      await change(bob, item, { plan_id: plans.feedlot }),
      await put(bob, site, { plan_id: plans.feedlot }),
      await change(bob, item, { action: 'remove' }),
      await change(bob, item, { action: 'keep' }),
      await change(bob, item, { action: 'pause', resumes_on: '2030-01-01' }),
    ]
    for (const refused of tries) {
      assert.deepEqual(statusAndCode(refused), [403, 'payer.right_missing'])
      assert.doesNotMatch(JSON.stringify(refused.body), new RegExp(next))
    }
    await testApp.pass(31)
    assert.deepEqual(
      (await invoicesOf(carol, next)).map(({ subtotal }) => subtotal),
      [2900],
    )
  })

  test('C03 whoever runs the next payer may choose what it will pay for, and stop it', async () => {
    const { site, present, next, item } = await movingSite()
    assert.equal((await change(carol, item, { plan_id: plans.herd })).status, 200)
    assert.equal((await change(carol, item, { action: 'remove' })).status, 200)
    // The former payer's people can neither take that back nor have it charged again.
    assert.deepEqual(statusAndCode(await change(alice, item, { action: 'keep' })), [403, 'role.insufficient'])
    assert.deepEqual(statusAndCode(await change(bob, item, { action: 'keep' })), [403, 'payer.right_missing'])
    assert.equal((await change(carol, item, { action: 'keep' })).status, 200)
    await testApp.pass(31)
    assert.deepEqual(
      (await invoicesOf(carol, next)).map(({ subtotal }) => subtotal),
      [7900],
    )
    assert.equal((await invoicesOf(alice, present)).length, 1)
    assert.ok(site)
  })

  test('C03 a User of the next payer, and somebody who was removed from it, have no right there', async () => {
    const { site, next, item } = await movingSite()
    await join(testApp, bob, { kind: 'billing_entity', id: next }, 'User')
    assert.deepEqual(statusAndCode(await change(bob, item, { plan_id: plans.herd })), [
      403,
      'payer.right_missing',
    ])
    assert.deepEqual(statusAndCode(await put(bob, site, { plan_id: plans.herd })), [
      403,
      'payer.right_missing',
    ])
    await join(testApp, bob, { kind: 'billing_entity', id: next }, 'Admin')
    assert.equal((await change(bob, item, { plan_id: plans.herd })).status, 200)
  })
})

describe('a deleted place', () => {
  /** Alice's payer pays for a site that Bob owns, who lost his right at the payer. */
  async function lostRight({ hasCard = true } = {}) {
    const billingEntity = await newBillingEntity(testApp, alice)
    if (hasCard) await giveCard(testApp, alice, billingEntity.id)
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'Admin')
    const site = await newSite(testApp, bob, { billing_entity_id: billingEntity.id })
    await testApp.pass(15)
    await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
    return { billingEntity: billingEntity.id, site: site.id }
  }

  test('C03 restored by an Owner without the payer’s right it keeps its paid days, and nothing is charged after them', async () => {
    const { billingEntity, site } = await lostRight()
    await testApp.call(deleteSite, { as: bob, params: { id: site } })
    const restored = await testApp.call(restoreSite, { as: bob, params: { id: site } })
    assert.equal(restored.status, 200)
    const item = await itemOf(bob, { site_id: site })
    assert.equal(item?.status, 'active')
    assert.deepEqual(statusAndCode(await change(bob, item.id, { action: 'keep' })), [
      403,
      'payer.right_missing',
    ])
    await testApp.pass(31)
    assert.equal((await invoicesOf(alice, billingEntity)).length, 1, 'paid once, before it was deleted')
  })

  test('C03 restored by whoever runs the payer it goes on as before', async () => {
    const { billingEntity, site } = await lostRight()
    await testApp.call(deleteSite, { as: bob, params: { id: site } })
    await join(testApp, alice, { kind: 'site', id: site }, 'Owner')
    await testApp.database.pool.query(
      'update customers.members set place_deleted_at = now() where place_id = $1',
      [site],
    )
    assert.equal((await testApp.call(restoreSite, { as: alice, params: { id: site } })).status, 200)
    await testApp.pass(31)
    assert.equal((await invoicesOf(alice, billingEntity)).length, 2)
  })

  test('C03 what the payer was no longer asked for is not asked for again by an Owner without its right', async () => {
    const { billingEntity, site } = await lostRight()
    const cardThat = (manner: string) =>
      testApp.database.pool.query(
        `update payments.sandbox_cards set manner = $2
         where id = (select gateway_card_id from payments.cards where billing_entity_id = $1)`,
        [billingEntity, manner],
      )
    await cardThat('generic_decline')
    await testApp.pass(33)
    assert.equal((await invoicesOf(alice, billingEntity)).at(-1)?.status, 'open')
    await testApp.call(deleteSite, { as: bob, params: { id: site } })
    assert.equal((await testApp.call(restoreSite, { as: bob, params: { id: site } })).status, 200)
    assert.equal((await invoicesOf(alice, billingEntity)).at(-1)?.status, 'uncollectible')
    assert.equal(await itemOf(bob, { site_id: site }), undefined)
    const { rows } = await testApp.database.pool.query('select standing from customers.sites where id = $1', [
      site,
    ])
    assert.equal(rows[0].standing, 'read_only')

    // Nor does it begin by itself when who runs the payer deletes and restores it: it needs a plan anew.
    const before = (await invoicesOf(alice, billingEntity)).length
    await testApp.pass(33)
    await cardThat('pays')
    await join(testApp, alice, { kind: 'site', id: site }, 'Owner')
    await testApp.call(deleteSite, { as: alice, params: { id: site } })
    assert.equal((await testApp.call(restoreSite, { as: alice, params: { id: site } })).status, 200)
    await testApp.pass(2)
    assert.equal((await invoicesOf(alice, billingEntity)).length, before)
    assert.equal(await itemOf(alice, { site_id: site }), undefined)
  })
})
