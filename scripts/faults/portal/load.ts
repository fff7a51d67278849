import { Agent as PlainAgent, request as plainly, type RequestOptions } from 'node:http'
import { Agent, request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'

/* Calls at an even pace, whatever becomes of those before, and what each was answered. */

/** Where calls go. */
export interface Front {
  port: number
  host: string
  /** Whom its certificates are believed by, where it has such. */
  authority?: string | undefined
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  token: string
  body?: Record<string, string> | undefined
  key?: string | undefined
  /** What a change is meant for, as an answer's `ETag` said. */
  version?: string | undefined
}

export interface Answer {
  /** 0 where there was none. */
  status: number
  text: string
  /** Its `ETag`. */
  version: string | undefined
  /** Whether it says when to come again. */
  saysWhen: boolean
  /** When it was sent, and how long it took. */
  at: number
  ms: number
}

export const hasFailed = ({ status }: Answer): boolean => status === 0 || status >= 400

export const portalHost = 'portal.byre.example'
const answerWithinMs = 40_000

export class Line {
  readonly #front: () => Front
  readonly #keepAlive: boolean
  readonly #plain: PlainAgent
  #secure: Agent | undefined

  /** `keepAlive`, unless told: without it each call has a connection of its own, as newcomers have. */
  constructor(front: () => Front, { keepAlive = true } = {}) {
    this.#front = front
    this.#keepAlive = keepAlive
    this.#plain = new PlainAgent({ keepAlive })
  }

  async ask({ method, path, token, body, key, version }: Call): Promise<Answer> {
    const form = body === undefined ? undefined : new URLSearchParams(body).toString()
    const at = performance.now()
    const headers: Record<string, string> = {
      host: portalHost,
      // As a proxy of theirs says; one that stands between says it anew.
      'x-forwarded-proto': 'https',
      authorization: `Bearer ${token}`,
      ...(form !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(form)),
      }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(version !== undefined && { 'if-match': version }),
    }
    const answer = await this.#send({ method, path, headers, timeout: answerWithinMs }, form).catch(
      (error: Error) => ({ status: 0, text: error.message, version: undefined, saysWhen: false }),
    )
    return { ...answer, at, ms: performance.now() - at }
  }

  close(): void {
    this.#plain.destroy()
    this.#secure?.destroy()
  }

  #send(options: RequestOptions, form?: string): Promise<Omit<Answer, 'at' | 'ms'>> {
    const { host, port, authority } = this.#front()
    return new Promise((resolve, reject) => {
      const secure = () =>
        (this.#secure ??= new Agent({ keepAlive: this.#keepAlive, ca: authority, servername: portalHost }))
      const agent = authority === undefined ? this.#plain : secure()
      const asking = (authority === undefined ? plainly : request)({ ...options, agent, host, port })
      asking.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text,
            version: response.headers.etag,
            saysWhen: response.headers['retry-after'] !== undefined,
          }),
        )
        response.on('error', reject)
      })
      asking.on('timeout', () => asking.destroy(new Error('no answer')))
      asking.on('error', reject)
      asking.end(form)
    })
  }
}

/** Does something so often a second until told to end; resolves once all that was begun has ended. */
export async function evenly(
  perSecond: number,
  isOver: () => boolean,
  once: () => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const startedAt = performance.now()
  for (let nth = 0; !isOver(); nth++) {
    const wait = startedAt + (nth * 1000) / perSecond - performance.now()
    if (wait > 1) await delay(wait)
    const doing: Promise<void> = once().finally(() => underWay.delete(doing))
    underWay.add(doing)
  }
  await Promise.all(underWay)
}
