import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { buildFilesOf } from './build-files.ts'

test('a release has the files that its program loads, at once or later, and none of the builds before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'byre-build-'))
  const files = {
    'main.js': 'import { a } from "./serve-A1.js"\nimport("./later-B2.js")',
    'serve-A1.js': 'new Worker(new URL(new URL("thread-C3.js", import.meta.url)))',
    'later-B2.js': 'export {}',
    'thread-C3.js': 'export {}',
    'serve-Z9.js': 'import "./later-Y8.js"',
    'later-Y8.js': 'export {}',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const named = [...buildFilesOf(join(folder, 'main.js'))].map((file) => basename(file))
  rmSync(folder, { recursive: true })
  assert.deepEqual(named.toSorted(), ['later-B2.js', 'main.js', 'serve-A1.js', 'thread-C3.js'])
})
