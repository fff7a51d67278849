import { cursorOfRun } from './database.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** As it ships where `npm test` has built it, else from its sources. */
const main = process.env['TEST_MAIN'] ?? fileURLToPath(import.meta.resolve('../main.ts'))
const running = new Set<ChildProcess>()

/** For the end of a test file: nothing outlives it. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export interface Started {
  child: ChildProcess
  port: number
  opsPort: number
  output: { all: string }
  /** Told that it serves; rejects when it ends before. */
  ready: Promise<void>
  ended: Promise<{ exitCode: number | null; tookMs: number }>
}

/** The product as a process of its own, with nothing of our environment; its log goes to `log`, else it is read. */
export async function startMain(
  given: Record<string, string>,
  { log, args = [], program = main }: { log?: number; args?: readonly string[]; program?: string } = {},
): Promise<Started> {
  const port = await freePort()
  let opsPort = await freePort()
  // One that was free and given back may be given again.
  while (opsPort === port) opsPort = await freePort()
  const startedAt = Date.now()
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'],
      ...cursorOfRun(),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: `${port}`,
      OPS_PORT: `${opsPort}`,
      // Whoever tests shares the machine with it.
      OVERLOAD_DELAY_MS: '60000',
      ...given,
    },
    stdio: ['ignore', log ?? 'pipe', 'pipe'],
  })
  running.add(child)
  const output = { all: '' }
  const ended = once(child, 'close').then(([exitCode]: unknown[]) => {
    running.delete(child)
    return { exitCode: exitCode as number | null, tookMs: Date.now() - startedAt }
  })
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output.all += chunk
        if (/Ctrl-C\n|"started"/.test(output.all)) resolve()
      })
    ended.then(() => reject(new Error(`it ended instead:\n${output.all}`)), reject)
  })
  ready.catch(() => undefined)
  return { child, port, opsPort, output, ready, ended }
}

export async function stop({ child, ended }: Started): Promise<number | null> {
  child.kill('SIGTERM')
  return (await ended).exitCode
}
