import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { callsIn, messagesIn, rowsOf, titlesOf, withoutNames } from './specification-table.ts'

const root = resolve(import.meta.dirname, '..')
const pageAt = (path: string) => readFileSync(join(root, path), 'utf8')
const page = pageAt('docs/specification-table.md')
const rows = rowsOf(page)

test('every rule of the specification is held by a test that is there, or differs by a decision', () => {
  assert.ok(rows.length > 500, `only ${rows.length} rows were read`)
  const lines = page.split('\n').filter((line) => /^\| (?!rule \|)/.test(line))
  assert.equal(rows.length, lines.length, 'a line of the table is not read')
  const pages = globSync('[0-9]*.md', { cwd: join(root, 'docs/decisions') })
  const decisions = new Set(pages.map((name) => name.slice(0, 4)))

  for (const { rule, tests, decisions: differs, rest } of rows) {
    assert.equal(rest, '', rule)
    assert.ok(tests.length + differs.length > 0, `${rule}: held by nothing`)
    for (const number of differs) assert.ok(decisions.has(number), `${rule}: there is no decision ${number}`)
    for (const { file, title } of tests) {
      assert.ok(existsSync(join(root, file)), `${rule}: ${file} is not there`)
      const titles = titlesOf(pageAt(file))
      assert.ok(
        titles.some((whole) => whole.includes(title)),
        `${rule}: ${file} has no test "${title}"`,
      )
    }
  }
  assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length, 'a row stands twice')
})

test('a message that the specification quotes stands, letter for letter, in a test that holds it', () => {
  const quoted = rows.filter(({ rule, tests }) => tests.length > 0 && messagesIn(rule).length > 0)
  assert.ok(quoted.length > 100, `${quoted.length}`)
  for (const { rule, tests } of quoted) {
    const sources = tests.map(({ file }) => pageAt(file))
    for (const words of messagesIn(rule))
      assert.ok(
        sources.some((source) => source.includes(words)),
        `no test of this rule says “${words}”`,
      )
  }
})

test('every call of the specification is one of the documented ones', () => {
  const { paths } = JSON.parse(pageAt('docs/openapi.json')) as { paths: Record<string, object> }
  const documented = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => withoutNames(`${method.toUpperCase()} ${path}`)),
    ),
  )
  const calls = rows.flatMap(({ rule }) => callsIn(rule))
  assert.ok(calls.length > 50, `${calls.length}`)
  assert.deepEqual(
    calls.filter((call) => !documented.has(call)),
    [],
  )
})
