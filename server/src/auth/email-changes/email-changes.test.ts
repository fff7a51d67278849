import { confirmEmail, stepUp, undoEmail } from '@byre/contract/accounts/accounts'
import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import { getUser, updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password, TestApp, type Person } from '../../testing/test-app.ts'
import { withinHour } from '../../testing/windows.ts'
import { sweep } from '../accounts/sweeps.actions.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const change = (as: Person, body: Record<string, string>) =>
  testApp.call(updateUser, { as, params: { id: as.id }, body })
const read = async (as: Person | string, id: string) =>
  (await testApp.call(getUser, { as, params: { id } })).reply
const confirm = (as: Person | string, code: string) => testApp.call(confirmEmail, { as, body: { code } })
const logIn = (username: string, secret = password) =>
  testApp.call(signIns.logIn, { body: { username, password: secret } })
const undo = (token: string) => testApp.call(undoEmail, { body: { token } })
const subjectsTo = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)
/** What the newest mail's undo link carries. */
const undoTokenTo = async (email: string) => {
  const texts = (await testApp.mailsTo(email)).map(({ text }) => /\/undo-email#token=(\S+)/.exec(text)?.[1])
  return texts.findLast((token) => token !== undefined) ?? ''
}
const other = 'Otter-7-creek!'
/** Signs in with a new password, set by the link that undoing a change mails. */
const resetAndLogIn = async ({ email }: Person) => {
  const texts = (await testApp.mailsTo(email)).map(({ text }) => /\/reset\/confirm#(\S+)/.exec(text)?.[1])
  const code = new URLSearchParams(texts.findLast((link) => link !== undefined)).get('code') ?? ''
  const body = { username: email, password: other, code }
  assert.equal((await testApp.call(contract.confirmResetPassword, { body })).status, 200)
  return logIn(email, other)
}
const stale = (person: Person) =>
  query(`update platform.sessions set fresh_at = now() - interval '16 minutes' where user_id = $1`, [
    person.id,
  ])
/** Someone who has asked for another address, and that address. */
async function asking(name: string): Promise<[Person, string]> {
  const person = await testApp.person(name)
  const wanted = `${name}.new@ranch.example`
  assert.equal((await change(person, { email: wanted })).status, 200)
  await testApp.settle()
  return [person, wanted]
}

test('S08 another address waits until the code sent to it is entered; until then the old one is in force', async () => {
  const [alice, wanted] = await asking('alice')
  const elsewhere = (await logIn(alice.email)).reply
  const { email, pending_email } = await read(alice, alice.id)
  assert.deepEqual([email, pending_email], [alice.email, wanted])
  assert.equal((await logIn(alice.email)).status, 200)
  assert.equal((await logIn(wanted)).status, 401)
  assert.ok((await subjectsTo(alice.email)).includes('Another e-mail address was asked for'))

  await testApp.call(contract.resetPassword, { body: { username: alice.email } })
  const mail = (await testApp.mailsTo(alice.email)).at(-1)
  const link = /[#&]code=([\w-]{22})/.exec(mail?.text ?? '')?.[1] ?? ''
  assert.ok(link)
  const code = await testApp.codeFor(wanted)
  const confirmed = await confirm(alice, code)
  assert.deepEqual([confirmed.status, confirmed.body], [200, { state: 'okay', email: wanted }])
  const now = await read(alice, alice.id)
  assert.deepEqual([now.email, now.pending_email], [wanted, null])
  assert.equal((await logIn(wanted)).status, 200)
  assert.equal((await logIn(alice.email)).status, 401)
  assert.equal((await subjectsTo(alice.email)).at(-1), 'Your e-mail address was changed')

  const dead = await testApp.call(getUser, { as: elsewhere.token, params: { id: alice.id } })
  assert.equal(dead.status, 401, 'S07 the other sessions are over')
  const body = { username: wanted, password: 'Thief-7-creek!', code: link }
  const reset = await testApp.call(contract.confirmResetPassword, { body })
  assert.equal(reset.status, 400, 'a link mailed to the old address is void')
  assert.equal((await confirm(alice, code)).status, 400, 'a code works once')
})

test('S07 S08 another address needs a sign-in of the last fifteen minutes, what else is changed does not', async () => {
  const bob = await testApp.person('bob')
  await stale(bob)
  const refused = await change(bob, { email: 'bob.new@ranch.example', first_name: 'Bob' })
  assert.deepEqual([refused.status, refused.body['code']], [403, 'session.reauth_required'])
  const { first_name, pending_email } = await read(bob, bob.id)
  assert.deepEqual([first_name, pending_email], [null, null], 'nothing was changed')
  assert.deepEqual(await subjectsTo('bob.new@ranch.example'), [])

  assert.equal((await change(bob, { email: bob.email, first_name: 'Bob' })).status, 200)
  await testApp.call(stepUp, { as: bob, body: { password } })
  const answer = await change(bob, { email: 'bob.new@ranch.example', last_name: 'Ito' })
  assert.deepEqual([answer.reply.pending_email, answer.reply.last_name], ['bob.new@ranch.example', 'Ito'])
})

test('S08 asking for the same address mails another code, and both work until one is used', async () => {
  const [carol, wanted] = await asking('carol')
  const first = await testApp.codeFor(wanted)
  await stale(carol)
  const again = await change(carol, { email: wanted })
  assert.deepEqual([again.status, again.reply.pending_email], [200, wanted])
  const second = await testApp.codeFor(wanted)
  assert.notEqual(first, second)
  assert.equal((await subjectsTo(carol.email)).filter((subject) => subject.startsWith('Another')).length, 1)
  assert.equal((await confirm(carol, first)).status, 200)
  assert.equal((await confirm(carol, second)).status, 400)
})

test('S08 saving the profile with the present address leaves the change; giving it up makes its code void', async () => {
  const [dave, wanted] = await asking('dave')
  const code = await testApp.codeFor(wanted)
  assert.equal((await change(dave, { email: dave.email, city: 'Olds' })).reply.pending_email, wanted)
  const given = await change(dave, { pending_email: '' })
  assert.deepEqual([given.status, given.reply.pending_email], [200, null])
  assert.equal((await confirm(dave, code)).status, 400)
  assert.equal((await change(dave, { pending_email: '' })).status, 200, 'twice is safe')
  assert.equal((await change(dave, { pending_email: 'x@ranch.example' })).status, 400)
})

test('A08 S08 a code confirms only the change it was made for', async () => {
  const [erin, first] = await asking('erin')
  const code = await testApp.codeFor(first)
  await change(erin, { email: 'erin.other@ranch.example' })
  await testApp.settle()
  assert.equal((await confirm(erin, code)).status, 400)

  const [frank] = await asking('frank')
  const franks = await testApp.codeFor('frank.new@ranch.example')
  assert.equal((await confirm(erin, franks)).status, 400, 'nor anybody else’s')
  const signUps = await testApp.call(contract.confirmSignUp, { body: { email: frank.email, code: franks } })
  assert.equal(signUps.status, 400, 'nor does it serve another purpose')
})

test('A07 S08 five wrong codes close the newest, too; another one opens again', async () => {
  const [grace, wanted] = await asking('grace')
  const code = await testApp.codeFor(wanted)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let n = 0; n < 5; n++) {
    const refused = await confirm(grace, wrong)
    assert.deepEqual(refused.body.errors, [{ field: 'code', message: 'Incorrect confirmation code' }])
  }
  assert.equal((await confirm(grace, code)).status, 400)
  await change(grace, { email: wanted })
  assert.equal((await confirm(grace, await testApp.codeFor(wanted))).status, 200)
})

test('S08 asking for somebody’s address says nothing here; its owner is told, and no code is mailed', async () => {
  const henry = await testApp.person('henry')
  const iris = await testApp.person('iris')
  const answer = await change(henry, { email: iris.email })
  assert.deepEqual([answer.status, answer.reply.pending_email], [200, iris.email])
  const mail = (await testApp.mailsTo(iris.email)).at(-1)
  assert.equal(mail?.subject, 'This address has an account already')
  assert.doesNotMatch(mail?.text ?? '', /\b\d{6}\b/)
})

test('A06 S08 whoever only signed up with an address loses it to who reads its mail', async () => {
  const [jack, wanted] = await asking('jack')
  const squatter = await testApp.call(contract.signUp, { body: { email: wanted, password } })
  assert.equal(squatter.status, 201)
  await change(jack, { email: wanted })
  const codes = (await testApp.mailsTo(wanted)).filter(({ subject }) => subject.includes('new'))
  const code = /^\s*(\d{6})\s*$/m.exec(codes.at(-1)?.text ?? '')?.[1] ?? ''
  assert.equal((await confirm(jack, code)).status, 200)
  assert.equal((await logIn(wanted)).reply.id, jack.id)
  assert.deepEqual(await query(`select id from customers.users where id = $1`, [squatter.reply.id]), [])
})

test('S08 an address that was confirmed by another account meanwhile stays that one’s', async () => {
  const [kim, wanted] = await asking('kim')
  const code = await testApp.codeFor(wanted)
  const other = await testApp.person('other', wanted)
  const refused = await confirm(kim, code)
  assert.deepEqual([refused.status, refused.body.code], [400, 'account.exists'])
  assert.equal((await logIn(wanted)).reply.id, other.id)
  assert.equal((await logIn(kim.email)).reply.id, kim.id)
})

test('S08 the old address stops a change that waits, and signs everybody out', async () => {
  const [liam, wanted] = await asking('liam')
  const code = await testApp.codeFor(wanted)
  const token = await undoTokenTo(liam.email)
  const undone = await undo(token)
  assert.deepEqual([undone.status, undone.body], [200, { state: 'okay', email: liam.email }])
  assert.equal((await confirm(liam, code)).status, 401)
  assert.equal((await logIn(liam.email)).status, 401, 'nor does the password that was known')
  const { reply } = await resetAndLogIn(liam)
  assert.equal((await read(reply.token, liam.id)).pending_email, null)
  assert.equal((await confirm(reply.token, code)).status, 400)
  assert.equal((await undo(token)).status, 200, 'following the link twice is safe')
})

test('S08 the old address takes the account back for seven days, whatever came after', async () => {
  const [mona, first] = await asking('mona')
  await confirm(mona, await testApp.codeFor(first))
  const token = await undoTokenTo(mona.email)
  await change(mona, { email: 'mona.third@ranch.example' })
  await confirm(mona, await testApp.codeFor('mona.third@ranch.example'))
  const laterToken = await undoTokenTo(first)
  assert.ok(token && laterToken && token !== laterToken)

  const undone = await undo(token)
  assert.deepEqual([undone.status, undone.reply.email], [200, mona.email])
  assert.deepEqual((await subjectsTo(mona.email)).slice(-2).sort(), [
    'Set a new password',
    'Your e-mail address was put back',
  ])
  assert.equal((await resetAndLogIn(mona)).status, 200)
  assert.equal((await logIn('mona.third@ranch.example')).status, 401)
  const late = await undo(laterToken)
  assert.deepEqual([late.status, late.body.error], [400, 'This link no longer works.'])
  const stillHers = await logIn(mona.email, other)
  assert.equal(stillHers.status, 200, 'the address in between cannot take it again')
})

test('S08 the link ends after seven days, and nobody can make one', async () => {
  const [nora, wanted] = await asking('nora')
  await confirm(nora, await testApp.codeFor(wanted))
  const token = await undoTokenTo(nora.email)
  await query(
    `update auth.email_changes set asked_at = asked_at - interval '8 days', confirmed_at = now() - interval '7 days 1 minute'
     where user_id = $1`,
    [nora.id],
  )
  const [{ id }] = await query(`select id from auth.email_changes where user_id = $1`, [nora.id])
  const invented = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), Buffer.alloc(16)]).toString(
    'base64url',
  )
  for (const dead of [token, invented, '', 'x', `${token}A`, nora.token, id]) {
    const refused = await undo(dead)
    assert.deepEqual([refused.status, refused.body.code], [400, 'link.dead'], dead)
  }
  assert.equal((await logIn(wanted)).status, 200)
})

test('A13 S08 a reset gives up the address that somebody asked for', async () => {
  const [otto, wanted] = await asking('otto')
  await testApp.call(contract.resetPassword, { body: { username: otto.email } })
  const body = { username: otto.email, password: 'Otter-7-creek!', code: await testApp.codeFor(otto.email) }
  const code = await testApp.codeFor(wanted)
  assert.equal((await testApp.call(contract.confirmResetPassword, { body })).status, 200)
  const { reply } = await logIn(otto.email, 'Otter-7-creek!')
  assert.equal((await read(reply.token, otto.id)).pending_email, null)
  assert.equal((await confirm(reply.token, code)).status, 400)
})

test('a change whose code is never entered is forgotten after seven days', async () => {
  const [paul] = await asking('paul')
  await query(
    `update auth.email_changes set asked_at = now() - interval '7 days 1 minute' where user_id = $1`,
    [paul.id],
  )
  await testApp.app.outbox.send(testApp.database.db, sweep, {})
  await testApp.settle()
  assert.equal((await read(paul, paul.id)).pending_email, null)
  await testApp.app.outbox.send(testApp.database.db, sweep, {})
  await testApp.settle()
  assert.deepEqual(await query(`select id from auth.email_changes where user_id = $1`, [paul.id]), [])
})

test('D02 two tabs that confirm at once change the address once', async () => {
  const [quinn, wanted] = await asking('quinn')
  const code = await testApp.codeFor(wanted)
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(quinn, code)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400])
  assert.equal((await logIn(wanted)).status, 200)
})

test('S08 an account asks for ten addresses an hour', () =>
  withinHour(async () => {
    const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
    try {
      const rita = await strict.person('rita')
      const ask = (n: number) =>
        strict.call(updateUser, {
          as: rita,
          params: { id: rita.id },
          body: { email: `rita${n}@ranch.example` },
        })
      for (let n = 0; n < 10; n++) assert.equal((await ask(n)).status, 200)
      assert.equal((await ask(10)).status, 429)
      assert.equal((await ask(9)).status, 200, 'the one that waits may be asked for again')
    } finally {
      await strict.close()
    }
  }))
