import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { cannotListen } from './platform/http/http-server.ts'
import { createServer } from './platform/http/node-http.ts'

/*
 * What operators and their machines ask, on a port of its own that is never public: is it alive, may
 * it be sent requests, may this name have a certificate, does anything wait for a person.
 */

export interface OpsOptions {
  host: string
  /** 0: any free one. */
  port: number
  isReady: () => Promise<boolean>
  /** Which database runs and where its data is; shown with the readiness. */
  about: string
  /** Whether a certificate may be asked for: a live tenant's host or a proven domain. */
  mayHaveCertificate: (domain: string) => Promise<boolean>
  /** What `/metrics` shows, as Prometheus reads it. */
  metrics: () => Promise<string>
}

export interface Ops {
  port: number
  close(): Promise<void>
}

type Answer = [status: number, body: string, type?: string]

const readinessMs = 1_000

export async function startOps(options: OpsOptions): Promise<Ops> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (request, response) => {
    answer(options, request).then(
      (given) => send(response, ...given),
      () => send(response, 503, 'not ready\n'),
    )
  })
  try {
    server.listen({ host: options.host, port: options.port })
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(error, 'OPS_HOST', 'OPS_PORT', options)
  }
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answer(options: OpsOptions, { method, url }: IncomingMessage): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return [405, 'only GET\n']
  const { pathname, searchParams } = new URL(url ?? '/', 'http://ops')
  if (pathname === '/livez') return [200, 'ok\n']
  if (pathname === '/readyz') return readiness(options)
  if (pathname === '/tls/allow') {
    const domain = searchParams.get('domain') ?? ''
    return (await options.mayHaveCertificate(domain.toLowerCase())) ? [200, 'ok\n'] : [404, 'unknown\n']
  }
  if (pathname === '/metrics')
    return [200, await options.metrics(), 'text/plain; version=0.0.4; charset=utf-8']
  return [404, 'unknown\n']
}

async function readiness({ isReady, about }: OpsOptions): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => (timer = setTimeout(resolve, readinessMs, false)))
  const isSo = await Promise.race([isReady().catch(() => false), tooLate])
  clearTimeout(timer)
  return isSo ? [200, `ok\n${about}\n`] : [503, `not ready\n${about}\n`]
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'text/plain; charset=utf-8',
): void {
  const headers = { 'content-type': type, 'cache-control': 'no-store' }
  response.writeHead(status, { ...headers, ...(status === 405 && { allow: 'GET, HEAD' }) }).end(body)
}
