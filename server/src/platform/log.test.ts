import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { createTestDatabase } from '../testing/database.ts'
import { openDatabase } from './database/db.ts'
import { logOptions, maskCardNumbers } from './log.ts'

test('O01 a card number does not stay in a log line', () => {
  const line = '{"msg":"card 4242424242424242 of","digits":"378282246310005"}'

  assert.equal(maskCardNumbers(line), '{"msg":"card [masked] of","digits":"[masked]"}')
})

test('O01 a card number is found wherever it stands in a line, and no shorter one is taken for it', () => {
  for (let before = 0; before < 40; before++) {
    const lineWith = (digits: string) => `{"msg":"${' '.repeat(before)}${digits}"}`
    for (let length = 13; length <= 19; length++)
      assert.equal(maskCardNumbers(lineWith('4'.repeat(length))), lineWith('[masked]'), `${before} ${length}`)
    assert.equal(maskCardNumbers(lineWith('4'.repeat(12))), lineWith('4'.repeat(12)))
  }
})

test('O01 ids, times and amounts are left as they are', () => {
  const line =
    '{"time":"2026-11-21T05:12:33.101Z","id":"01931234-5678-7123-8123-123456789012","amount":123456789012}'

  assert.equal(maskCardNumbers(line), line)
})

test('O01 a line stays JSON where a number has as many digits as a card', () => {
  let line = ''
  const log = pino(logOptions, { write: (text: string) => void (line = text) })
  log.warn({ heap: 1 / 3, tiny: -1 / 3e7, card: 4242424242424242 }, 'a "4242424242424242", 1')
  const { heap, tiny, card, msg } = JSON.parse(line) as Record<string, unknown>
  assert.deepEqual([heap, tiny, card, msg], [1 / 3, -1 / 3e7, '[masked]', 'a "[masked]", 1'])
})

test('O01 of an error its cause and code are written, and nothing of the row that broke a rule', async () => {
  const scratch = await createTestDatabase()
  const database = openDatabase(scratch.options, { max: 1 })
  await database.pool.query(
    'create table public.accounts (id int primary key, hash text, herd int constraint few check (herd < 9))',
  )
  const why = await database.pool
    .query(`insert into public.accounts values ($1, $2, $3)`, [7, '$argon2id$canary', 12])
    .catch((error: unknown) => error)
  await database.close()
  await scratch.drop()

  let line = ''
  const log = pino(logOptions, { write: (text: string) => void (line = text) })
  log.error({ err: new Error('a job failed', { cause: why }) }, 'a job failed')
  const { err } = JSON.parse(line) as {
    err: { message: string; cause: { code: string; constraint: string } }
  }
  assert.match(String((why as { detail?: unknown }).detail), /canary/)
  assert.ok(!line.includes('canary'), line)
  assert.deepEqual([err.message, err.cause.code, err.cause.constraint], ['a job failed', '23514', 'few'])
})
