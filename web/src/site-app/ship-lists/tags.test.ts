import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTags } from './tags.ts'

const tables: readonly [string, string, string[]][] = [
  ['one a line, each once', 'A-1\nA-2\r\n\nA-1\n', ['A-1', 'A-2']],
  ['parted by commas, semicolons or tabs', 'A-1, A-2;A-3\tA-4', ['A-1', 'A-2', 'A-3', 'A-4']],
  ['as a reader sends them', '\u0002982000001088420\r\n', ['982000001088420']],
  [
    'with the time that a reader sends behind',
    '982 000001088420 12.05.2026 10:15:00',
    ['982 000001088420 12.05.2026 10:15:00'],
  ],
  ['nothing', ' \n,;\n', []],
]

for (const [what, text, tags] of tables)
  test(`tags are read ${what}`, () => {
    assert.deepEqual(readTags(text), tags)
  })
