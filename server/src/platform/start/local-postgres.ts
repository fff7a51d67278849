import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  accountFor,
  canEnter,
  hashOf,
  lockDataDir,
  prepareDataDir,
  runAs,
  type Account,
} from '../data-dir.ts'
import { findPostgres } from './postgres-binaries.ts'
import { runServer, type Server } from './postgres-process.ts'
import { codeOf, StartError } from '../start-error.ts'

/** A PostgreSQL of our own: reached through a socket that only we can enter, and gone when we are. */
export interface LocalPostgres {
  /** What `pg` takes to connect to `database`. */
  connection: { host: string; port: number; user: string; database: string }
  connectionString: string
  socketDir: string
  user: string
  database: string
  dataDir: string
  /** Shuts it down cleanly and lets the data folder go. */
  stop(): Promise<void>
}

export interface LocalPostgresOptions {
  dataDir: string
  /** Laid over the server's own, such as `fsync=off` in tests. */
  settings?: Record<string, string>
  /** Told when the server ended by itself and is started again. */
  onRestart?: (line: string) => void
}

const name = 'byre'
const port = 5432
const recoveryMs = 120_000

const ownSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  max_connections: '40',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and their values hold what people typed: the log tells of the server, not of them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

/**
 * Starts PostgreSQL in `dataDir`, making the folder and the database where they are missing. Throws
 * a `StartError` with one clear line, also when another process holds the folder.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  prepareDataDir(options.dataDir)
  const dataDir = fs.realpathSync(options.dataDir)
  const lock = lockDataDir(dataDir)
  try {
    const account = accountFor(dataDir)
    const cluster = prepareCluster(dataDir, account, options.settings)
    const socketDir = cluster.settings.unix_socket_directories
    const connection = { host: socketDir, port, user: name, database: name }
    const server = await runServer(cluster)
    try {
      await whenReady(server, connection, cluster.logFile)
    } catch (error) {
      await server.stop()
      throw error
    }
    server.keepRunning(options.onRestart ?? console.error)
    return {
      connection,
      connectionString: `postgres://${name}@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
      socketDir,
      user: name,
      database: name,
      dataDir,
      async stop() {
        await server.stop()
        fs.rmSync(socketDir, { recursive: true, force: true })
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function prepareCluster(dataDir: string, account: Account, settings: Record<string, string> = {}) {
  if (account && !mayPassThrough(account, dataDir))
    throw new StartError(
      'dataDirUnwritable',
      `PostgreSQL runs as user ${account.uid}, who cannot enter the data folder ${dataDir}: ` +
        'give the folder to that user, or set DATA_DIR to another folder.',
    )
  const binaries = findPostgres(dataDir, account)
  const folder = join(dataDir, 'pg')
  if (!fs.existsSync(folder)) initialise(binaries, folder, account, settings['fsync'] === 'off')
  const unix_socket_directories = makeSocketDir(dataDir, account)
  const logFile = join(dataDir, 'pg.log')
  return {
    binaries,
    folder,
    logFile,
    account,
    settings: { ...ownSettings, ...settings, unix_socket_directories },
  }
}

/** Root's own folder is opened for passing through; what is secret in it has its own mode. */
function mayPassThrough(account: Account, dataDir: string): boolean {
  const { uid, mode } = fs.statSync(dataDir)
  if (uid === 0 && (mode & 0o001) === 0) fs.chmodSync(dataDir, mode | 0o011)
  return canEnter(account, dataDir)
}

/** Made beside its place and moved there when complete, so that a start cut short leaves nothing half done. */
function initialise(binaries: string, folder: string, account: Account, isForTests: boolean): void {
  for (const name of fs.readdirSync(join(folder, '..')))
    if (name.startsWith('pg.unfinished-')) fs.rmSync(join(folder, '..', name), { recursive: true })
  const unfinished = `${folder}.unfinished-${process.pid}`
  fs.mkdirSync(unfinished, { mode: 0o700 })
  if (account) fs.chownSync(unfinished, account.uid >>> 0, account.gid >>> 0)

  const { status, stderr, error } = spawnSync(
    join(binaries, 'initdb'),
    [
      `--pgdata=${unfinished}`,
      `--username=${name}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--data-checksums',
      // The server's own C.UTF-8: the same order and case on every system, whatever locales it has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      isForTests ? '--no-sync' : '--sync-method=fsync',
    ],
    { ...runAs(account), encoding: 'utf8' },
  )
  if (status !== 0) {
    const reason = error?.message ?? stderr.trim().split('\n').at(-1)
    throw new StartError('database', `The database in ${folder} could not be made: ${reason}.`)
  }
  fs.renameSync(unfinished, folder)
}

/** In the temporary folder, since a socket's path may have no more than about a hundred bytes. */
function makeSocketDir(dataDir: string, account: Account): string {
  const uid = account ? account.uid >>> 0 : process.getuid?.()
  const own = `byre-${uid}-${hashOf(dataDir)}`
  const fits = (parent: string) => Buffer.byteLength(join(parent, own, `.s.PGSQL.${port}`)) <= 100
  const usable = [tmpdir(), '/tmp'].find((parent) => fits(parent) && canEnter(account, parent)) ?? '/tmp'
  const folder = join(usable, own)
  if (!fs.existsSync(folder)) {
    fs.mkdirSync(folder, { mode: 0o700 })
    if (account) fs.chownSync(folder, account.uid >>> 0, account.gid >>> 0)
  }
  const stats = fs.lstatSync(folder)
  if (stats.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0) return folder
  throw new StartError('database', `The folder ${folder} is not ours alone: remove it, then start again.`)
}

/** Waits until the server answers, through a recovery if need be, and makes the database if it is missing. */
async function whenReady(
  server: Server,
  connection: LocalPostgres['connection'],
  logFile: string,
): Promise<void> {
  const deadline = Date.now() + recoveryMs
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres' })
    try {
      await client.connect()
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
      if (rowCount === 0) await client.query(`create database ${name}`)
      return
    } catch (error) {
      // A recovery that is cut short begins anew from the same place: who ends it would never see its end.
      const isRecovering = codeOf(error) === startingUp
      if (isBroken(error) || server.hasEnded() || (Date.now() > deadline && !isRecovering))
        throw new StartError('database', `PostgreSQL did not start: ${lastLine(logFile) ?? String(error)}.`)
      await delay(15)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

const startingUp = '57P03'

/** A catalogue that cannot be read, or a file that is gone: waiting mends neither. */
const isBroken = (error: unknown) => error instanceof pg.DatabaseError && /^(?:XX|58)/.test(error.code ?? '')

/** The reason in the log of a server that gave up. */
function lastLine(file: string): string | undefined {
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n').slice(-20)
  return lines.findLast((line) => /FATAL|PANIC/.test(line) && !line.includes('starting up')) ?? lines.at(-1)
}
