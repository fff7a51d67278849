import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfirmReset, SignUp } from '@byre/contract/accounts/auth'
import * as z from 'zod/mini'
import { confirmed } from './confirmation.ts'

const { email, password } = SignUp.shape
const registration = confirmed(z.object({ email, password }), 'They differ', 'email')

function problems(schema: z.ZodMiniType, typed: Record<string, string>) {
  const judged = z.safeParse(schema, typed)
  return judged.success ? {} : Object.fromEntries(judged.error.issues.map((i) => [i.path[0], i.message]))
}

const good = { email: 'alice@ranch.example', password: 'Gate-Latch7!', confirmation: 'Gate-Latch7!' }

test('two equal passwords pass, two different ones are told apart', () => {
  assert.deepEqual(problems(registration, good), {})
  assert.deepEqual(problems(registration, { ...good, confirmation: 'Gate-Latch8!' }), {
    confirmation: 'They differ',
  })
})

test('a mismatch is said while other fields are still wrong', () => {
  assert.deepEqual(problems(registration, { email: '', password: 'short', confirmation: 'shirt' }), {
    email: 'Please input your email address!',
    password: 'Password must be at least 8 characters long',
    confirmation: 'They differ',
  })
})

test('the parts of the address are out of place in the password, however the address is written', () => {
  const said = 'Please leave the parts of your e-mail address out of your password.'
  for (const [email, password] of [
    ['henrietta.lee7@feedlot.example', 'Henrietta-7-x!'],
    ['henrietta.lee7@feedlot.example', 'X-h3nr1etta-K7!'],
    [' Henrietta@Feedlot.example', 'Feedlot-Q7-zx!'],
  ] as const)
    assert.deepEqual(problems(registration, { email, password, confirmation: password }), { password: said })
  const typed = { email: ' Henrietta@Feedlot.example', password: 'Corral-9-gate!' }
  assert.deepEqual(problems(registration, { ...typed, confirmation: typed.password }), {})
})

test('the reset screen names a missing rule in its own words', () => {
  const reset = confirmed(ConfirmReset, 'Passwords do not match sorry.', 'username')
  const typed = { username: 'alice@ranch.example', code: '123456', confirmation: 'Abcdefg1' }
  assert.deepEqual(problems(reset, { ...typed, password: 'Abcdefg1' }), {
    password: 'Password does not contain a symbol (!@#$%^&*).',
  })
})

test('each rule of the reset’s password is said in its own words', () => {
  const reset = z.object({ password: ConfirmReset.shape.password })
  for (const [password, message] of [
    ['Ab1!', 'Password must be at least 8 characters long.'],
    ['Gate-Latch!', 'Password does not contain a number.'],
    ['GATE-LATCH7!', 'Password does not contain a lowercase letter.'],
    ['gate-latch7!', 'Password does not contain an uppercase letter.'],
    ['GateLatch7', 'Password does not contain a symbol (!@#$%^&*).'],
  ] as const)
    assert.deepEqual(problems(reset, { password }), { password: message })
})
