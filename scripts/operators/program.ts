import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cursorOfRun, urlOf } from '@byre/server/testing/database'
import type { TestApp } from '@byre/server/testing/test-app'
import { root } from '../install.mjs'

/** What operators run, for tests: as it ships where `npm test` has built it, else from its sources. */
export const byreProgram = process.env['TEST_BYRE'] ?? join(root, 'scripts/byre.ts')

const compiled = process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled')

/** The command as a process of its own, with nothing of our environment. */
export async function byreWith(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [byreProgram, ...args], {
    env: { PATH: process.env['PATH'], ...cursorOfRun(), NODE_COMPILE_CACHE: compiled, ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}

/** The same at the database of a test app. */
export const byreAt = (testApp: TestApp, ...args: string[]) =>
  byreWith({ DATABASE_URL: urlOf(testApp.database.pool.options), DATA_DIR: testApp.config.dataDir }, ...args)
