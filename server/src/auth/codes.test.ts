import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password, TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

const newPassword = 'Otter-7-creek!'
const query = async (text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query(text, values)).rows
const signUp = (email: string) => testApp.call(contract.signUp, { body: { email, password } })
const resend = (email: string) => testApp.call(contract.resendConfirmation, { body: { email } })
const confirm = (email: string, code: string) =>
  testApp.call(contract.confirmSignUp, { body: { email, code } })
const askReset = (email: string) => testApp.call(contract.resetPassword, { body: { username: email } })
const reset = (email: string, code: string) =>
  testApp.call(contract.confirmResetPassword, { body: { username: email, password: newPassword, code } })
const triesOf = async (email: string) =>
  (
    await query(`select tries from auth.code_tries join auth.emails using (user_id) where email = $1`, [
      email,
    ])
  )[0]?.tries as number | undefined
/** A code that is none of these. */
const wrongCode = (...codes: string[]) => {
  for (let n = 100_000; ; n++) if (!codes.includes(String(n))) return String(n)
}
const linkOf = async (email: string) => {
  const mail = (await testApp.mailsTo(email)).at(-1)
  const link = /\S+\/reset\/confirm#\S+/.exec(mail?.text ?? '')?.[0]
  return new URLSearchParams(new URL(link ?? '').hash.slice(1))
}
const codesOf = async (email: string) =>
  (await testApp.mailsTo(email)).flatMap(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? [])

test('A07 of fifty guesses at once five are looked at, and then only a new code helps', async () => {
  const email = 'guessed@ranch.example'
  await signUp(email)
  const right = await testApp.codeFor(email)
  const guesses = Array.from({ length: 50 }, (_, n) => String(200_000 + n)).filter((code) => code !== right)
  guesses[29] = right
  const answers = await Promise.all(guesses.map((code) => confirm(email, code)))
  assert.ok(answers.every(({ status }) => status === 400))
  assert.equal(await triesOf(email), 5)
  assert.equal((await confirm(email, right)).status, 400)

  await resend(email)
  const fresh = await testApp.codeFor(email)
  assert.equal((await confirm(email, right)).status, 400, 'older codes stay dead')
  assert.equal(await triesOf(email), 1, 'a new code comes with five new tries')
  assert.equal((await confirm(email, fresh)).status, 200)
})

test('A07 the five tries are for all live codes together; asking again adds none', async () => {
  const email = 'asks-again@ranch.example'
  await signUp(email)
  await testApp.settle()
  for (let n = 0; n < 4; n++) await confirm(email, wrongCode(...(await codesOf(email))))
  await resend(email)
  await testApp.settle()
  assert.equal(await triesOf(email), 4)
  assert.equal((await confirm(email, wrongCode(...(await codesOf(email))))).status, 400)
  assert.equal((await confirm(email, await testApp.codeFor(email))).status, 400)
})

test('A07 twenty wrong codes a day close the digits for the day; a reset by link still works', async () => {
  const email = 'stubborn@ranch.example'
  await signUp(email)
  for (let round = 0; round < 4; round++) {
    if (round > 0) await resend(email)
    await testApp.settle()
    for (let n = 0; n < 5; n++) await confirm(email, wrongCode(...(await codesOf(email))))
  }
  await resend(email)
  assert.equal((await confirm(email, await testApp.codeFor(email))).status, 400)

  await askReset(email)
  assert.equal((await reset(email, await testApp.codeFor(email))).status, 400, 'digits are closed here too')
  const link = await linkOf(email)
  assert.equal((await reset(email, link.get('code') ?? '')).status, 200)
})

test('A07 the day passes', async () => {
  const email = 'patient@ranch.example'
  await signUp(email)
  await testApp.settle()
  await query(
    `update auth.code_tries set tried_at = array_fill(now() - interval '23 hours', array[20])
     where user_id = (select user_id from auth.emails where email = $1)`,
    [email],
  )
  const code = await testApp.codeFor(email)
  assert.equal((await confirm(email, code)).status, 400)
  await query(`update auth.code_tries set tried_at = array_fill(now() - interval '25 hours', array[20])`)
  assert.equal((await confirm(email, code)).status, 200)
})

test('A07 a mailed link is 128 bits, and no number of wrong codes closes it', async () => {
  const email = 'linked@ranch.example'
  await testApp.person('linked')
  await askReset(email)
  const link = await linkOf(email)
  assert.equal(link.get('email'), email)
  assert.equal(Buffer.from(link.get('code') ?? '', 'base64url').length, 16)
  const codes = await codesOf(email)
  for (let n = 0; n < 7; n++) assert.equal((await reset(email, wrongCode(...codes))).status, 400)
  const other = Buffer.alloc(16, 7).toString('base64url')
  const refused = await reset(email, other)
  assert.equal(refused.body.error, 'An error prevented resetting password.')
  assert.deepEqual(refused.body.errors, [{ field: 'code', message: 'Incorrect confirmation code' }])

  assert.equal(
    (await reset('alice@ranch.example', link.get('code') ?? '')).status,
    400,
    'bound to its account',
  )
  assert.equal((await reset(email, link.get('code') ?? '')).status, 200)
  assert.equal((await reset(email, link.get('code') ?? '')).status, 400, 'it works once')
})

test('A08 a code works once, for its purpose, for its account', async () => {
  await testApp.person('carol')
  const email = 'once@ranch.example'
  await signUp(email)
  await signUp('other@ranch.example')
  const code = await testApp.codeFor(email)
  assert.equal((await reset(email, code)).status, 400, 'not for a reset')
  assert.equal((await confirm('other@ranch.example', code)).status, 400, 'not for another account')
  const both = await Promise.all([confirm(email, code), confirm(email, code)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
  assert.equal((await confirm(email, code)).status, 400)

  await askReset('carol@ranch.example')
  const resetCode = await testApp.codeFor('carol@ranch.example')
  assert.equal((await confirm('carol@ranch.example', resetCode)).status, 400, 'not for a sign-up')
  assert.equal((await reset('carol@ranch.example', resetCode)).status, 200)
})

test('A08 the newest three codes are good, an older one is not', async () => {
  const letters = async (email: string) => {
    await signUp(email)
    await testApp.settle()
    for (let n = 0; n < 3; n++) {
      await resend(email)
      await testApp.settle()
    }
    const codes = await codesOf(email)
    assert.equal(new Set(codes).size, 4)
    return codes
  }
  const [oldest = '', second = ''] = await letters('many@ranch.example')
  assert.equal((await confirm('many@ranch.example', oldest)).status, 400)
  assert.equal((await confirm('many@ranch.example', second)).status, 200)
})

test('A08 S01 no code, link or token stands in any table', async () => {
  const person = await testApp.person('dumped')
  await askReset(person.email)
  const secrets = [...(await codesOf(person.email)), (await linkOf(person.email)).get('code') ?? '']
  await signUp('dumped2@ranch.example')
  secrets.push(await testApp.codeFor('dumped2@ranch.example'))
  const { reply } = await testApp.call(signIns.refreshSession, {
    body: { token: person.refresh, user: person.id },
  })
  secrets.push(person.token, person.refresh, reply.token, reply.refresh, password)

  const tables = await query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const dump: string[] = []
  for (const { name } of tables) {
    for (const { row } of await query(`select t::text as row from ${name} t`)) dump.push(row)
  }
  assert.ok(dump.length > 20 && dump.some((row) => row.includes(person.email)))
  for (const secret of secrets) {
    // Six digits may stand inside an id or behind the point of a time.
    const shape = new RegExp(`(?<![\\w.:-])${secret.replaceAll(/[^\w]/g, '\\$&')}(?![\\w-])`)
    const hex = Buffer.from(secret).toString('hex')
    const bytes = Buffer.from(secret, 'base64url').toString('hex')
    for (const row of dump) {
      assert.ok(!shape.test(row), `${secret} in ${row}`)
      assert.ok(!row.includes(hex) && (secret.length < 20 || !row.includes(bytes)), `${secret} in ${row}`)
    }
  }
})

test('A09 a code to confirm is good for an hour from its mailing, a reset for ten minutes', async () => {
  await testApp.person('dave')
  const age = (interval: string) =>
    query(`update auth.codes set expires_at = expires_at - $1::interval where closed_at is null`, [interval])

  await signUp('slow@ranch.example')
  const code = await testApp.codeFor('slow@ranch.example')
  await age('59 minutes')
  await resend('slow@ranch.example')
  const second = await testApp.codeFor('slow@ranch.example')
  await age('2 minutes')
  assert.equal((await confirm('slow@ranch.example', code)).status, 400)
  assert.equal((await confirm('slow@ranch.example', second)).status, 200)

  await askReset('dave@ranch.example')
  const link = (await linkOf('dave@ranch.example')).get('code') ?? ''
  await age('10 minutes 1 second')
  assert.equal((await reset('dave@ranch.example', await testApp.codeFor('dave@ranch.example'))).status, 400)
  assert.equal((await reset('dave@ranch.example', link)).status, 400)
  await askReset('dave@ranch.example')
  const fresh = await testApp.codeFor('dave@ranch.example')
  await age('9 minutes 55 seconds')
  assert.equal((await reset('dave@ranch.example', fresh)).status, 200)
})

test('O03 a wrong code leaves a line, without the code or a stranger’s address', async () => {
  await signUp('lined@ranch.example')
  await testApp.settle()
  await query(`delete from platform.audit`)
  await confirm('lined@ranch.example', '000000')
  await reset('nobody-here@ranch.example', '000000')
  const lines = await query(
    `select deed, actor_id, subject_id, after, network from platform.audit order by id`,
  )
  const line = { actor_id: null, subject_id: null, after: { result: 'wrong code' }, network: '127.0.0.1' }
  assert.deepEqual(lines, [
    { ...line, deed: 'confirmSignUp' },
    { ...line, deed: 'confirmResetPassword' },
  ])
})
