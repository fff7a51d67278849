import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
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
async function serve() {
  const app = Fastify(serverOptions) as unknown as FastifyInstance
  app.get('/quick', async () => 'done')
  app.get('/never', { handlerTimeout: 60_000 }, () => new Promise(() => undefined))
  const port = await freePort()
  const listening = await listen(app, { host: 'loopback', port })
  const close = async () => {
    await app.close()
  }
  return { app, port, drain: (finishMs: number) => listening.drain({ serveOnMs: 0, finishMs, close }) }
}

async function send(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return socket
}

test('R01 slow and silent clients are cut, too large headers and too many connections refused', async () => {
  const { app, drain } = await serve()
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } = app.server
  await drain(1_000)

  assert.deepEqual(
    { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections },
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      timeout: 75_000,
      maxConnections: 5_000,
    },
  )
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
