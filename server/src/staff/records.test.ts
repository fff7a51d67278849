import { exportSiteActivity, listSiteActivity } from '@byre/contract/activity'
import { deleteSite, getSite } from '@byre/contract/places/sites'
import * as deeds from '@byre/contract/staff/deeds'
import * as records from '@byre/contract/staff/records'
import { listSessions } from '@byre/contract/accounts/devices'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invoiced, invoicesOf } from '../testing/invoices.ts'
import { newBillingEntity, newClinic, newName, newSite } from '../testing/places.ts'
import { staffMember } from '../testing/staff.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

/* Alice is of the staff; Carol is somebody's customer. */

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
const search = async (q: string) =>
  (await testApp.call(records.searchRecords, { as: alice, query: { q } })).reply.hits.map(
    ({ kind, id }) => `${kind} ${id}`,
  )
const reason = 'Its Owner called'
const subjectsTo = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)

test('staff find people, places, payers, invoices, domains and jobs by how they begin, or by their id', async () => {
  const { billingEntity, site, invoice, email } = await invoiced(testApp, carol)
  const clinic = await newClinic(testApp, carol, { name: 'Hillside Clinic' })
  await query(`update customers.sites set name = 'Ålesund Pasture' where id = $1`, [site.id])

  for (const q of [carol.email, 'CAROL@', 'Carol W', 'whiteh', carol.id])
    assert.ok((await search(q)).includes(`account ${carol.id}`), q)
  for (const q of ['ålesund', 'ÅLESUND past', site.code, site.id])
    assert.ok((await search(q)).includes(`site ${site.id}`), q)
  assert.ok((await search('hills')).includes(`clinic ${clinic.id}`))
  assert.ok((await search(site.subdomain.slice(0, 6))).some((hit) => hit.endsWith(site.id)))
  for (const q of ['métis', email, billingEntity.id])
    assert.ok((await search(q)).includes(`billing_entity ${billingEntity.id}`), q)
  for (const q of [invoice.number, invoice.number.toLowerCase(), invoice.id])
    assert.deepEqual(await search(q), [`invoice ${invoice.id}`])

  const [job] = await query(`select id, name from pgboss.job where state <> 'completed' limit 1`)
  assert.ok((await search(String(job!['id']))).includes(`job ${String(job!['id'])}`))
  assert.ok((await search(String(job!['name']))).some((hit) => hit.startsWith('job ')))
  assert.deepEqual(await search('nothing is called so'), [])
})

test('no more than ten of a kind are given', async () => {
  await query(
    `insert into customers.users (id, email, last_name) select gen_random_uuid(), 'many' || n || '@x.example', 'Manyfold'
     from generate_series(1, 12) as n`,
  )
  await query(
    `insert into auth.accounts (id, password_hash, confirmed_at) select id, 'none', now() from customers.users where last_name = 'Manyfold'`,
  )
  await query(
    `insert into auth.emails (email, user_id) select email, id from customers.users where last_name = 'Manyfold'`,
  )
  assert.equal((await search('manyf')).length, 10)
  assert.equal((await search('many1')).length, 4)
})

test('an account, a place, a payer and an invoice are shown with what belongs to them', async () => {
  const { billingEntity, site, invoice } = await invoiced(testApp, carol)
  const at = (id: string) => ({ as: alice, params: { id } })
  const account = (await testApp.call(records.getStaffAccount, at(carol.id))).reply
  assert.deepEqual(
    [account.email, account.name, account.state, account.is_staff, account.has_app],
    [carol.email, 'Carol Whitehorse', 'active', false, false],
  )
  assert.ok(account.belongs_to.some(({ id, role }) => id === site.id && role === 'Owner'))
  assert.equal(account.sessions.length, (await testApp.call(listSessions, { as: carol })).reply.sessions.length)

  const place = (await testApp.call(records.getStaffSite, at(site.id))).reply
  assert.deepEqual([place.kind, place.state, place.payer.id], ['site', 'ok', billingEntity.id])
  assert.equal(place.subscription?.status, 'active')
  assert.deepEqual(
    place.people.map(({ id, role }) => [id, role]),
    [[carol.id, 'Owner']],
  )
  assert.equal((await testApp.call(records.getStaffClinic, at(site.id))).status, 404)

  const payer = (await testApp.call(records.getStaffBillingEntity, at(billingEntity.id))).reply
  assert.deepEqual([payer.places[0]?.id, payer.invoices[0]?.id], [site.id, invoice.id])
  assert.ok(payer.mails.some(({ state }) => state === 'completed'))
  const shown = (await testApp.call(records.getStaffInvoice, at(invoice.id))).reply
  assert.deepEqual([shown.number, shown.payer.id, shown.lines.length], [invoice.number, billingEntity.id, 1])
})

test('the timeline is read page by page, each line once', async () => {
  await query(
    `insert into platform.audit (id, actor_id, deed, kind, subject_id)
     select gen_random_uuid(), $1, 'updateUser', 'account', $1 from generate_series(1, 120)`,
    [carol.id],
  )
  const page = (after: string | null) =>
    testApp.call(records.listTimeline, {
      as: alice,
      params: { id: carol.id },
      query: after === null ? {} : { after },
    })
  const seen: string[] = []
  let after: string | null = null
  do {
    const { reply } = await page(after)
    assert.ok(reply.lines.length <= 50)
    seen.push(...reply.lines.map(({ id }) => id))
    after = reply.next
  } while (after !== null)
  assert.ok(seen.length > 120)
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(seen, seen.toSorted().reverse())
})

test('who looked at what stands in the trail', async () => {
  await testApp.call(records.getStaffAccount, { as: alice, params: { id: carol.id } })
  const [line] = await query(
    `select subject_id, actor_id, after from platform.audit where deed = 'showAccount' order by id desc limit 1`,
  )
  const { operator, staff_id } = line!['after'] as Record<string, string>
  assert.deepEqual([line!['subject_id'], operator, staff_id], [carol.id, 'Alice Moore', alice.id])
})

test('V02 staff extend a trial: activity, trail and mails are those of the command, with their name', async () => {
  const { id: payer } = await newBillingEntity(testApp, carol, { email: 'trial@north.example' })
  const { id } = await newSite(testApp, carol, { billing_entity_id: payer, name: 'Long Trial' })
  const until = new Date(testApp.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
  const extend = (body: Record<string, string>) =>
    testApp.call(deeds.staffExtendTrial, { as: alice, params: { id }, body })

  const wordless = await extend({ until, reason: 'no' })
  assert.deepEqual([wordless.status, (wordless.body['errors'] as { field: string }[])[0]?.field], [400, 'reason'])
  const done = await extend({ until, reason })
  assert.deepEqual([done.status, done.reply.done], [200, `The trial of Long Trial now ends on ${until}.`])
  const again = await extend({ until, reason })
  assert.equal(again.reply.done, 'The trial of Long Trial ends on that day already.')

  const { subscriptions } = (await testApp.call(listSubscriptions, { as: carol, query: { site_id: id } })).reply
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
  const restored = await testApp.call(deeds.staffRestorePlace, {
    as: alice,
    params: { id: site.id },
    body: { reason },
  })
  assert.match(restored.reply.done, /was restored\. It answers at /)
  assert.equal((await testApp.call(getSite, { as: carol, params: { id: site.id } })).status, 200)

  const move = (body: Record<string, string>) =>
    testApp.call(deeds.staffMoveAddress, { as: alice, body: { reason, ...body } })
  const nameless = await move({ address: name, to: clinic.id })
  assert.deepEqual([nameless.status, nameless.body['code']], [400, 'subdomain.unavailable'])
  const moved = await move({ address: name, to: clinic.id, subdomain: other })
  assert.match(moved.reply.done, /was moved: it leads to its new place from now on\.$/)
  assert.equal((await testApp.call(getSite, { as: carol, params: { id: site.id } })).reply.subdomain, other)
  assert.equal((await move({ address: newName('none') })).status, 404)
  assert.ok((await testApp.call(exportSiteActivity, { as: carol, params: { id: site.id } })).text.includes('Alice'))
})

test('staff credit an invoice for what it was said to come to, once', async () => {
  const { billingEntity, invoice } = await invoiced(testApp, carol)
  const params = { id: invoice.id }
  const { total, is_paid } = (await testApp.call(deeds.previewCredit, { as: alice, params })).reply
  assert.deepEqual([total, is_paid], [invoice.total, true])
  const credit = (sum: number) =>
    testApp.call(deeds.staffCreditInvoice, { as: alice, params, body: { total: String(sum), reason } })
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
    testApp.call(deeds.staffResendMail, { as: alice, params, headers, body: { reason } })
  assert.equal((await resend()).reply.done, 'The mail leaves once more.')
  assert.equal((await resend()).status, 200)
  assert.equal((await testApp.mailsTo(carol.email)).length, before + 1, 'the same key sends it once')

  const done = await testApp.call(deeds.staffDropJob, { as: alice, params, body: { reason } })
  assert.deepEqual([done.status, done.body['code']], [409, 'job.not_waiting'])
  const [waiting] = await query(
    `insert into pgboss.job (name, data, start_after) values ('customers.mailStaff', '{}', now() + interval '1 hour') returning id`,
  )
  const at = { as: alice, params: { id: String(waiting!['id']) }, body: { reason } }
  assert.match((await testApp.call(deeds.staffRetryJob, at)).reply.done, /is due now/)
  assert.match((await testApp.call(deeds.staffDropJob, at)).reply.done, /was dropped/)
  assert.equal((await testApp.call(deeds.staffDropJob, at)).status, 404)
})

test('staff sign somebody out, close their account and open it again', async () => {
  const erin = await testApp.person('erin')
  const at = { as: alice, params: { id: erin.id }, body: { reason } }
  assert.match((await testApp.call(deeds.staffEndSessions, at)).reply.done, /was signed out \(1\)/)
  assert.equal((await testApp.call(listSessions, { as: erin })).status, 401)
  assert.match((await testApp.call(deeds.staffCloseAccount, at)).reply.done, /is closed/)
  const state = async () =>
    (await testApp.call(records.getStaffAccount, { as: alice, params: { id: erin.id } })).reply.state
  assert.equal(await state(), 'disabled')
  assert.match((await testApp.call(deeds.staffOpenAccount, at)).reply.done, /is open/)
  assert.equal(await state(), 'active')
  assert.match((await testApp.call(deeds.staffRevokeApiKeys, at)).reply.done, /^Keys revoked: 0\.$/)
})

test('V02 whatever changes something asks again who they are', async () => {
  await query(`update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`, [alice.id])
  const at = { as: alice, params: { id: carol.id }, body: { reason } }
  for (const endpoint of [deeds.staffEndSessions, deeds.staffCloseAccount, deeds.staffRetryJob, deeds.staffResendMail])
    assert.equal((await testApp.call(endpoint, at)).body['code'], 'session.reauth_required', endpoint.name)
  assert.equal((await testApp.call(listSessions, { as: carol })).status, 200)
})

test('every look-up goes by an index', async () => {
  const client = await testApp.database.pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const plansOf = async (text: string, values: unknown[]) =>
      JSON.stringify((await client.query(`explain (format json) ${text}`, values)).rows)
    for (const [table, column] of [
      ['auth.emails', 'email'],
      ['customers.users', `lower(first_name || ' ' || coalesce(last_name, ''))`],
      ['customers.users', 'lower(last_name)'],
      ['customers.sites', 'lower(name)'],
      ['customers.clinics', 'lower(name)'],
      ['customers.clinics', 'email'],
      ['customers.billing_entities', 'lower(name)'],
      ['customers.billing_entities', 'email'],
      ['customers.host_names', 'name'],
      ['customers.domain_claims', 'domain'],
      ['payments.invoices', 'number'],
    ]) {
      const plan = await plansOf(
        `select from ${table} where ${column} collate "C" >= $1::text collate "C"
         and ${column} collate "C" < ($1::text || '\u{10FFFF}') collate "C" order by ${column} collate "C" limit 10`,
        ['ab'],
      )
      assert.match(plan, /Index (?:Only )?Scan|Bitmap Index Scan/, `${table} ${column}`)
      assert.doesNotMatch(plan, /Seq Scan/, `${table} ${column}`)
    }
  } finally {
    client.release(true)
  }
})
