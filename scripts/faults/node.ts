import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildServer, serverProgram } from '../build-server.mjs'
import { productFlags } from '../launch.mjs'

/* The product as `npm start` runs it: the built program, in a process of its own. */

const running = new Set<ChildProcess>()

/** Nothing of ours outlives us. */
export function killNodes(): void {
  for (const child of running) child.kill('SIGKILL')
}

const clockProgram = import.meta.resolve('./clock.mjs')
const readyWithinMs = 60_000
let isBuilt = false

export interface Node {
  port: number
  /** Of the process, in bytes. */
  memory(): number
  /** SIGKILL: it ends where it stands. */
  kill(): Promise<void>
  /** SIGTERM, as an operator ends it. */
  stop(): Promise<void>
  /** Moves the clock that the process goes by, against the one that all others have. */
  setClock(ms: number): Promise<void>
}

/** Starts the built product with this environment and nothing of ours; resolves once it is ready to serve. */
export async function startNode(given: Record<string, string>): Promise<Node> {
  if (!isBuilt) buildServer()
  isBuilt = true
  const [port, opsPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, ['--import', clockProgram, ...productFlags, serverProgram], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled'),
      MALLOC_ARENA_MAX: '1',
      LIMIT_FACTOR: '1000000',
      ...given,
      PORT: `${port}`,
      OPS_PORT: `${opsPort}`,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed = `${printed}${String(chunk)}`.slice(-4000)))
  const ended = once(child, 'close').then(() => running.delete(child))
  await isReady(opsPort, child, () => printed)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    port,
    memory: () => 4096 * Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async setClock(ms) {
      child.send({ clock: ms })
      await once(child, 'message')
    },
  }
}

async function isReady(opsPort: number, child: ChildProcess, printed: () => string): Promise<void> {
  for (const until = Date.now() + readyWithinMs; ; await delay(50)) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${printed()}`)
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > until) throw new Error(`the product is not ready:\n${printed()}`)
  }
}

/** Below those that callers are given for their own ends of connections, which may be any while a server starts. */
async function freePort(): Promise<number> {
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
