import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { heldControls } from './held-controls.ts'

/* The numbers of OWASP ASVS 5.0.0 by level; `6.2.1-8` is 6.2.1 to 6.2.8. */
const levels = {
  1: `
    1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1 5.2.1-2 5.3.1-2
    6.1.1 6.2.1-8 6.3.1-2 6.4.1-2 7.2.1-4 7.4.1-2 8.1.1 8.2.1-2 8.3.1 9.1.1-3 9.2.1 10.4.1-5 11.3.1-2
    11.4.1 12.1.1 12.2.1-2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`,
  2: `
    1.1.1-2 1.2.6-9 1.3.3-11 1.4.1-3 1.5.2 2.1.2-3 2.2.3 2.3.2-4 2.4.1 3.3.2-4 3.4.3-6 3.5.4-5 3.7.1-2
    4.1.2-3 4.2.1 4.3.1-2 4.4.2-4 5.1.1 5.2.3 5.4.1-3 6.1.2-3 6.2.9-12 6.3.3-4 6.4.3-4 6.5.1-5 6.6.1-3
    6.8.1-4 7.1.1-3 7.3.1-2 7.4.3-5 7.5.1-2 7.6.1-2 8.1.2 8.2.3 8.4.1 9.2.2-4 10.1.1-2 10.2.1-2 10.3.1-4
    10.4.6-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.3 11.4.2-4 11.5.1 11.6.1 12.1.2-3
    12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.2-5 14.1.1-2 14.2.2-4 14.3.2-3 15.1.2-3 15.2.2-3 15.3.2-7
    16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`,
}

const root = resolve(import.meta.dirname, '..')
const pageAt = (path: string) => readFileSync(join(root, path), 'utf8')
const security = pageAt('docs/security.md')
const statuses = ['met', 'not applicable', 'open'] as const

interface Row {
  number: string
  level: string
  about: string
  status: string
  words: string
}

const rows: Row[] = [...pageAt('docs/asvs.md').matchAll(/^\| (\d[^\n]*) \|$/gm)].map((line) => {
  const [number = '', level = '', about = '', status = '', words = '', ...more] = line[1]!.split(' | ')
  assert.deepEqual(more, [], `${number} has a column too many`)
  return { number, level, about, status, words }
})

function numbersOf(text: string): string[] {
  return text
    .trim()
    .split(/\s+/)
    .flatMap((range) => {
      const [, section = '', first = '', last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? []
      const count = Number(last) - Number(first) + 1
      return Array.from({ length: count }, (_, at) => `${section}.${Number(first) + at}`)
    })
}

const inOrder = (numbers: string[]) => numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

test('docs/asvs.md lists every requirement of level 1 and 2 once, with its level, in order', () => {
  for (const [level, text] of Object.entries(levels)) {
    const listed = rows.filter((row) => row.level === level).map(({ number }) => number)
    assert.deepEqual(listed, inOrder(numbersOf(text)), `level ${level}`)
  }
  const all = rows.map(({ number }) => number)
  assert.equal(all.length, 253)
  assert.deepEqual(all, inOrder(all))
})

const namesControl = (words: string) => words.match(/\b[A-Z]\d\d\b/g) ?? []
const namesPath = (words: string) =>
  [...words.matchAll(/`((?:\.?[\w-]+\/)*\.?[\w-]+(?:\.[a-z]+)+|deploy\/Caddyfile|\.npmrc)`/g)].map(
    ([, path = '']) => path,
  )

test('what is met names a control that is held or a file that is there; all else says why', () => {
  const held = new Set(heldControls(security))
  for (const { number, about, status, words } of rows) {
    assert.ok(
      statuses.some((known) => known === status),
      `${number}: ${status}`,
    )
    assert.ok(about.length > 2, number)
    for (const id of namesControl(words)) assert.ok(held.has(id), `${number}: ${id} is not held`)
    for (const path of namesPath(words)) assert.ok(existsSync(join(root, path)), `${number}: ${path}`)
    const evidence = [...namesControl(words), ...namesPath(words)]
    if (status === 'met') assert.ok(evidence.length > 0, `${number} is met by nothing`)
    else assert.ok(words.length > 5, `${number} is ${status} without a reason`)
  }
})

test('a part of a page that a row names is there', () => {
  const parts = rows.flatMap(({ number, words }) =>
    [...words.matchAll(/`([^`]+\.md)`, "([^"]+)"/g)].map(([, page = '', part = '']) => ({
      number,
      page,
      part,
    })),
  )
  assert.ok(parts.length > 20, `${parts.length}`)
  for (const { number, page, part } of parts)
    assert.ok(pageAt(page).includes(`\n## ${part}\n`), `${number}: ${part} of ${page}`)
})

test('docs/security.md sums the list up', () => {
  const counted = (chapter: string) =>
    statuses.map(
      (status) => rows.filter((row) => row.status === status && row.number.startsWith(chapter)).length,
    )
  const [, table = ''] = security.split('\n## OWASP ASVS 5.0\n')
  const tableRows = [...table.matchAll(/^\| (\d+|in all)[^|]*\| (\d+) \| (\d+) \| (\d+) \|$/gm)]
  assert.equal(tableRows.length, 18)
  for (const [, chapter = '', ...counts] of tableRows)
    assert.deepEqual(counts.map(Number), counted(chapter === 'in all' ? '' : `${chapter}.`), chapter)
})
