import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { heldControls } from './held-controls.ts'

const root = resolve(import.meta.dirname, '..')

test('every control that docs/security.md says is held has a test with its id', () => {
  const ids = heldControls(readFileSync(join(root, 'docs/security.md'), 'utf8'))
  assert.ok(ids.length > 70, `only ${ids.length} ids were read`)

  const files = globSync('{contract,rules,server,web,e2e,scripts}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path === 'node_modules',
  })
  const titles = files
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:test|it|describe)\(\s*['"`]([^'"`]*)/g),
    ])
    .map((match) => match[1]!)
    .join('\n')
  const untested = ids.filter((id) => !new RegExp(`\\b${id}\\b`).test(titles))
  assert.deepEqual(untested, [])
})
