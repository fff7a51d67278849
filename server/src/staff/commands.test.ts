import { exportSiteActivity, listSiteActivity } from '@byre/contract/activity'
import { deleteSite, getSite } from '@byre/contract/places/sites'
import * as commands from '@byre/contract/staff/commands'
import * as records from '@byre/contract/staff/records'
import { listSessions } from '@byre/contract/accounts/devices'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invoiced, invoicesOf } from '../testing/invoices.ts'
import { newBillingEntity, newClinic, newName, newSite } from '../testing/places.ts'
import { staffMember } from '../testing/second-factors.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

/* What staff change. Alice is of the staff; Carol is somebody's customer. */

let testApp: TestApp
let alice: Person
let carol: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await staffMember(testApp, 'alice')
  carol = await testApp.person('carol')
  await testApp.database.pool.query(
    `update customers.users set first_name = 'Carol', last_name = 'Whitehorse' where id = $1`,
    [carol.id],
  )
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows as Record<string, unknown>[]
const reason = 'Its Owner called'
const subjectsTo = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)

test('V02 staff extend a trial: activity, trail and mails are those of the command, with their name', async () => {
  const { id: payer } = await newBillingEntity(testApp, carol, { email: 'trial@north.example' })
  const { id } = await newSite(testApp, carol, { billing_entity_id: payer, name: 'Long Trial' })
  const until = new Date(testApp.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
  const extend = (body: Record<string, string>) =>
    testApp.call(commands.staffExtendTrial, { as: alice, params: { id }, body })

  const wordless = await extend({ until, reason: 'no' })
  assert.deepEqual(
    [wordless.status, (wordless.body['errors'] as { field: string }[])[0]?.field],
    [400, 'reason'],
  )
  const done = await extend({ until, reason })
  assert.deepEqual([done.status, done.reply.done], [200, `The trial of Long Trial now ends on ${until}.`])
  const again = await extend({ until, reason })
  assert.equal(again.reply.done, 'The trial of Long Trial ends on that day already.')

  const { subscriptions } = (await testApp.call(listSubscriptions, { as: carol, query: { site_id: id } }))
    .reply
  assert.equal(subscriptions[0]?.trial_ends_at?.slice(0, 10), until)
  const { activity } = (await testApp.call(listSiteActivity, { as: carol, params: { id } })).reply
  assert.match(JSON.stringify(activity[0]), /Alice Moore/)
  assert.ok((await subjectsTo(carol.email)).includes('The free trial of Long Trial was extended'))
  const trail = await query(
    `select after, network from platform.audit where deed = 'extendTrial' and after ->> 'operator_reason' is not null order by id`,
  )
  assert.deepEqual(
    trail.map(({ after, network }) => [
      (after as Record<string, unknown>)['operator'],
      (after as Record<string, unknown>)['operator_reason'],
      (after as Record<string, unknown>)['extended'],
      network,
    ]),
    [
      ['Alice Moore', reason, true, '127.0.0.1'],
      ['Alice Moore', reason, false, '127.0.0.1'],
    ],
  )
})

test('staff restore a place and move an address', async () => {
  const [name, other] = [newName('moved'), newName('stays')]
  const site = await newSite(testApp, carol, { subdomain: name })
  const clinic = await newClinic(testApp, carol)
  await testApp.call(deleteSite, { as: carol, params: { id: site.id } })
  const restored = await testApp.call(commands.staffRestorePlace, {
    as: alice,
    params: { id: site.id },
    body: { reason },
  })
  assert.match(restored.reply.done, /was restored\. It answers at /)
  assert.equal((await testApp.call(getSite, { as: carol, params: { id: site.id } })).status, 200)

  const move = (body: Record<string, string>) =>
    testApp.call(commands.staffMoveAddress, { as: alice, body: { reason, ...body } })
  const nameless = await move({ address: name, to: clinic.id })
  assert.deepEqual([nameless.status, nameless.body['code']], [400, 'subdomain.unavailable'])
  const moved = await move({ address: name, to: clinic.id, subdomain: other })
  assert.match(moved.reply.done, /was moved: it leads to its new place from now on\.$/)
  assert.equal((await testApp.call(getSite, { as: carol, params: { id: site.id } })).reply.subdomain, other)
  assert.equal((await move({ address: newName('none') })).status, 404)
  assert.ok(
    (await testApp.call(exportSiteActivity, { as: carol, params: { id: site.id } })).text.includes('Alice'),
  )
})

test('staff credit an invoice for what it was said to come to, once', async () => {
  const { billingEntity, invoice } = await invoiced(testApp, carol)
  const params = { id: invoice.id }
  const { total, is_paid } = (await testApp.call(commands.previewCredit, { as: alice, params })).reply
  assert.deepEqual([total, is_paid], [invoice.total, true])
  const credit = (sum: number) =>
    testApp.call(commands.staffCreditInvoice, { as: alice, params, body: { total: String(sum), reason } })
  assert.equal((await credit(total - 1)).body['code'], 'invoice.not_creditable')
  assert.match((await credit(total)).reply.done, /^Credit note \S+ was issued over \d+\.\d\d\.$/)
  assert.equal((await credit(total)).status, 409)
  const kinds = (await invoicesOf(testApp, carol, billingEntity.id)).map(({ kind }) => kind)
  assert.deepEqual(kinds.toSorted(), ['credit_note', 'invoice'])
})

test('staff send a mail again, have a job done or dropped, and touch none that is done', async () => {
  const before = (await testApp.mailsTo(carol.email)).length
  const [mail] = await query(
    `select id from pgboss.job where name = 'customers.mailStaff' and state = 'completed' and data ->> 'user_id' = $1
     and data ->> 'letter' = 'restored' limit 1`,
    [carol.id],
  )
  const params = { id: String(mail!['id']) }
  const headers = { 'idempotency-key': 'once-only' }
  const resend = () =>
    testApp.call(commands.staffResendMail, { as: alice, params, headers, body: { reason } })
  assert.equal((await resend()).reply.done, 'The mail leaves once more.')
  assert.equal((await resend()).status, 200)
  assert.equal((await testApp.mailsTo(carol.email)).length, before + 1, 'the same key sends it once')

  const done = await testApp.call(commands.staffDropJob, { as: alice, params, body: { reason } })
  assert.deepEqual([done.status, done.body['code']], [409, 'job.not_waiting'])
  const [waiting] = await query(
    `insert into pgboss.job (name, data, start_after) values ('customers.mailStaff', '{}', now() + interval '1 hour') returning id`,
  )
  const at = { as: alice, params: { id: String(waiting!['id']) }, body: { reason } }
  assert.match((await testApp.call(commands.staffRetryJob, at)).reply.done, /is due now/)
  assert.match((await testApp.call(commands.staffDropJob, at)).reply.done, /was dropped/)
  assert.equal((await testApp.call(commands.staffDropJob, at)).status, 404)
})

test('staff sign somebody out, close their account and open it again', async () => {
  const erin = await testApp.person('erin')
  const at = { as: alice, params: { id: erin.id }, body: { reason } }
  assert.match((await testApp.call(commands.staffEndSessions, at)).reply.done, /was signed out \(1\)/)
  assert.equal((await testApp.call(listSessions, { as: erin })).status, 401)
  assert.match((await testApp.call(commands.staffCloseAccount, at)).reply.done, /is closed/)
  const state = async () =>
    (await testApp.call(records.getStaffAccount, { as: alice, params: { id: erin.id } })).reply.state
  assert.equal(await state(), 'disabled')
  assert.match((await testApp.call(commands.staffOpenAccount, at)).reply.done, /is open/)
  assert.equal(await state(), 'active')
  assert.match((await testApp.call(commands.staffRevokeApiKeys, at)).reply.done, /^Keys revoked: 0\.$/)
})

test('V02 whatever changes something asks again who they are', async () => {
  await query(`update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`, [
    alice.id,
  ])
  const at = { as: alice, params: { id: carol.id }, body: { reason } }
  for (const endpoint of [
    commands.staffEndSessions,
    commands.staffCloseAccount,
    commands.staffRetryJob,
    commands.staffResendMail,
  ])
    assert.equal((await testApp.call(endpoint, at)).body['code'], 'session.reauth_required', endpoint.name)
  assert.equal((await testApp.call(listSessions, { as: carol })).status, 200)
})
