import { cursorOfRun } from '../server/src/testing/database.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServer, serverProgram } from '../scripts/build-server.mjs'
import { productFlags } from '../scripts/launch.mjs'

/** The real product in a process of its own, with its own embedded database, mail page and clock. */
export interface Product {
  url: string
  port: number
  opsPort: number
  dataDir: string
  process: ChildProcess
  /** What it printed so far. */
  output(): string
  stop(): Promise<void>
}

/** A port that is free now, on both loopback families' behalf. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts the product and resolves once it answers; `env` overrides its environment. */
export async function startProduct(
  env: Record<string, string> = {},
  program = serverProgram,
): Promise<Product> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'byre-e2e-')))
  const port = Number(env.PORT ?? (await freePort()))
  const opsPort = Number(env.OPS_PORT ?? (await freePort()))
  buildServer()
  const child = spawn(process.execPath, [...productFlags, program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...cursorOfRun(),
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LIMIT_FACTOR: '1000',
      ...env,
      DATA_DIR: dataDir,
      PORT: String(port),
      OPS_PORT: String(opsPort),
    },
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk))
  const url = `http://localhost:${port}`
  await isReady(opsPort, child, () => printed)
  return {
    url,
    port,
    opsPort,
    dataDir,
    process: child,
    output: () => printed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The operations port opens last, and answers whatever the portal's own host is. */
async function isReady(opsPort: number, child: ChildProcess, printed: () => string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${printed()}`)
    try {
      const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`)
      if (answer.ok) return
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`the product did not answer:\n${printed()}`, { cause: error })
    }
    await new Promise((done) => setTimeout(done, 50))
  }
}
