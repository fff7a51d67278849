import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runAs, type Account } from '../data-dir.ts'
import { StartError } from '../start-error.ts'

const largestLogBytes = 10 * 1024 * 1024

/**
 * Runs a program and stops it when the pipe on our input closes, which it does however the process at
 * its other end came to its own end. It asks again each second: a signal sent before PostgreSQL listens is lost.
 */
const supervisor = `
  exec 3<&0
  "$@" 3<&- &
  program=$!
  { cat <&3 >/dev/null; while kill -INT $program 2>/dev/null; do sleep 1; done; } &
  watcher=$!
  exec 3<&-
  wait $program
  status=$?
  kill $watcher 2>/dev/null
  exit $status`

export interface Cluster {
  binaries: string
  /** PostgreSQL's own data folder. */
  folder: string
  logFile: string
  account: Account
  settings: Readonly<Record<string, string>>
}

export interface Server {
  hasEnded(): boolean
  /** From now on a server that ends by itself is started again, which `tell` is told. */
  keepRunning(tell: (line: string) => void): void
  /** Shuts down cleanly; open transactions are rolled back. */
  stop(): Promise<void>
}

export async function runServer(cluster: Cluster): Promise<Server> {
  let child = await launch(cluster)
  let isStopping = false
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ended = async () => {
    if (!hasEnded()) await once(child, 'exit')
  }
  let untilStopped = ended

  async function restartUntilStopped(tell: (line: string) => void): Promise<void> {
    for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      const startedAt = Date.now()
      await ended()
      if (Date.now() - startedAt > 10_000) pauseMs = 200
      if (!isStopping) await delay(pauseMs)
      if (isStopping) return
      tell(`PostgreSQL ended by itself and is started again; ${cluster.logFile} may say why.`)
      try {
        child = await launch(cluster)
      } catch (error) {
        tell(String(error))
      }
      if (isStopping) child.stdin?.end()
    }
  }

  return {
    hasEnded,
    keepRunning(tell) {
      const watching = restartUntilStopped(tell)
      untilStopped = () => watching
    },
    async stop() {
      isStopping = true
      child.stdin?.end()
      await untilStopped()
    },
  }
}

/** Starts PostgreSQL apart from our process group, so that Ctrl-C reaches Node alone. */
async function launch(cluster: Cluster): Promise<ChildProcess> {
  const stale = await predecessorGone(cluster.folder)
  if ((fs.statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes)
    fs.renameSync(cluster.logFile, `${cluster.logFile}.1`)
  const log = fs.openSync(cluster.logFile, 'a', 0o600)
  const settings = Object.entries(cluster.settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const program = [join(cluster.binaries, 'postgres'), '-D', cluster.folder, ...settings]
  const options = runAs(cluster.account)
  const child = spawn('/bin/sh', ['-c', supervisor, 'sh', ...program], {
    ...options,
    env: { ...options.env, ...stale },
    detached: true,
    stdio: ['pipe', log, log],
  })
  fs.closeSync(log)
  // Writing to a supervisor that has gone is no news: its exit is.
  child.stdin?.on('error', () => undefined)
  return child
}

/**
 * Waits for the server that an earlier process left behind, which is on its way out. A number that
 * now belongs to some other program is named to PostgreSQL as one to overlook: the file is its to remove.
 */
async function predecessorGone(folder: string): Promise<{ PG_GRANDPARENT_PID?: string }> {
  for (let waitedMs = 0; ; waitedMs += 50) {
    const pid = readPid(join(folder, 'postmaster.pid'))
    if (pid === undefined) return {}
    if (!commandLineOf(pid).includes(folder)) return { PG_GRANDPARENT_PID: pid }
    if (waitedMs >= 5_000)
      throw new StartError(
        'database',
        `An earlier PostgreSQL (process ${pid}) still works in ${folder}: end it with "kill -INT ${pid}", then start again.`,
      )
    await delay(50)
  }
}

function readPid(file: string): string | undefined {
  try {
    return /^\d+/.exec(fs.readFileSync(file, 'utf8'))?.[0]
  } catch {
    return undefined
  }
}

/** Empty when there is no such process. */
function commandLineOf(pid: string): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', pid], { encoding: 'utf8' }).stdout ?? ''
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
