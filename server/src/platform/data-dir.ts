import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError, codeOf } from './start-error.ts'

/*
 * The folder that holds what must outlive the process: who may work in it, where it is when its
 * default cannot be used, and the lock that lets only one process have it.
 */

/** The system account PostgreSQL runs as; undefined is our own. */
export type Account = { uid: number; gid: number } | undefined

const isRoot = process.getuid?.() === 0
const clone = resolve(import.meta.dirname, '../../..')

/**
 * PostgreSQL refuses to run as root: then it is the account the data already belongs to, else the
 * owner of the folder, else `nobody`.
 */
export function accountFor(dataDir: string): Account {
  if (!isRoot) return undefined
  for (const path of [join(dataDir, 'pg'), dataDir]) {
    const owner = fs.statSync(path, { throwIfNoEntry: false })
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  const passwd = fs.readFileSync('/etc/passwd', 'utf8')
  const [, uid, gid] = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(passwd) ?? ['', '65534', '65534']
  return { uid: Number(uid) | 0, gid: Number(gid) | 0 }
}

/** What `spawn` needs to run something as that account, away from a folder it may not enter. */
export function runAs(account: Account) {
  return { ...account, cwd: '/', env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' } }
}

/** Tried rather than worked out from modes: access lists and containers have their own rules. */
export function canEnter(account: Account, folder: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], runAs(account))
  if (error && ['EPERM', 'EINVAL'].includes(codeOf(error) ?? ''))
    throw new StartError(
      'database',
      'PostgreSQL does not run as root and this container may not change users: ' +
        'start as another user, or set DATABASE_URL to a PostgreSQL.',
    )
  return status === 0
}

/**
 * Where the local database lives. Started as root from a folder that PostgreSQL's account cannot
 * reach, such as a private home, the default moves to `/var/lib/byre`.
 */
export function placeDataDir(wanted: { dataDir: string; dataDirIsGiven: boolean }): string {
  if (!isRoot || wanted.dataDirIsGiven) return wanted.dataDir
  let existing = wanted.dataDir
  while (!fs.existsSync(existing)) existing = dirname(existing)
  if (canEnter(accountFor(wanted.dataDir), existing)) return wanted.dataDir
  return join('/var/lib/byre', hashOf(clone))
}

/** Makes the folder where it is missing, and refuses one that cannot be written or entered. */
export function prepareDataDir(dataDir: string): void {
  try {
    const firstMade = fs.mkdirSync(dataDir, { recursive: true })
    // Root's folders are passed through by PostgreSQL's account; what is secret in them has its own mode.
    for (let made = firstMade && dataDir; made; made = made === firstMade ? undefined : dirname(made))
      fs.chmodSync(made, isRoot ? 0o711 : 0o700)
    const trial = join(dataDir, `.trial-${process.pid}`)
    fs.writeFileSync(trial, '')
    fs.rmSync(trial)
  } catch (error) {
    const reason = codeOf(error) ?? String(error)
    throw new StartError(
      'dataDirUnwritable',
      `The data folder ${dataDir} cannot be written (${reason}): make it writable, or set DATA_DIR to another folder.`,
    )
  }
}

/** Who was told to stop may still be finishing. */
const patienceMs = 1_000

export interface Lock {
  release(): void
}

/**
 * An exclusive lock of the operating system, gone when this process is, however it ends. Beside it
 * stands who holds it, for the message of the one who comes second.
 */
export function lockDataDir(dataDir: string): Lock {
  const holder = join(dataDir, 'lock.holder')
  const lock = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: patienceMs })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) throw error
    throw new StartError(
      'dataDirHeld',
      `The data folder ${dataDir} is in use by ${readHolder(holder)}: stop it first, or set DATA_DIR to another folder.`,
    )
  }
  fs.writeFileSync(holder, `process ${process.pid}, started ${new Date().toISOString()}\n`)
  return {
    release() {
      fs.rmSync(holder, { force: true })
      lock.close()
    },
  }
}

function readHolder(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8').trim() || 'another process'
  } catch {
    return 'another process'
  }
}

/** A short name for a path, the same at every start. */
export function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}
