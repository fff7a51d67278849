import * as contract from '@byre/contract/accounts/auth'
import * as signIns from '@byre/contract/accounts/sign-ins'
import type { Endpoint } from '@byre/contract/endpoint'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password, TestApp } from '../testing/test-app.ts'

let testApp: TestApp
let token: string
before(async () => {
  testApp = await TestApp.start()
  ;({ token } = await testApp.person('alice'))
})
after(() => testApp.close())

const calls: [Endpoint, Record<string, string>][] = [
  [contract.signUp, { email: 'i@ranch.example', password }],
  [contract.confirmSignUp, { email: 'i@ranch.example', code: '000000' }],
  [signIns.logIn, { username: 'i@ranch.example', password }],
  [signIns.logOut, { token: 'x' }],
  [signIns.refreshSession, { token: 'x', user: 'y' }],
  [contract.isConfirmed, { email: 'i@ranch.example' }],
  [contract.resendConfirmation, { email: 'i@ranch.example' }],
  [contract.resetPassword, { username: 'i@ranch.example' }],
  [contract.confirmResetPassword, { username: 'i@ranch.example', password, code: '000000' }],
  [contract.updatePassword, { password }],
]
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const send = (endpoint: Endpoint, body: string, headers: Record<string, string>) =>
  testApp.send('POST', endpoint.path, { body, headers, as: endpoint.who === 'anyone' ? undefined : token })

test('I01 I02 I03 I04 every account call refuses what is too large, of another type, doubled or nested', async () => {
  for (const [endpoint, fields] of calls) {
    const [[name = '', value = ''] = []] = Object.entries(fields)
    const plain = new URLSearchParams(fields).toString()
    const refusals: [body: string, headers: Record<string, string>, status: number][] = [
      [`${plain}&filler=${'x'.repeat(70_000)}`, form, 413],
      [`${plain}&${Array.from({ length: 200 }, (_, n) => `k${n}=1`).join('&')}`, form, 400],
      [plain, { 'content-type': 'text/plain' }, 415],
      [plain, { 'content-type': 'multipart/form-data; boundary=x' }, 415],
      [`${plain}&${name}=${value}`, form, 400],
      [`${plain}&${name}[]=${value}`, form, 400],
      [`${plain}&${name}[a]=${value}`, form, 400],
      [`${plain}&__proto__=x`, form, 400],
      [`${plain}&constructor=x`, form, 400],
      [`${plain}&${name}%00=x`, form, 400],
      [`${plain}&more=%FF`, form, 400],
      [`${plain}&more=%`, form, 400],
      [JSON.stringify({ ...fields, [name]: [value] }), json, 400],
      [JSON.stringify({ ...fields, [name]: { $ne: '' } }), json, 400],
      [`{"${name}":"${value}","${name}":"${value}"}`, json, 400],
      ['{', json, 400],
      ['[]', json, 400],
    ]
    for (const [body, headers, status] of refusals) {
      const answer = await send(endpoint, body, headers)
      assert.equal(answer.status, status, `${endpoint.name} ${body.slice(0, 80)}`)
      assert.equal(answer.body.state, 'error')
      assert.ok(answer.body.error && answer.body.code && answer.body.request_id)
    }
  }
  assert.equal(({} as { polluted?: string }).polluted, undefined)
})

test('I05 text that no field takes never becomes more than a calm refusal', async () => {
  const strange = [
    '\u0000',
    '\ud800',
    '\u202e',
    '\u0007',
    '%00',
    '\ufeff',
    "' or 1=1 --",
    '"; drop table',
    '\\',
    '\u{10ffff}',
  ]
  for (const [endpoint, fields] of calls) {
    for (const name of Object.keys(fields)) {
      for (const text of strange) {
        for (const [body, headers] of [
          [new URLSearchParams({ ...fields, [name]: `a${text}b` }).toString(), form],
          [JSON.stringify({ ...fields, [name]: `a${text}b` }), json],
        ] as const) {
          const { status } = await send(endpoint, body, headers)
          assert.ok(status < 500, `${endpoint.name} ${name} ${JSON.stringify(text)}: ${status}`)
        }
      }
    }
  }
  assert.deepEqual(testApp.complaints, [])
})

test('I08 what is missing is said at its field, in the words of its form', async () => {
  const said = async (endpoint: Endpoint, body: Record<string, string>) =>
    (await testApp.call(endpoint, { body, as: endpoint.who === 'anyone' ? undefined : token })).body.errors
  const at = (field: string, message: string) => ({ field, message })
  assert.deepEqual(await said(contract.signUp, {}), [
    at('email', 'Please input your email address!'),
    at('password', 'Please input your password!'),
  ])
  assert.deepEqual(await said(signIns.logIn, { username: 'no address' }), [
    at('username', 'Please enter a valid email'),
    at('password', 'Please input your password!'),
  ])
  assert.deepEqual(await said(contract.confirmSignUp, { email: 'i@ranch.example' }), [
    at('code', 'Please enter a confirmation code.'),
  ])
  assert.deepEqual(await said(contract.confirmSignUp, { email: 'i@ranch.example', code: '12345' }), [
    at('code', 'Should be 6 digits'),
  ])
  assert.deepEqual(await said(contract.confirmResetPassword, { password, code: '123456' }), [
    at('username', 'Please input your email address!'),
  ])
  assert.deepEqual(
    await said(contract.confirmResetPassword, { username: 'no address', password, code: '123456' }),
    [at('username', 'Please enter a valid email')],
  )
  assert.deepEqual(
    await said(contract.confirmResetPassword, { username: 'i@ranch.example', password: 'Abcdefg1' }),
    [
      at('password', 'Password does not contain a symbol (!@#$%^&*).'),
      at('code', 'Please enter a confirmation code.'),
    ],
  )
})

test('a form and JSON say the same', async () => {
  const asForm = await testApp.call(signIns.logIn, { body: { username: 'alice@ranch.example', password } })
  const asJson = await testApp.call(signIns.logIn, {
    body: { username: 'alice@ranch.example', password },
    json: true,
  })
  assert.deepEqual([asForm.status, asJson.status], [200, 200])
  assert.deepEqual(Object.keys(asJson.body), Object.keys(asForm.body))
})

test('H06 account calls are POST only', async () => {
  for (const [endpoint] of calls) {
    const answer = await testApp.send('GET', endpoint.path)
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'POST'], endpoint.name)
  }
})
