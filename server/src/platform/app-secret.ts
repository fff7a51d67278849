import * as fs from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './start-error.ts'

/**
 * The secret of an installation that was given none, so that sessions survive a restart: the kept
 * one, else `fresh`, which is kept from now on. Two processes that come at once agree on one.
 */
export function keepAppSecret(dataDir: string, fresh: string): string {
  const file = join(dataDir, 'app-secret')
  const kept = read(file)
  if (kept !== undefined) return kept

  const complete = `${file}.${process.pid}`
  fs.writeFileSync(complete, fresh, { mode: 0o600 })
  try {
    fs.linkSync(complete, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    fs.rmSync(complete)
  }
  return read(file) ?? fresh
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
