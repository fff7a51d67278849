import * as fs from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../start-error.ts'

/** The secrets of an installation: the first writes, all read. */
export type AppSecrets = readonly [string, ...string[]]

export const leastSecretBytes = 32

/**
 * Secrets parted by commas. A comma parts only what is long enough on both sides: a single secret of old that
 * has one in it stays what it was.
 */
export function secretsIn(text: string): AppSecrets {
  const [first = '', ...older] = text.split(',').map((part) => part.trim())
  const isList = [first, ...older].every((part) => Buffer.byteLength(part) >= leastSecretBytes)
  return isList ? [first, ...older] : [text]
}

/**
 * The secrets of an installation that was given none, so that sessions survive a restart: the kept
 * one, else `fresh`, which is kept from now on. Two processes that come at once agree on one.
 */
export function keepAppSecrets(dataDir: string, [fresh]: AppSecrets): AppSecrets {
  const file = join(dataDir, 'app-secret')
  const kept = read(file)
  if (kept !== undefined) return secretsIn(kept)

  const complete = `${file}.${process.pid}`
  fs.writeFileSync(complete, fresh, { mode: 0o600 })
  try {
    fs.linkSync(complete, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    fs.rmSync(complete)
  }
  return secretsIn(read(file) ?? fresh)
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
