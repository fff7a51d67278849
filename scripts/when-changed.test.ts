import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { root } from './install.mjs'
import { whenChanged } from './when-changed.mjs'

const folder = mkdtempSync(join(tmpdir(), 'byre-built-'))
after(() => rmSync(folder, { recursive: true }))
const source = join(folder, 'source.txt')
const result = join(folder, 'dist/result.txt')

/** Builds where needed; how often that was done up to now. */
function builds(): number {
  whenChanged({
    what: 'the example',
    folder: relative(root, folder),
    results: ['result.txt'],
    sources: [relative(root, source)],
    environment: ['BYRE_EXAMPLE'],
    programs: [
      ['-e', "fs.mkdirSync('dist', { recursive: true }); fs.appendFileSync('dist/result.txt', '.')"],
    ],
  })
  return readFileSync(result, 'utf8').length
}

test('what is built is built again when its sources, its settings or its result are others', () => {
  writeFileSync(source, 'first')
  assert.equal(builds(), 1)
  assert.equal(builds(), 1)

  appendFileSync(source, ' and second')
  assert.equal(builds(), 2)

  process.env['BYRE_EXAMPLE'] = 'another'
  assert.equal(builds(), 3)
  assert.equal(builds(), 3)

  rmSync(result)
  assert.equal(builds(), 1)
})
