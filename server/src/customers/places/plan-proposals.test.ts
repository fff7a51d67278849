import { listBillingEntityActivity } from '@byre/contract/activity'
import { listInvoices } from '@byre/contract/billing/invoices'
import {
  acceptPlanProposal,
  declinePlanProposal,
  getClinicPlanProposal,
  getSitePlanProposal,
  listPlanProposals,
  proposeClinicPlan,
  proposeSitePlan,
  withdrawSitePlanProposal,
} from '@byre/contract/billing/plan-proposals'
import { deleteSite, getSite, restoreSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveCard } from '../../testing/billing.ts'
import { join, newClinic, newBillingEntity, newSite, plans } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'

/* Bob owns places that Alice's billing information pays for; Carol belongs to neither. */

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])

async function foreignPaid() {
  const billingEntity = await newBillingEntity(testApp, alice)
  await giveCard(testApp, alice, billingEntity.id)
  const site = await newSite(testApp, alice, { billing_entity_id: billingEntity.id })
  await join(testApp, bob, { kind: 'site', id: site.id }, 'Owner')
  await testApp.pass(15)
  return { billingEntity: billingEntity.id, site: site.id }
}

const propose = (as: Person, id: string, plan_id: string) =>
  testApp.call(proposeSitePlan, { as, params: { id }, body: { plan_id } })
const open = (as: Person, id: string) => testApp.call(getSitePlanProposal, { as, params: { id } })
const listed = (as: Person, id: string) => testApp.call(listPlanProposals, { as, params: { id } })
const accept = (as: Person, id: string) => testApp.call(acceptPlanProposal, { as, params: { id } })
const decline = (as: Person, id: string) => testApp.call(declinePlanProposal, { as, params: { id } })
const withdraw = (as: Person, id: string) => testApp.call(withdrawSitePlanProposal, { as, params: { id } })
const put = (as: Person, id: string, body: Record<string, string>) =>
  testApp.send('PUT', `/api/v1/sites/${id}`, { as, body })
const statusAndCode = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const planOf = async (id: string) => (await testApp.call(getSite, { as: bob, params: { id } })).reply.plan_id
const charged = async (billing_entity_id: string) =>
  (await testApp.call(listInvoices, { as: alice, query: { billing_entity_id, sort: 'issued_at' } })).reply
    .invoices.length

test('an Owner who does not run the payer proposes a plan; nothing is charged until somebody who does accepts', async () => {
  const { billingEntity, site } = await foreignPaid()
  assert.deepEqual(statusAndCode(await put(bob, site, { plan_id: plans.feedlot })), [
    403,
    'payer.right_missing',
  ])
  const before = (await testApp.mailsTo(alice.email)).length
  const proposed = await propose(bob, site, plans.feedlot)
  assert.equal(proposed.status, 201)
  assert.deepEqual(
    [proposed.reply.plan_id, proposed.reply.present_plan_id, proposed.reply.may_answer],
    [plans.feedlot, plans.ranch, false],
  )
  const mails = (await testApp.mailsTo(alice.email)).slice(before)
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.subject ?? '', /proposes Feedlot for North Pasture$/)
  assert.match(mails[0]?.text ?? '', /C\$249 per month/)
  assert.deepEqual([await planOf(site), await charged(billingEntity)], [plans.ranch, 1])

  const [seen] = (await listed(alice, billingEntity)).reply.plan_proposals
  assert.deepEqual([seen?.id, seen?.may_answer], [proposed.reply.id, true])
  assert.equal((await open(alice, site)).reply?.may_answer, true)
  assert.deepEqual(await accept(alice, proposed.reply.id).then(statusAndCode), [200, undefined])
  assert.deepEqual([await planOf(site), await charged(billingEntity)], [plans.feedlot, 2])
  assert.equal((await testApp.mailsTo(bob.email)).at(-1)?.subject, 'Feedlot was accepted for North Pasture')
  assert.deepEqual(statusAndCode(await accept(alice, proposed.reply.id)), [409, 'proposal.closed'])
  assert.equal((await open(bob, site)).reply, null)

  const { reply } = await testApp.call(listBillingEntityActivity, {
    as: alice,
    params: { id: billingEntity },
  })
  const words = new Set(reply.activity.map(({ what }) => what))
  assert.ok(words.has('Proposed a plan to whoever pays') && words.has('Accepted a proposed plan'))
})

test('C03 only those who run the payer answer, only an Owner proposes, and strangers see nothing', async () => {
  const { billingEntity, site } = await foreignPaid()
  assert.deepEqual(statusAndCode(await propose(carol, site, plans.herd)), [404, 'not_found'])
  await join(testApp, carol, { kind: 'site', id: site }, 'Admin')
  assert.deepEqual(statusAndCode(await propose(carol, site, plans.herd)), [403, 'role.insufficient'])
  assert.deepEqual(statusAndCode(await propose(alice, site, plans.herd)), [409, 'proposal.not_needed'])
  const { id } = (await propose(bob, site, plans.herd)).reply

  for (const answer of [accept, decline]) {
    assert.deepEqual(statusAndCode(await answer(bob, id)), [403, 'role.insufficient'])
    assert.deepEqual(statusAndCode(await answer(carol, id)), [403, 'role.insufficient'])
  }
  assert.deepEqual(statusAndCode(await withdraw(carol, site)), [403, 'role.insufficient'])
  assert.equal((await open(carol, site)).reply?.id, id)
  await join(testApp, carol, { kind: 'site', id: site }, 'User')
  assert.deepEqual(statusAndCode(await open(carol, site)), [403, 'role.insufficient'])
  assert.deepEqual(statusAndCode(await accept(carol, id)), [404, 'not_found'])
  assert.deepEqual(statusAndCode(await listed(carol, billingEntity)), [404, 'not_found'])
  assert.deepEqual(statusAndCode(await listed(bob, billingEntity)), [404, 'not_found'])
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity }, 'User')
  assert.deepEqual(statusAndCode(await listed(bob, billingEntity)), [403, 'role.insufficient'])
  assert.deepEqual(statusAndCode(await accept(bob, id)), [403, 'role.insufficient'])
  assert.equal(await planOf(site), plans.ranch)
})

test('one is open for a place: the same again is the same, another one replaces it, and it can be taken back', async () => {
  const { billingEntity, site } = await foreignPaid()
  const first = await propose(bob, site, plans.herd)
  const again = await propose(bob, site, plans.herd)
  assert.equal(again.reply.id, first.reply.id)
  const second = await propose(bob, site, plans.feedlot)
  assert.deepEqual(statusAndCode(await accept(alice, first.reply.id)), [409, 'proposal.closed'])
  assert.equal((await listed(alice, billingEntity)).reply.plan_proposals.length, 1)
  assert.equal((await withdraw(bob, site)).status, 200)
  assert.deepEqual(statusAndCode(await withdraw(bob, site)), [409, 'proposal.closed'])
  assert.deepEqual(statusAndCode(await accept(alice, second.reply.id)), [409, 'proposal.closed'])

  const third = await propose(bob, site, plans.feedlot)
  assert.equal((await decline(alice, third.reply.id)).status, 200)
  assert.equal((await testApp.mailsTo(bob.email)).at(-1)?.subject, 'Feedlot was declined for North Pasture')
  assert.deepEqual(statusAndCode(await decline(alice, third.reply.id)), [409, 'proposal.closed'])
  assert.equal(await planOf(site), plans.ranch)
})

test('a proposal ends when plan or payer change otherwise, when the site is deleted, and when its proposer is no Owner', async () => {
  const ends: Record<string, (site: string) => Promise<unknown>> = {
    'another plan': (site) => put(alice, site, { plan_id: plans.herd }),
    'another payer': async (site) =>
      put(bob, site, { billing_entity_id: (await newBillingEntity(testApp, bob)).id }),
    deleted: async (site) => {
      await testApp.call(deleteSite, { as: bob, params: { id: site } })
      return testApp.call(restoreSite, { as: alice, params: { id: site } })
    },
    'no Owner': async (site) => {
      await join(testApp, bob, { kind: 'site', id: site }, 'Admin')
      return join(testApp, bob, { kind: 'site', id: site }, 'Owner')
    },
  }
  for (const [what, end] of Object.entries(ends)) {
    const { billingEntity, site } = await foreignPaid()
    const { id } = (await propose(bob, site, plans.feedlot)).reply
    await end(site)
    assert.deepEqual(statusAndCode(await accept(alice, id)), [409, 'proposal.closed'], what)
    assert.deepEqual((await listed(alice, billingEntity)).reply.plan_proposals, [], what)
    assert.notEqual(await planOf(site), plans.feedlot, what)
  }
})

test('two who run the payer and accept at once choose the plan once', async () => {
  const { billingEntity, site } = await foreignPaid()
  await join(testApp, carol, { kind: 'billing_entity', id: billingEntity }, 'Admin')
  const { id } = (await propose(bob, site, plans.feedlot)).reply
  const answers = await Promise.all([accept(alice, id), accept(carol, id)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal(await charged(billingEntity), 2)
})

test('a plan of another product or currency cannot be proposed; a clinic is proposed its own', async () => {
  const { site } = await foreignPaid()
  for (const plan of [plans.solo, plans.ranchInUsd])
    assert.deepEqual(statusAndCode(await propose(bob, site, plan)), [400, 'plan.required'])
  const clinic = await newClinic(testApp, alice)
  await join(testApp, bob, { kind: 'clinic', id: clinic.id }, 'Owner')
  const call = { as: bob, params: { id: clinic.id } }
  assert.equal(
    (await testApp.call(proposeClinicPlan, { ...call, body: { plan_id: plans.practice } })).status,
    201,
  )
  assert.equal((await testApp.call(getClinicPlanProposal, call)).reply?.plan_id, plans.practice)
  assert.deepEqual(statusAndCode(await open(bob, clinic.id)), [404, 'not_found'])
})
