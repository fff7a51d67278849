import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { addressesAtOnce, Addresses, addressesIn } from './addresses.ts'

const problem = (text: string) => z.safeParse(Addresses, text).error?.issues[0]?.message ?? null

test('a list is read however it was pasted, each address once', () => {
  assert.deepEqual(
    addressesIn(
      'bob@ranch.example, Carol Carver <carol@ranch.example>;\n BOB@ranch.example dan@ranch.example\n',
    ),
    ['bob@ranch.example', 'carol@ranch.example', 'dan@ranch.example'],
  )
})

test('nothing, and what is no address, is said before it is sent', () => {
  assert.equal(problem(' \n'), 'Please input your email address!')
  assert.equal(problem('bob'), 'Please enter a valid email')
  assert.equal(problem('bob@ranch.example'), null)
  assert.equal(problem('bob@ranch.example, carol@'), 'Please enter a valid email instead of carol@')
})

test('a list too long for one go says so', () => {
  const many = Array.from({ length: addressesAtOnce + 1 }, (_, n) => `hand${n}@ranch.example`)
  assert.equal(problem(many.join('\n')), 'Please invite at most 50 at once.')
  assert.equal(problem(many.slice(1).join('\n')), null)
})
