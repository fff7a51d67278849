import { requestLimits } from '@byre/contract/limits'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Server as HttpServer, ServerResponse } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import type { Bounds } from './bounds.ts'
import { boundConnections, endSlowReaders } from './connections.ts'
import { StartError, codeOf } from '../start-error.ts'
import { UnderWay } from './under-way.ts'

/**
 * Time-outs that end slow and silent clients. Fastify switches Node's own guards off unless told
 * otherwise. A stream that is open longer must say something within `connectionTimeout`.
 */
export const serverOptions = {
  connectionTimeout: 75_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  // While draining, what still arrives is answered, with `Connection: close`.
  return503OnClosing: false,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: requestLimits.headerBytes,
  },
} as const satisfies FastifyHttpOptions<HttpServer>

export interface Listening {
  /**
   * Answers everything with `Connection: close` and serves on for `serveOnMs`, so that balancers can
   * notice; then takes no more and runs `close`, the app's own. Answers under way have `finishMs` in all.
   */
  drain(how: { serveOnMs: number; finishMs: number; close: () => Promise<void> }): Promise<void>
}

/** Listens on `host`; `loopback` is both loopback addresses, as far as the machine has them. */
export async function listen(
  app: FastifyInstance,
  at: { host: string; port: number; bounds: Bounds; trustedProxies: readonly string[] },
): Promise<Listening> {
  const isLoopback = at.host === 'loopback'
  boundConnections(app.server, { ...at.bounds, trustedProxies: at.trustedProxies }, app.log)
  try {
    await app.listen({ host: isLoopback ? '127.0.0.1' : at.host, port: at.port })
  } catch (error) {
    throw cannotListen(error, 'HOST', 'PORT', at)
  }
  const beside = isLoopback ? await listenOnIpv6Loopback(app, at.port) : undefined

  const underWay = new UnderWay<ServerResponse>()
  const slowReaders = endSlowReaders(underWay, at.bounds.takenWithinMs)
  let isDraining = false
  app.server.prependListener('request', (_, response) => {
    if (isDraining) response.setHeader('connection', 'close')
    response.on('close', underWay.add(response))
  })

  return {
    async drain({ serveOnMs, finishMs, close }) {
      isDraining = true
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close')
      const closeAll = setTimeout(() => app.server.closeAllConnections(), finishMs)
      await delay(serveOnMs)
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), 100)
      beside?.close()
      await close()
      clearInterval(closeIdle)
      clearTimeout(closeAll)
      slowReaders.stop()
    },
  }
}

/** Hands its connections to the app's server, which knows them like its own. */
async function listenOnIpv6Loopback(app: FastifyInstance, port: number): Promise<Server | undefined> {
  const server = createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket))
  try {
    server.listen({ host: '::1', port })
    await once(server, 'listening')
    return server
  } catch (error) {
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error) ?? '')) return undefined
    throw cannotListen(error, 'HOST', 'PORT', { host: '::1', port })
  }
}

/** Whether the address can be had, before anything is started for it. The names are the variables that settle it. */
export async function refuseTaken(
  at: { host: string; port: number },
  hostName: string,
  portName: string,
): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host: at.host === 'loopback' ? '127.0.0.1' : at.host, port: at.port })
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(error, hostName, portName, at)
  }
  server.close()
  await once(server, 'close')
}

/** The line for an address that cannot be listened on. */
export function cannotListen(
  error: unknown,
  hostName: string,
  portName: string,
  { host, port }: { host: string; port: number },
): unknown {
  const where = host === 'loopback' ? '127.0.0.1' : host
  const lines: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${where} is taken: stop the program that uses it, or set ${portName} to another port.`,
    EACCES: `Port ${port} may not be used by this user: set ${portName} to a port above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${where}: set ${hostName} to one it has, or leave it out.`,
    ENOTFOUND: `The name ${where} has no address: set ${hostName} to an address of this machine, or leave it out.`,
  }
  const line = lines[codeOf(error) ?? '']
  return line === undefined ? error : new StartError('portTaken', line)
}
