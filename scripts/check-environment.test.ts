import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const check = (env: Record<string, string>) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'check-environment.ts')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  })

test('what the web client is built by is judged with all else in the environment', () => {
  const { status, stderr } = check({ BYRE_BRAND: 'cows', PORT: 'abc' })
  assert.notEqual(status, 0)
  const lines = stderr.trim().split('\n')
  assert.equal(lines.length, 2, stderr)
  assert.ok(lines.some((line) => line.startsWith('BYRE_BRAND is "cows"')))
  assert.ok(lines.some((line) => line.startsWith('PORT is "abc"')))
})

test('an environment in order is passed without a word', () => {
  const { status, stdout, stderr } = check({})
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' })
})

test('in production each thing that is wrong is a line of the log', () => {
  const { status, stdout, stderr } = check({ NODE_ENV: 'production', PORT: 'abc' })
  const lines = stdout.trim().split('\n')
  const printed = lines.map((line) => JSON.parse(line) as { level: string; msg: string })
  assert.deepEqual([status, stderr, printed.every(({ level }) => level === 'fatal')], [2, '', true])
  assert.ok(printed.some(({ msg }) => msg.startsWith('PORT is "abc"')))
})
