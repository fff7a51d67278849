import { Agent, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { startTwo } from '../two-mains.ts'
import type { Answer } from './checks.ts'
import type { Target } from './fuzz.ts'
import type { Send } from './further-checks.ts'

const giveUpMs = 20_000

/** Two processes of the product on one database, asked in turn. */
export async function twoNodes(): Promise<Target & { pids: number[] }> {
  const { one, two, pool, codeFor } = await startTwo({ LIMIT_FACTOR: '100000' })
  const agent = new Agent({ keepAlive: true })
  const ports = [one.port, two.port]
  let turn = 0

  const send: Send = async ({ method, path, headers, body }, token) => {
    const startedAt = performance.now()
    const clientRequest = request({
      host: '127.0.0.1',
      port: ports[(turn += 1) % 2],
      agent,
      method,
      path,
      headers: {
        host: 'localhost',
        accept: 'application/json',
        'x-forwarded-for': '198.18.0.1',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(giveUpMs),
    })
    clientRequest.end(body)
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
    const isStream = String(response.headers['content-type']).startsWith('text/event-stream')
    if (isStream) response.destroy()
    const written = isStream ? '' : await text(response)
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: written,
      body: parsed(written),
      tookMs: performance.now() - startedAt,
    }
  }

  return {
    send,
    pool,
    codeFor,
    pids: [one, two].map(({ child }) => child.pid!),
    async post({ path }, fields) {
      const { body } = await send({ ...asForm(fields), method: 'POST', path }, null)
      return body
    },
  }
}

const asForm = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

function parsed(written: string): Answer['body'] {
  try {
    return (JSON.parse(written) ?? {}) as Answer['body']
  } catch {
    return {}
  }
}
