import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { App } from '../app.ts'

/** What came back over a connection on which bytes were sent as they are. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
  body: Record<string, unknown>
}

/** A process that listens, for what no client library would send. */
export async function listening({ fastify }: App) {
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo
  return {
    port,
    /** Sends these bytes and reads until the server closes; a whole request should ask for that. */
    async send(bytes: string | Buffer): Promise<RawAnswer> {
      const socket = connect(port, '127.0.0.1')
      const parts: Buffer[] = []
      socket.on('data', (part: Buffer) => parts.push(part))
      // Cut off in the middle of sending, after the answer.
      socket.on('error', () => undefined)
      socket.write(bytes)
      await once(socket, 'close')
      return answerIn(Buffer.concat(parts).toString('utf8'))
    },
  }
}

function answerIn(received: string): RawAnswer {
  const end = received.indexOf('\r\n\r\n')
  const [first = '', ...lines] = received.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const text = received.slice(end + 4)
  const isJson = (headers['content-type'] ?? '').includes('json') && text !== ''
  return { status: Number(first.split(' ')[1] ?? 0), headers, text, body: isJson ? JSON.parse(text) : {} }
}
