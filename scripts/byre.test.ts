import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { logIn, refreshSession } from '@byre/contract/accounts/sign-ins'
import { getSite, listSites } from '@byre/contract/places/sites'
import { listSecurityEvents, listSessions } from '@byre/contract/accounts/devices'
import { newApiKey } from '@byre/server/testing/api-keys'
import { killAll, startMain, stop } from '@byre/server/testing/main-process'
import { newSite } from '@byre/server/testing/places'
import { invoiced, invoicesOf } from '@byre/server/testing/invoices'
import { TestApp, type Person } from '@byre/server/testing/test-app'
import { byreAt, byreWith } from './operators/program.ts'

let testApp: TestApp
let alice: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
})
after(async () => {
  killAll()
  await testApp.close()
})

const why = ['--reason', 'a call from their ranch']
const byre = (...args: string[]) => byreAt(testApp, ...args)
const said = async (...args: string[]) => {
  const { code, out, err } = await byre(...args, ...why, '--json')
  assert.equal(code, 0, err)
  return JSON.parse(out) as Record<string, unknown>
}
const signIn = (as: Person, password = as.password) =>
  testApp.call(logIn, { body: { username: as.email, password } })

test('S09 O03 a closed account signs in nowhere, and says so only to whoever knows its password', async () => {
  const bob = await testApp.person('bob')
  const closed = await said('accounts', 'disable', bob.email)
  assert.deepEqual(closed, { email: bob.email, state: 'disabled', changed: true, sessions_ended: 1 })

  assert.equal((await testApp.call(listSessions, { as: bob })).status, 401)
  const refreshed = await testApp.call(refreshSession, { body: { token: bob.refresh, user: bob.id } })
  assert.equal(refreshed.status, 401)
  const right = await signIn(bob)
  assert.deepEqual([right.status, right.body['code']], [403, 'account.disabled'])
  const [wrong, unknown] = [
    await signIn(bob, 'Wrong-9-gate!'),
    await testApp.call(logIn, { body: { username: 'nobody@ranch.example', password: 'Wrong-9-gate!' } }),
  ]
  const bytes = ({ body: { request_id: _, ...body } }: typeof wrong) => JSON.stringify(body)
  assert.deepEqual([wrong.status, bytes(wrong)], [401, bytes(unknown)])
  assert.deepEqual(await said('accounts', 'disable', bob.email), {
    ...closed,
    changed: false,
    sessions_ended: 0,
  })

  await said('accounts', 'enable', bob.email)
  const again = await signIn(bob)
  assert.equal(again.status, 200)
  const { reply } = await testApp.call(listSecurityEvents, { as: again.reply.token })
  const events = new Set(reply.security_events.map(({ event }) => event))
  for (const event of ['closed_by_support', 'refused_while_closed', 'opened_by_support'] as const)
    assert.ok(events.has(event), event)
})

test('O03 every use leaves a line with who ran it and why, also one that only looks', async () => {
  await Promise.all([
    said('accounts', 'list', '--q', 'ALICE'),
    said('accounts', 'show', alice.email),
    said('sessions', 'list', alice.email),
  ])
  const { rows } = await testApp.database.pool.query(
    `select deed, after ->> 'operator' as operator, after ->> 'operator_reason' as reason, network
     from platform.audit where deed in ('listAccounts', 'showAccount', 'listSessions') order by deed`,
  )
  const line = { operator: userInfo().username, reason: why[1], network: 'console' }
  const commands = ['listAccounts', 'listSessions', 'showAccount']
  assert.deepEqual(
    rows,
    commands.map((deed) => ({ deed, ...line })),
  )
})

test('A14 only the command puts someone into the staff group, and takes them out', async () => {
  await said('staff', 'add', alice.email.toUpperCase())
  assert.deepEqual((await signIn(alice)).reply.user.groups, ['Admin', 'User'])
  await said('staff', 'remove', alice.email)
  assert.deepEqual((await signIn(alice)).reply.user.groups, ['User'])
})

test('S09 sessions are listed and ended', async () => {
  const carol = await testApp.person('carol')
  await signIn(carol)
  const listed = await byre('sessions', 'list', carol.email, ...why)
  assert.equal(listed.out.trim().split('\n').length, 3)
  assert.match(listed.out, /^id +device +network +created_at +last_seen_at\n/)
  assert.deepEqual(await said('sessions', 'end', carol.email), { email: carol.email, ended: 2 })
  assert.equal((await testApp.call(listSessions, { as: carol })).status, 401)
})

test('K05 API keys are listed without their text, and all of an account are revoked', async () => {
  const dora = await testApp.person('dora')
  const { key } = await newApiKey(testApp, dora)
  const listed = await byre('api-keys', 'list', dora.email, ...why)
  assert.match(listed.out, /Barn office/)
  assert.ok(!listed.out.includes('byre_live_'))
  assert.equal((await testApp.call(listSites, { as: key })).status, 200)
  assert.deepEqual(await said('api-keys', 'revoke', dora.email), { email: dora.email, revoked: 1 })
  assert.equal((await testApp.call(listSites, { as: key })).status, 401)
  assert.deepEqual(await said('api-keys', 'revoke', dora.email), { email: dora.email, revoked: 0 })
})

test('second factors are removed, and their owner is told by mail', async () => {
  await testApp.database.pool.query(
    `insert into auth.passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     values (gen_random_uuid(), $1, 'key', 'key', 0, '{}', 'My key')`,
    [alice.id],
  )
  assert.deepEqual(await said('second-factors', 'remove', alice.email), { email: alice.email, removed: true })
  assert.equal((await testApp.mailsTo(alice.email)).at(-1)?.subject, 'Two-step sign-in was turned off')
})

test('a command that is wrongly called does nothing and says how; one about nobody fails', async () => {
  assert.match((await byre('--help')).out, /accounts disable EMAIL/)
  for (const [args, message] of [
    [['accounts', 'disable', alice.email], /--reason/],
    [['accounts', 'burn', alice.email, ...why], /no command "accounts burn/],
    [['accounts', 'show', ...why], /accounts show EMAIL/],
    [['accounts', 'list', '--all', ...why], /--all/],
    [['billing', 'run', '--at', 'soon', ...why], /2026-12-01/],
    [['billing', 'run', '--at', '2030-01-01T00:00', ...why], /a time with Z or an offset/],
    [['billing', 'run', '--at', '2030-01-01', ...why], /a time with Z or an offset/],
    [['billing', 'settle', 'a refund', ...why], /--payment ID or --as/],
    [['invoices', 'credit', '0-1', '--confirm', 'all', ...why], /--confirm 33\.34/],
  ] as const) {
    const { code, out, err } = await byre(...args)
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, message)
  }
  const { code, err } = await byre('accounts', 'show', 'nobody@ranch.example', ...why)
  assert.deepEqual([code, err], [1, 'There is no account nobody@ranch.example.\n'])
})

test('billing is run at a time of one’s choosing, but never in production', async () => {
  const year = new Date().getUTCFullYear() + 4
  const did = await said('billing', 'run', '--at', `${year}-01-01T00:00Z`)
  assert.deepEqual(Object.keys(did), ['steps', 'charges'])
  const sameMoment = await said('billing', 'run', '--at', `${year - 1}-12-31T17:00-07:00`)
  assert.equal(sameMoment['steps'], 0)
  const production = {
    NODE_ENV: 'production',
    APP_SECRET: 'a secret for stories, long enough for them',
    ALLOW_SANDBOX: '1',
    SMTP_URL: 'smtp://localhost:2525',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  }
  const refused = await byreWith(production, 'billing', 'run', '--at', `${year}-01-01T00:00Z`, ...why)
  assert.equal(refused.code, 2)
  assert.match(refused.err, /not run by hand in production/)
})

test('an invoice is credited once its amount is confirmed, with a line of who did it and why', async () => {
  const { billingEntity, invoice } = await invoiced(testApp, alice)
  const credit = (...args: string[]) => byre('invoices', 'credit', invoice.number, ...args, ...why, '--json')
  const preview = await said('invoices', 'credit', invoice.number.toLowerCase())
  assert.deepEqual(
    [preview['payer'], preview['amount'], preview['is_paid'], preview['credit_note'], preview['to_do_it']],
    ['Métis Ranch Ltée', '29.00', true, null, '--confirm 29.00'],
  )
  const other = await credit('--confirm', '30.00')
  assert.deepEqual([other.code, other.out, other.err], [1, '', 'It would be 29.00, not 30.00.\n'])
  assert.equal((await invoicesOf(testApp, alice, billingEntity.id)).length, 1, 'nothing was credited so far')

  const done = await said('invoices', 'credit', invoice.number, '--confirm', '29.00')
  await testApp.settle()
  const [first, note] = await invoicesOf(testApp, alice, billingEntity.id)
  assert.deepEqual([first?.credited, note?.number, note?.refund], [2900, done['credit_note'], 2900])
  assert.ok(note?.refunded_at)
  const { rows } = await testApp.database.pool.query(
    `select after ->> 'operator' as operator, after ->> 'operator_reason' as reason,
       after ->> 'credit_note' as note
     from platform.audit where deed = 'creditInvoice' and after ? 'operator'`,
  )
  assert.deepEqual(rows, [{ operator: userInfo().username, reason: why[1], note: note?.number }])

  const again = await credit('--confirm', '29.00')
  assert.deepEqual([again.code, again.out], [1, ''])
})

test('what only an operator can end is listed with what to do, and ended by what they found', async () => {
  const { invoice } = await invoiced(testApp, alice)
  const { rows } = await testApp.database.pool.query<{ id: string }>(
    `insert into payments.refunds (id, invoice_id, gateway, gateway_payment_id, amount, currency, created_at,
       refusals, refused_code)
     values ('a refund', $1, 'sandbox', 'a payment', 2900, 'cad', now(), 6, 'charge_disputed') returning id`,
    [invoice.id],
  )
  const listed = (await said('billing', 'trouble')) as unknown as Record<string, string>[]
  assert.deepEqual(
    listed.map(({ key, invoice, state }) => [key, invoice, state]),
    [[rows[0]?.id, invoice.number, 'refund refused: charge_disputed']],
  )
  assert.match(listed[0]?.['what_to_do'] ?? '', /a payment at sandbox.*--as done/)
  assert.equal((await said('billing', 'settle', 'a refund', '--as', 'done'))['state'], 'given back')
  const { rows: lines } = await testApp.database.pool.query(
    `select after from platform.audit where deed = 'settleTrouble'`,
  )
  const line = { operator: userInfo().username, operator_reason: why[1] }
  assert.deepEqual(lines, [{ after: { key: 'a refund', as: 'done', state: 'given back', ...line } }])
  assert.equal((await byre('billing', 'trouble', ...why)).out, 'None.\n')
})

test('it reaches the embedded database while the portal runs, and when it does not', async () => {
  const parent = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
  fs.chmodSync(parent, 0o755)
  const DATA_DIR = join(parent, 'data')
  try {
    const portal = await startMain({ DATA_DIR })
    await portal.ready
    const beside = await byreWith({ DATA_DIR }, 'accounts', 'list', ...why)
    assert.deepEqual([beside.code, beside.out], [0, 'None.\n'], beside.err)
    assert.equal(await stop(portal), 0)
    const alone = await byreWith({ DATA_DIR }, 'accounts', 'list', ...why)
    assert.deepEqual([alone.code, alone.out], [0, 'None.\n'], alone.err)
  } finally {
    fs.rmSync(parent, { recursive: true, force: true })
  }
})

test('O03 C02 an operator lists who asked for what is not theirs, of one place or person', async () => {
  const erin = await testApp.person('erin')
  const site = await newSite(testApp, alice)
  assert.equal((await testApp.call(getSite, { as: erin, params: { id: site.id } })).status, 404)
  const list = () => said('refusals', 'list', '--q', site.id) as unknown as Promise<Record<string, unknown>[]>
  let refusals = await list()
  for (let tries = 0; refusals.length === 0 && tries < 10; tries++) refusals = await list()
  const [{ at: _, request_id: __, ...line } = {}, ...others] = refusals
  assert.deepEqual(others, [])
  const { id: subject_id } = site
  const expected = { actor_id: erin.id, command: 'getSite', kind: 'site', subject_id, count: 1 }
  assert.deepEqual(line, { ...expected, network: '127.0.0.1' })
  const wrong = await byre('refusals', 'list', '--q', 'alice', ...why)
  assert.deepEqual([wrong.code, wrong.err.trim()], [2, 'Please give an id: --q 019a…'])
})

test('an operator finds whatever is kept by an id or a text, and reads its timeline; both are written down', async () => {
  const frank = await testApp.person('frank')
  const site = await newSite(testApp, frank, { name: 'Willow Bend' })
  const find = async (text: string) =>
    (await said('records', 'find', text)) as unknown as Record<string, string>[]
  assert.deepEqual(await find('willow BEND'), [
    { kind: 'site', id: site.id, name: 'Willow Bend', state: 'ok', of: site.subdomain },
  ])
  for (const text of [site.id, site.subdomain, site.code])
    assert.ok(
      (await find(text)).some(({ kind, id }) => kind === 'site' && id === site.id),
      text,
    )
  assert.deepEqual(await find(frank.id), [
    { kind: 'account', id: frank.id, name: frank.email, state: 'active', of: '' },
  ])
  const billingEntities = (await find(site.billing_entity_id)).map(({ kind, id }) => [kind, id])
  assert.deepEqual(billingEntities, [['billing_entity', site.billing_entity_id]])
  const { invoice } = await invoiced(testApp, frank)
  assert.deepEqual(
    (await find(invoice.number)).map(({ kind, id, name }) => [kind, id, name]),
    [['invoice', invoice.id, invoice.number]],
  )
  assert.deepEqual(await find('nothing is called so'), [])

  const timeline = (await said('records', 'timeline', site.id)) as unknown as Record<string, string>[]
  const { what, who, subject_id } = timeline.at(-1)!
  assert.deepEqual([what, who, subject_id], ['createSite', frank.id, site.id])
  assert.equal((await byre('records', 'timeline', 'willow', ...why)).code, 1)
  const { rows } = await testApp.database.pool.query(
    `select count(*)::int as n from platform.audit where deed in ('findRecords', 'showTimeline') and after ->> 'operator_reason' = $1`,
    [why[1]],
  )
  assert.equal(rows[0].n, 9)
})
