import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../e2e/product.ts'
import { buildServer, serverProgram } from '../scripts/build-server.mjs'
import { allocator, productFlags } from '../scripts/launch.mjs'
import { median } from './measure.ts'
import { accessToken, idOf } from './seed.ts'
import { measured, onPostgres, prepareDatabase, startMailSink } from './targets.ts'
import './one-line.ts'

const help = `npm run bench:start -- [--repeats 11]

From starting the process to its first good answer from the database, which is there and migrated: the product as
scripts/start.mjs runs it beside bare Fastify and the driver, in turn. Specification 9.1: at most 4 times.`

const { values } = parseArgs({
  options: { repeats: { type: 'string', default: '11' }, help: { type: 'boolean', default: false } },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}

const scripts = { bare: join(import.meta.dirname, 'bare-start.ts'), product: serverProgram }
type Name = keyof typeof scripts

/** Whether the one call is answered well; nobody there yet counts as not. */
function isAnswered(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const headers = { host: `localhost:${port}`, authorization: `Bearer ${accessToken(0)}` }
    request(
      { host: '127.0.0.1', port, path: `/api/v1/users/${idOf('a', 0)}`, headers, agent: false },
      (reply) => {
        reply.resume()
        answer(reply.statusCode === 200)
      },
    )
      .on('error', () => answer(false))
      .end()
  })
}

/** Both write what they have to say to a file, and the product's mails leave to a server that takes them. */
async function start(name: Name, databaseUrl: string, smtpUrl: string, folder: string): Promise<number> {
  const [port, opsPort] = [await freePort(), await freePort()]
  const log = openSync(join(folder, `${name}.log`), 'a')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...productFlags, scripts[name]], {
    stdio: ['ignore', log, log],
    env: {
      ...allocator,
      ...process.env,
      ...measured,
      NODE_COMPILE_CACHE: join(folder, name),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      PORT: String(port),
      OPS_PORT: String(opsPort),
    },
  })
  closeSync(log)
  while (!(await isAnswered(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
    await wait(2)
  }
  const ms = performance.now() - startedAt
  child.kill('SIGTERM')
  await once(child, 'exit')
  return ms
}

buildServer()
const folder = await mkdtemp(join(tmpdir(), 'byre-start-'))
try {
  await onPostgres(async ({ connection, connectionString }) => {
    await prepareDatabase(connection, { accounts: 50, sitesEach: 1 })
    const mails = await startMailSink()
    const took: Record<Name, number[]> = { bare: [], product: [] }
    // The first start of each fills its compile cache, as the first ever start does.
    for (let repeat = -1; repeat < Number(values.repeats); repeat++)
      for (const name of ['bare', 'product'] as const) {
        const ms = await start(name, connectionString, mails.url, folder)
        if (repeat < 0) console.log(`${name}: first start ever ${ms.toFixed(0)} ms`)
        else took[name].push(ms)
      }
    await mails.stop()
    const [bare, product] = [median(took.bare), median(took.product)]
    console.log(
      `first good answer after: bare ${bare.toFixed(0)} ms, product ${product.toFixed(0)} ms, ratio ${(product / bare).toFixed(2)}`,
    )
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
