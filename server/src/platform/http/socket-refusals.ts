import type { Service } from '@byre/contract/endpoint'
import type { ConnectionError, FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '../errors.ts'
import { sharedHeaders } from './headers.ts'
import { newId } from '../ids.ts'
import { STATUS_CODES } from './node-http.ts'
import type { KnownPaths } from './refusals.ts'
import { refusal } from './envelopes.ts'

/*
 * What Node would refuse by itself, without our envelope: a request that its parser cannot read never becomes
 * one, and is answered on its socket, after which nothing more can be read there.
 */

/** Nothing that a request says of itself is dropped or refused before we see it. */
export const parserOptions = { requireHostHeader: false } as const

const codes: Record<string, ConstructorParameters<typeof Refusal>[0]> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timed_out',
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
}

/** For Fastify's `clientErrorHandler`. */
export function refuseUnparsed(
  error: ConnectionError,
  socket: Socket,
  log: FastifyBaseLogger,
  paths: KnownPaths,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const begun = answerOn(socket)
  if (!socket.writable || begun?.headersSent) {
    socket.destroy(error)
    return
  }
  const service = paths.serviceOf(begun?.req.url ?? addressIn(error.rawPacket))
  writeRefusal(socket, new Refusal(codes[error.code ?? ''] ?? 'request.malformed'), { service, log })
}

/** Methods and expectations that Node answers without asking anyone. */
export function addServerRefusals(app: FastifyInstance, paths: KnownPaths): void {
  app.server.maxHeadersCount = 0
  app.server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const problem = new Refusal('request.method_not_allowed')
    const service = paths.serviceOf(request.url ?? '')
    writeRefusal(socket, problem, { service, log: app.log, headers: { allow: 'GET, HEAD, POST' } })
  })
  // An expectation that nobody knows may be passed over (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

function writeRefusal(
  socket: Socket,
  problem: Refusal,
  { service, log, headers: more }: { service: Service; log: FastifyBaseLogger; headers?: object },
): void {
  const id = newId()
  const body = JSON.stringify(refusal(service, problem, id))
  const headers = {
    ...sharedHeaders,
    ...more,
    'x-request-id': id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
  log.info({ reqId: id, route: 'none', status: problem.status })
}

/** The answer that Node keeps for a socket while a request of it is under way. */
const answerOn = (socket: Socket) =>
  (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage

/** The address in a request line, where what was just read begins with one. */
function addressIn(packet: unknown): string {
  const text = packet instanceof Buffer ? packet.toString('latin1', 0, 2_000) : ''
  return /^[A-Z]+ (\S+)/.exec(text)?.[1] ?? ''
}
