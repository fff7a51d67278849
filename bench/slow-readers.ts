import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import './one-line.ts'
import type { Target } from './measure.ts'
import { residentMb } from './processor-time.ts'
import { onPostgres, prepareDatabase, startTarget } from './targets.ts'

const help = `npm run bench:slow-readers -- [--callers 800] [--path /api/openapi.json] [--encoding br] [--seconds 45]

What callers cost who ask for a long answer and do not read it: the product as npm start runs it in production, and its
memory before, with the callers, 30 seconds later and when they have gone. They come from a hundred
addresses of this machine (127.0.0.0/8: Linux).`

const { values } = parseArgs({
  options: {
    callers: { type: 'string', default: '800' },
    path: { type: 'string', default: '/api/openapi.json' },
    encoding: { type: 'string', default: '' },
    seconds: { type: 'string', default: '45' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}

const megabytesOf = (pid: number) => Math.round(residentMb(pid))

/** Asks, and takes nothing of the answer that its own socket does not take by itself. */
function ask(port: number, caller: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (caller % 100)}` })
  socket.pause()
  socket.on('error', () => undefined)
  const encoding = values.encoding ? `Accept-Encoding: ${values.encoding}\r\n` : ''
  socket.write(`GET ${values.path} HTTP/1.1\r\nHost: localhost:${port}\r\n${encoding}\r\n`)
  return socket
}

await onPostgres(async (postgres) => {
  await prepareDatabase(postgres.connection, { accounts: 60, sitesEach: 10 })
  const product = await startTarget('product', postgres)
  try {
    await watchMemory(product)
  } finally {
    await product.stop()
  }
})

async function watchMemory({ url, pid }: Target): Promise<void> {
  const port = Number(new URL(url).port)
  for (let warm = 0; warm < 5; warm++) await (await fetch(url + values.path)).arrayBuffer()
  await wait(5_000)
  const [atStart, begunAt] = [megabytesOf(pid), Date.now()]
  const curve: string[] = []
  let peak = atStart
  const look = setInterval(() => {
    const now = megabytesOf(pid)
    peak = Math.max(peak, now)
    curve.push(`${Math.round((Date.now() - begunAt) / 1000)} s ${now}`)
  }, 1_000)

  const sockets = Array.from({ length: Number(values.callers) }, (_, caller) => ask(port, caller))
  await wait(30_000)
  const after30 = megabytesOf(pid)
  await wait(Math.max(0, Number(values.seconds) - 30) * 1_000)
  const atEnd = megabytesOf(pid)
  for (const socket of sockets) socket.destroy()
  await wait(15_000)
  clearInterval(look)
  console.log(`MB of ${values.callers} callers who do not read ${values.path} (${values.encoding || 'not compressed'})
  before            ${atStart}
  at the highest    ${peak}
  after 30 s        ${after30}
  after ${values.seconds} s        ${atEnd}
  15 s later, gone  ${megabytesOf(pid)}
  curve             ${curve.join(', ')}`)
}
