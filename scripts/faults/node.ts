import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildServer, serverProgram } from '../build-server.mjs'
import { allocator, productFlags } from '../launch.mjs'

/* The product as `npm start` runs it: the built program, in a process of its own. */

const running = new Set<ChildProcess>()

/** Nothing of ours outlives us. */
export function killNodes(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** By which its clock and the names that it knows are others than those of this machine. */
const stagings = [import.meta.resolve('./clock.mjs'), import.meta.resolve('./names.mjs')].flatMap((file) => [
  '--import',
  file,
])
const readyWithinMs = 60_000
let isBuilt = false

export interface Node {
  host: string
  port: number
  opsPort: number
  /** Of the process, in bytes. */
  memory(): number
  /** SIGKILL: it ends where it stands. */
  kill(): Promise<void>
  /** SIGTERM, as an operator ends it. */
  stop(): Promise<void>
  /** Moves the clock that the process goes by, against the one that all others have. */
  setClock(ms: number): Promise<void>
  /** Whether the name of its database leads anywhere. */
  setNamed(isNamed: boolean): Promise<void>
  /** SIGSTOP: it stands still and keeps what it has, until it goes on. */
  freeze(): void
  thaw(): void
  /** What its operations port says of whether it may be sent requests; 0 where it says nothing. */
  readiness(): Promise<number>
  /** What `/metrics` counts under a name, by its label. */
  counted(name: string): Promise<Record<string, number>>
}

/**
 * Starts the built product with this environment and nothing of ours; resolves once it is ready to serve. What it prints goes to
 * `log`, a file, where one is given.
 */
export async function startNode(given: Record<string, string>, log?: string): Promise<Node> {
  if (!isBuilt) buildServer()
  isBuilt = true
  const host = given['HOST'] ?? '127.0.0.1'
  const port = Number(given['PORT'] ?? (await freePort()))
  const opsPort = Number(given['OPS_PORT'] ?? (await freePort()))
  const out = log === undefined ? 'pipe' : openSync(log, 'a')
  const child = spawn(process.execPath, [...stagings, ...productFlags, serverProgram], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled'),
      ...allocator,
      LIMIT_FACTOR: '1000000',
      ...given,
      PORT: `${port}`,
      OPS_PORT: `${opsPort}`,
    },
    stdio: ['ignore', out, out, 'ipc'],
  })
  if (typeof out === 'number') closeSync(out)
  running.add(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed = `${printed}${String(chunk)}`.slice(-4000)))
  const ended = once(child, 'close').then(() => running.delete(child))
  const opsHost = given['OPS_HOST'] ?? '127.0.0.1'
  const readiness = () => askReady(`http://${opsHost}:${opsPort}/readyz`)
  await isReady(readiness, child, () => printed || readFileSync(log!, 'utf8').slice(-4000))
  const tell = async (message: object) => {
    child.send(message)
    await once(child, 'message')
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    host,
    port,
    opsPort,
    readiness,
    counted: async (name) => {
      const text = await (await fetch(`http://${opsHost}:${opsPort}/metrics`)).text()
      const lines = text.matchAll(new RegExp(`^${name}\\{\\w+="(\\w+)"\\} (\\d+)$`, 'gm'))
      return Object.fromEntries([...lines].map(([, of, count]) => [of, Number(count)]))
    },
    memory: () => 4096 * Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    setClock: (ms) => tell({ clock: ms }),
    setNamed: (isNamed) => tell({ isNamed }),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

const askReady = async (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status,
    () => 0,
  )

async function isReady(
  readiness: () => Promise<number>,
  child: ChildProcess,
  printed: () => string,
): Promise<void> {
  for (const until = Date.now() + readyWithinMs; ; await delay(50)) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${printed()}`)
    if ((await readiness()) === 200) return
    if (Date.now() > until) throw new Error(`the product is not ready:\n${printed()}`)
  }
}

/** Below those that callers are given for their own ends of connections, which may be any while a server starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
