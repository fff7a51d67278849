import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import { listSecurityEvents } from '@byre/contract/accounts/devices'
import {
  beginTotp,
  confirmTotp,
  getBackupCodes,
  getTotp,
  proveSecondFactor,
  removeTotp,
  renewBackupCodes,
} from '@byre/contract/accounts/second-factors'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askedOf, codeOf, setUpApp } from '../../testing/second-factors.ts'
import { fewestStatements } from '../../testing/statements.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'
import { removeSecondFactors } from '../index.ts'
import { sweep } from '../accounts/sweeps.actions.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const logIn = (person: Person, secret = password) =>
  testApp.call(signIns.logIn, { body: { username: person.email, password: secret } })
const prove = (ticket: string, code: string) => testApp.call(proveSecondFactor, { body: { ticket, code } })
const subjectsTo = async (person: Person) =>
  (await testApp.mailsTo(person.email)).map(({ subject }) => subject)
const newestEvent = async (as: Person | string) =>
  (await testApp.call(listSecurityEvents, { as })).reply.security_events[0]?.event
const goStale = ({ id }: Person) =>
  query(`update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`, [id])

test('A15 with an app set up, the password alone gives no tokens, and its code does', async () => {
  const alice = await testApp.person('alice')
  const begun = await testApp.call(beginTotp, { as: alice })
  assert.equal(begun.status, 201)
  assert.match(begun.reply.secret, /^[A-Z2-7]{32}$/)
  assert.match(begun.reply.uri, /^otpauth:\/\/totp\/Byre%20Sites:alice%40ranch\.example\?/)
  assert.equal(new URL(begun.reply.uri).searchParams.get('secret'), begun.reply.secret)
  assert.equal((await logIn(alice)).body.state, 'okay', 'not in force before its first code')
  assert.equal((await testApp.call(getTotp, { as: alice })).reply.is_set_up, false)

  const wrong = await testApp.call(confirmTotp, { as: alice, body: { code: codeOf(begun.reply.secret, 9) } })
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'second_factor.wrong_code'])
  const code = codeOf(begun.reply.secret)
  const confirmed = await testApp.call(confirmTotp, { as: alice, body: { code } })
  assert.equal(confirmed.status, 200)
  assert.equal(confirmed.reply.backup_codes?.length, 10)
  assert.equal((await testApp.call(getTotp, { as: alice })).reply.is_set_up, true)
  assert.equal((await testApp.call(beginTotp, { as: alice })).body.code, 'totp.exists')

  const challenge = await logIn(alice)
  assert.equal(challenge.status, 200)
  assert.deepEqual(Object.keys(challenge.body).sort(), ['methods', 'state', 'ticket'])
  assert.equal(challenge.body.state, 'second_factor')
  assert.deepEqual(challenge.body.methods, ['totp', 'backup_code'])
  const ticket = String(challenge.body.ticket)
  assert.equal((await testApp.call(getUser, { as: ticket, params: { id: alice.id } })).status, 401)

  const signedIn = await prove(ticket, codeOf(begun.reply.secret, 1))
  assert.equal(signedIn.status, 200)
  assert.deepEqual(Object.keys(signedIn.body), [
    'state',
    'id',
    'email',
    'token',
    'refresh',
    'expires_in',
    'user',
  ])
  assert.equal(signedIn.headers['set-cookie'], undefined)
  assert.deepEqual(signedIn.reply.user, { id: alice.id, email: alice.email, groups: ['User'] })
  const mayRead = await testApp.call(getUser, { as: signedIn.reply.token, params: { id: alice.id } })
  assert.equal(mayRead.status, 200)
  assert.ok((await subjectsTo(alice)).includes('An authenticator app was set up'))
})

test('A15 a code works once, a ticket works once, and a ticket lives ten minutes', async () => {
  const bob = await testApp.person('bob')
  const { secret } = await setUpApp(testApp, bob)
  const [first, second] = [await askedOf(testApp, bob), await askedOf(testApp, bob)]
  const code = codeOf(secret)
  const answers = await Promise.all([prove(first.ticket, code), prove(second.ticket, code)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  const unused = answers[0]?.status === 200 ? second : first
  const used = unused === first ? second : first
  const later = codeOf(secret, 1)
  assert.equal((await prove(used.ticket, later)).body.code, 'second_factor.ticket_dead')
  await query(
    `update auth.sign_in_tickets set expires_at = expires_at - interval '10 minutes' where user_id = $1`,
    [bob.id],
  )
  const late = await prove(unused.ticket, later)
  assert.deepEqual([late.status, late.body.code], [401, 'second_factor.ticket_dead'])
  assert.equal((await prove('x'.repeat(43), later)).body.code, 'second_factor.ticket_dead')
  const fresh = await askedOf(testApp, bob)
  assert.equal((await prove(fresh.ticket, codeOf(secret, -1))).status, 400, 'an older code than the last')
  assert.equal((await prove(fresh.ticket, later)).status, 200, 'a wrong code leaves the ticket')
})

test('A15 wrong codes are slowed down over all processes, and their owner is told that the password is known', async (t) => {
  const carol = await testApp.person('carol')
  const { secret, codes } = await setUpApp(testApp, carol)
  const other = await testApp.anotherProcess()
  t.after(() => other.close())
  const { ticket } = await askedOf(testApp, carol)
  const guess = (code: string, n: number) =>
    testApp.call(proveSecondFactor, { body: { ticket, code }, at: n % 2 ? other.app : testApp.app })
  const taken = new Set([-1, 0, 1, 2].map((step) => codeOf(secret, step)))
  const guesses = Array.from({ length: 40 }, (_, n) => String(310_000 + n)).filter((code) => !taken.has(code))
  const askedAt = performance.now()
  const answers = await Promise.all(guesses.map(guess))
  const looked = answers.filter(({ status }) => status === 400).length
  // After five one more a wait, of a second and then twice as long each time: none unless the machine is slow.
  const waits = Math.floor(Math.log2((performance.now() - askedAt) / 1000 + 1))
  assert.ok(looked >= 5 && looked <= 5 + waits, `${looked} were looked at in ${waits} waits`)
  assert.equal(answers.filter(({ status }) => status === 429).length, guesses.length - looked)
  const paused = await guess(codeOf(secret), 1)
  assert.equal(paused.status, 429)
  assert.ok(Number(paused.headers['retry-after']) >= 1)

  const warnings = (await subjectsTo(carol)).filter((subject) => subject === 'Someone knows your password')
  assert.equal(warnings.length, 1)
  assert.equal(await newestEvent(carol), 'second_factor_paused')
  assert.equal((await prove(ticket, codes[0]!)).status, 200, 'a backup code is counted apart')
  const again = await askedOf(testApp, carol)
  assert.equal((await prove(again.ticket, codeOf(secret))).status, 200, 'who got in opens what was paused')
})

test('A15 A03 the second factor is asked for after a right password only, and leaves other sign-ins as they were', async () => {
  const dave = await testApp.person('dave')
  const erin = await testApp.person('erin')
  const before = await logIn(erin)
  await setUpApp(testApp, dave)
  const wrong = [await logIn(dave, 'Wrong-7-fence!'), await logIn(erin, 'Wrong-7-fence!')]
  assert.deepEqual(
    wrong.map(({ status, body }) => [status, { ...body, request_id: '' }]),
    [dave, erin].map(() => [
      401,
      {
        state: 'error',
        error: 'Wrong email or password',
        code: 'account.wrong_credentials',
        request_id: '',
      },
    ]),
  )
  const now = await logIn(erin)
  const shape = ({ text, reply }: { text?: string; reply: { token: string; refresh: string } }) =>
    (text ?? '').replace(reply.token, '').replace(reply.refresh, '')
  assert.equal(shape(now), shape(before))
  assert.deepEqual(Object.keys(now.body), Object.keys(before.body))
})

test('A15 a backup code signs in once, however it is typed, and its owner is told', async () => {
  const frank = await testApp.person('frank')
  const { codes } = await setUpApp(testApp, frank)
  assert.equal(new Set(codes).size, 10)
  assert.ok(codes.every((code) => /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/.test(code)))
  const [code = '', other = ''] = codes
  const typed = ` ${code.toUpperCase().replace('-', ' ')} `
  const { reply, status } = await prove((await askedOf(testApp, frank)).ticket, typed)
  assert.equal(status, 200)
  assert.ok((await subjectsTo(frank)).includes('A backup code was used'))
  const events = (await testApp.call(listSecurityEvents, { as: reply.token })).reply.security_events
  assert.ok(events.some(({ event }) => event === 'backup_code_used'))
  assert.equal((await testApp.call(getBackupCodes, { as: frank })).reply.left, 9)

  const again = await askedOf(testApp, frank)
  assert.equal((await prove(again.ticket, code)).status, 400)
  const renewed = await testApp.call(renewBackupCodes, { as: frank })
  assert.equal(renewed.status, 201)
  assert.equal((await prove(again.ticket, other)).status, 400, 'older codes stop working')
  assert.equal((await prove(again.ticket, renewed.reply.backup_codes[0]!)).status, 200)
  assert.ok((await subjectsTo(frank)).includes('New backup codes were made'))
})

test('A15 neither secrets nor backup codes nor tickets can be read in the database', async () => {
  const grace = await testApp.person('grace')
  const { secret, codes } = await setUpApp(testApp, grace)
  const { ticket } = await askedOf(testApp, grace)
  const rows = [
    await query(`select encode(secret, 'hex') from auth.totps`),
    await query(`select encode(code_hash, 'hex') from auth.backup_codes`),
    await query(`select encode(ticket_hash, 'hex') from auth.sign_in_tickets`),
    await query(`select before, after from platform.audit`),
    await query(`select reply from platform.idempotency_keys`),
  ]
  const dump = JSON.stringify(rows)
  const bare = codes[0]!.replace('-', '')
  const inHex = (text: string) => Buffer.from(text).toString('hex')
  for (const text of [secret, ticket, codes[0]!, bare, inHex(bare), inHex(ticket), inHex(secret)])
    assert.ok(!dump.includes(text))
  await query(
    `update auth.totps set secret = (select secret from auth.totps where user_id <> $1 limit 1) where user_id = $1`,
    [grace.id],
  )
  const moved = await prove(ticket, codeOf(secret))
  assert.equal(moved.status, 400, 'another account’s secret opens for nobody else')
})

test('S07 A15 to set up, remove or renew a factor asks who it is again, and its owner is told', async () => {
  const henry = await testApp.person('henry')
  const mallory = await testApp.person('mallory')
  await setUpApp(testApp, henry)
  await goStale(henry)
  for (const endpoint of [beginTotp, removeTotp, renewBackupCodes] as const) {
    const refused = await testApp.call(endpoint, { as: henry })
    assert.deepEqual([refused.status, refused.body.code], [403, 'session.reauth_required'])
    assert.equal((await testApp.call(endpoint)).status, 401)
  }
  await query(`update platform.sessions set fresh_at = now() where user_id = $1`, [henry.id])
  assert.equal((await testApp.call(removeTotp, { as: mallory })).status, 200)
  assert.equal((await logIn(henry)).body.state, 'second_factor', 'nobody removes another’s')

  assert.equal((await testApp.call(removeTotp, { as: henry })).status, 200)
  assert.equal((await testApp.call(removeTotp, { as: henry })).status, 200, 'twice is safe')
  assert.equal((await logIn(henry)).body.state, 'okay')
  assert.equal((await testApp.call(getBackupCodes, { as: henry })).reply.left, 0)
  assert.equal((await testApp.call(renewBackupCodes, { as: henry })).body.code, 'second_factor.none')
  const subjects = await subjectsTo(henry)
  assert.equal(subjects.filter((subject) => subject === 'Your authenticator app was removed').length, 1)
  const events = (await testApp.call(listSecurityEvents, { as: henry })).reply.security_events
  assert.ok(events.some(({ event }) => event === 'totp_removed'))
})

test('A13 A15 a reset ends sign-ins under way and leaves the second factor; an operator can remove it', async () => {
  const iris = await testApp.person('iris')
  const { secret } = await setUpApp(testApp, iris)
  const { ticket } = await askedOf(testApp, iris)
  await testApp.settle()
  await testApp.call(contract.resetPassword, { body: { username: iris.email } })
  const code = await testApp.codeFor(iris.email)
  const fresh = 'Otter-7-creek!'
  const body = { username: iris.email, password: fresh, code }
  assert.equal((await testApp.call(contract.confirmResetPassword, { body })).status, 200)
  assert.equal((await prove(ticket, codeOf(secret))).body.code, 'second_factor.ticket_dead')
  const challenge = await logIn(iris, fresh)
  assert.equal(challenge.body.state, 'second_factor')

  assert.equal(await removeSecondFactors(testApp.database.db, iris.id), true)
  assert.equal((await logIn(iris, fresh)).body.state, 'okay')
  assert.equal((await prove(String(challenge.body.ticket), codeOf(secret))).status, 400)
  assert.equal(await removeSecondFactors(testApp.database.db, iris.id), false)
})

test('A15 an answer that was lost is given again, and a set-up that was left alone runs out', async () => {
  const jack = await testApp.person('jack')
  const { secret } = (await testApp.call(beginTotp, { as: jack })).reply
  const code = codeOf(secret)
  await testApp.call(confirmTotp, { as: jack, body: { code } })
  const again = await testApp.call(confirmTotp, { as: jack, body: { code } })
  assert.deepEqual([again.status, again.reply.backup_codes?.length], [200, 10])
  const { ticket } = await askedOf(testApp, jack)
  assert.equal((await prove(ticket, again.reply.backup_codes![3]!)).status, 200)
  await query(`update auth.totps set confirmed_at = confirmed_at - interval '2 minutes'`)
  assert.equal((await testApp.call(confirmTotp, { as: jack, body: { code } })).status, 400)

  const kim = await testApp.person('kim')
  const left = (await testApp.call(beginTotp, { as: kim })).reply
  await query(`update auth.totps set begun_at = now() - interval '61 minutes' where user_id = $1`, [kim.id])
  const late = await testApp.call(confirmTotp, { as: kim, body: { code: codeOf(left.secret) } })
  assert.equal(late.body.code, 'totp.expired')
  await query(`update auth.totps set begun_at = now() - interval '25 hours' where user_id = $1`, [kim.id])
  await query(`update auth.sign_in_tickets set expires_at = now() - interval '1 second'`)
  await testApp.app.outbox.send(testApp.database.db, sweep, {})
  await testApp.settle()
  assert.equal((await query(`select from auth.totps where user_id = $1`, [kim.id])).length, 0)
  assert.equal((await query(`select from auth.sign_in_tickets`)).length, 0)
  assert.equal((await query(`select from auth.totps where user_id = $1`, [jack.id])).length, 1)
})

test('what someone has set up is one statement each to read', async () => {
  const lena = await testApp.person('lena')
  await testApp.settle()
  for (const endpoint of [getTotp, getBackupCodes] as const) {
    const ask = () => testApp.call(endpoint, { as: lena })
    assert.equal((await ask()).status, 200)
    assert.equal(await fewestStatements(testApp.database, ask, 1), 1)
    assert.equal((await testApp.call(endpoint)).status, 401)
  }
})
