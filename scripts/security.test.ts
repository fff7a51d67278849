import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/** `A01`, or every id of `I01–I11`. */
function idsOf(cell: string): string[] {
  return cell.split(',').flatMap((part) => {
    const [first, last] = part.trim().split('–') as [string, string?]
    if (!last) return [first]
    const from = Number(first.slice(1))
    return Array.from(
      { length: Number(last.slice(1)) - from + 1 },
      (_, at) => `${first[0]}${String(from + at).padStart(2, '0')}`,
    )
  })
}

test('every control that docs/security.md says is held has a test with its id', () => {
  const [, held = ''] = readFileSync(join(root, 'docs/security.md'), 'utf8').split(/^## /m)
  const ids = [...held.matchAll(/^\| ([A-Z]\d\d[^|]*) \|/gm)].flatMap((row) => idsOf(row[1]!))
  assert.ok(ids.length > 70, `only ${ids.length} ids were read`)

  const files = globSync('{contract,server,web,e2e,scripts}/**/*.test.ts', {
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
