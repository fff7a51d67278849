import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { boundsOf, boundsVariables, type Bounds } from './bounds.ts'
import { listen, serverOptions } from './http-server.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** An app that answers `/quick`, and `/never` not at all. */
async function serve(given: Partial<Bounds> = {}, trustedProxies: readonly string[] = []) {
  const app = Fastify(serverOptions) as unknown as FastifyInstance
  app.get('/quick', async () => 'done')
  app.get('/long', async () => Readable.from(Array.from({ length: 1_000 }, () => part)))
  app.get('/never', { handlerTimeout: 60_000 }, () => new Promise(() => undefined))
  const { promise: gone, resolve: hear } = Promise.withResolvers<string>()
  app.addHook('onRequestAbort', async ({ url }) => hear(url))
  const port = await freePort()
  const bounds = { ...boundsOf(z.object(boundsVariables).parse({}), 1), ...given }
  const listening = await listen(app, { host: 'loopback', port, bounds, trustedProxies })
  const close = async () => {
    await app.close()
  }
  return { app, port, gone, drain: (finishMs: number) => listening.drain({ serveOnMs: 0, finishMs, close }) }
}

/** A thousand are more than the sockets of both sides take by themselves. */
const part = Buffer.alloc(32 * 1024, 'x')

const opened: Socket[] = []
function open(port: number, localAddress: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  opened.push(socket)
  return socket
}
/** Whose answer nobody reads does not hear of its end. */
afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()))

async function send(port: number, path: string, localAddress = '127.0.0.1') {
  const socket = open(port, localAddress)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return socket
}

test('R01 slow and silent clients are cut, too large headers refused', async () => {
  const { app, drain } = await serve()
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = app.server
  await drain(1_000)

  assert.deepEqual(
    { headersTimeout, requestTimeout, keepAliveTimeout, timeout },
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      timeout: 75_000,
    },
  )
})

test('whoever goes before their answer is heard of, by which its trace ends', async () => {
  const { app, port, gone, drain } = await serve()
  const came = once(app.server, 'request')
  const hanging = await send(port, '/never')
  await came
  hanging.destroy()
  assert.equal(await gone, '/never')
  await drain(1_000)
})

test('R05 connections that wait for nothing do not hold the drain', async () => {
  const { port, drain } = await serve()
  const idle = await send(port, '/quick')
  await once(idle, 'data')
  const closed = once(idle, 'close')
  await drain(60_000)
  await closed
})

test('R05 what does not end in time is cut', async () => {
  const { port, drain } = await serve()
  const hanging = await send(port, '/never')
  const quick = await send(port, '/quick')
  await once(quick, 'data')
  const closed = once(hanging, 'close')
  const startedAt = Date.now()
  await drain(300)
  await closed

  assert.ok(Date.now() - startedAt >= 290)
})

/** Whether a call from this address is answered, or its connection cut. */
async function isAnswered(port: number, from: string): Promise<boolean> {
  const socket = await send(port, '/quick', from)
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return Buffer.isBuffer(answer)
}

test('R01 one address holds so many connections, all addresses so many, and who leaves makes room', async () => {
  const { port, drain } = await serve({ connections: 5, connectionsPerAddress: 2 })
  const first = await send(port, '/quick', '127.0.0.2')
  assert.ok(await isAnswered(port, '127.0.0.2'))
  assert.equal(await isAnswered(port, '127.0.0.2'), false)
  for (const other of ['127.0.0.3', '127.0.0.3', '127.0.0.4']) assert.ok(await isAnswered(port, other))
  assert.equal(await isAnswered(port, '127.0.0.5'), false, 'a sixth in all')

  first.destroy()
  let tries = 0
  while (!(await isAnswered(port, '127.0.0.5'))) assert.ok((tries += 1) < 100)
  await drain(1_000)
})

test('R01 who has asked for nothing yet makes room for whoever comes, where all addresses hold what they may', async () => {
  const { port, drain } = await serve({ connections: 3, connectionsPerAddress: 2 })
  const asking = await send(port, '/never', '127.0.0.2')
  const silent = [open(port, '127.0.0.3'), open(port, '127.0.0.4')]
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  const [first, second] = silent.map((socket) => once(socket, 'close'))

  assert.ok(await isAnswered(port, '127.0.0.5'))
  await first
  assert.ok(await isAnswered(port, '127.0.0.5'))
  await second
  assert.equal(await isAnswered(port, '127.0.0.6'), false, 'all others have asked')
  assert.equal(asking.destroyed, false)
  await drain(300)
})

test('R01 a trusted proxy’s connections are many callers’ and end at the number of all', async () => {
  const { port, drain } = await serve({ connections: 4, connectionsPerAddress: 1 }, ['127.0.0.8/30'])
  for (let n = 0; n < 4; n++) assert.ok(await isAnswered(port, '127.0.0.9'))
  assert.equal(await isAnswered(port, '127.0.0.9'), false)
  await drain(1_000)
})

test('R01 who does not read an answer is cut off, though they go on asking; who reads gets all of it', async () => {
  const { port, drain } = await serve({ takenWithinMs: 1_000 })
  const silent = await send(port, '/long')
  silent.pause()
  const closed = new Promise((resolve) => silent.once('close', resolve))
  const asking = setInterval(() => silent.write('GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n'), 50)

  const reading = await send(port, '/long')
  let taken = 0
  for await (const chunk of reading as AsyncIterable<Buffer>)
    if ((taken += chunk.length) > 1_000 * part.length) break

  // It hears of it when it next sends.
  await closed
  clearInterval(asking)
  await drain(1_000)
  assert.ok(taken > 1_000 * part.length)
})
