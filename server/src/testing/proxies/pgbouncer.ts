import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from '../main-process.ts'

/** PGBOUNCER, else the one on the path, with what it says of its version; null where there is none. */
export function findPgBouncer(): { program: string; version: string } | null {
  const program =
    process.env['PGBOUNCER'] ??
    [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
      .map((folder) => join(folder, 'pgbouncer'))
      .find((file) => fs.existsSync(file))
  if (program === undefined) return null
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return { program, version: /^PgBouncer (\S+)/.exec(stdout)?.[1] ?? 'unknown' }
}

interface Before {
  program: string
  /** The PostgreSQL behind it, at a socket; whoever owns that runs PgBouncer, which root may not. */
  database: pg.PoolConfig
  role: string
  password: string
  /** Its file, as operators are given it. */
  file: string
}

/** The real PgBouncer, of a file whose addresses are replaced by this machine's. */
export class PgBouncer {
  readonly url: string
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(child: ChildProcess, folder: string, url: string) {
    this.#process = child
    this.#folder = folder
    this.url = url
  }

  static async start({ program, database, role, password, file }: Before): Promise<PgBouncer> {
    const folder = fs.mkdtempSync(join(tmpdir(), 'byre-pgbouncer-'))
    const { uid, gid } = fs.statSync(database.host!)
    const port = await freePort()
    const given = join(folder, 'pgbouncer.ini')
    const users = join(folder, 'userlist.txt')
    const text = file
      .replace(/^byre = .*$/m, `byre = host=${database.host} dbname=${database.database}`)
      .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
      .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
      .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    fs.writeFileSync(given, `${text}unix_socket_dir =\n`)
    fs.writeFileSync(users, `"${role}" "${password}"\n`)
    for (const path of [folder, given, users]) fs.chownSync(path, uid, gid)
    const child = spawn(program, [given], { stdio: ['ignore', 'ignore', 'pipe'], uid, gid })
    let printed = ''
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk))
    for (let tries = 0; !(await isListening(port)); tries++, await delay(50))
      if (child.exitCode !== null || tries > 200) throw new Error(`PgBouncer does not serve:\n${printed}`)
    return new PgBouncer(child, folder, `postgres://${role}:${password}@127.0.0.1:${port}/byre`)
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill('SIGQUIT')
      await once(this.#process, 'exit')
    }
    fs.rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
