import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { serverOptions } from './http-server.ts'

/*
 * Where one request ends and the next begins must never be open to two readings: a proxy in front of us would
 * take the one, we the other, and what is smuggled in between would be answered as somebody else's.
 */

const open = 'POST /taken HTTP/1.1\r\nHost: localhost\r\n'
const inner = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'

const twoReadings: [what: string, bytes: string][] = [
  ['a length and chunks', `${open}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`],
  ['two lengths', `${open}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`],
  ['a length that is no number', `${open}Content-Length: 0x0\r\n\r\n${inner}`],
  ['a length with a sign', `${open}Content-Length: +0\r\n\r\n${inner}`],
  [
    'chunks that are not the last encoding',
    `${open}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${inner}`,
  ],
  ['an unknown encoding', `${open}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`],
  ['a space before the colon', `${open}Content-Length : 0\r\n\r\n${inner}`],
  ['a chunk whose size is no number', `${open}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${inner}`],
]

test('a request whose end can be read in two ways is refused with its connection, and nothing behind it is answered', async () => {
  const app = Fastify(serverOptions) as unknown as FastifyInstance
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.post('/taken', async () => 'taken')
  app.get('/smuggled', async () => 'smuggled')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const replyTo = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.end(bytes)
    return text(socket)
  }
  try {
    assert.match(await replyTo(`${inner.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`), /smuggled$/)
    for (const [what, bytes] of twoReadings) {
      const answer = await replyTo(bytes)
      assert.doesNotMatch(answer, /smuggled/, what)
      assert.match(answer, /^HTTP\/1\.1 400 /, what)
    }
  } finally {
    await app.close()
  }
})
