import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StripeBook, type Thing } from './book.ts'
import { type Fields, type StripeAnswer } from './answers.ts'

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: Thing }
}

/** How a call goes wrong: nothing is done, or it is done and the answer is lost. */
type Mishap =
  'hangs' | 'resets' | 'too many' | 'out of order' | 'done, then silent' | 'done, then out of order'

/** A call that is answered only when it is let go; by then it has been done. */
interface Held {
  /** Told once the call has come. */
  come: Promise<void>
  letGo: () => void
}

interface Call {
  deed: string
  fields: Fields
  key: string | undefined
}

/**
 * A stand-in for Stripe's API, by its published reference: form-encoded calls, bearer key, idempotency
 * (the first answer of a key is given again, errors of cards included; other parameters are refused),
 * error shapes, and signed events that somebody else has to deliver.
 */
export class StripeStandIn {
  readonly events: StripeEvent[] = []
  readonly calls: Call[] = []
  readonly book: StripeBook
  readonly url: string
  readonly #mishaps: { deed: string; mishap: Mishap; about: string | undefined }[] = []
  readonly #held: { deed: string; about: string; come: () => void; end: Promise<void> }[] = []
  readonly #server: Server
  readonly #answers = new Map<string, { request: string; answer: StripeAnswer }>()

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.book = new StripeBook((type, object) => this.#tell(type, object))
    server.on('request', (request, response) => void this.#serve(request, response))
  }

  static async open(): Promise<StripeStandIn> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new StripeStandIn(server)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** The next such call goes wrong, `about` one thing or any; told several times, so many do. */
  misfortune(deed: string, mishap: Mishap, about?: string): void {
    this.#mishaps.push({ deed, mishap, about })
  }

  /** From now on calls about this thing go as they should. */
  fortune(about: string): void {
    for (let at = this.#mishaps.length - 1; at >= 0; at--)
      if (this.#mishaps[at]?.about === about) this.#mishaps.splice(at, 1)
  }

  /** The next such call about this thing is done, and answered only when it is let go. */
  hold(deed: string, about: string): Held {
    const came = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    this.#held.push({ deed, about, come: came.resolve, end: ended.promise })
    return { come: came.promise, letGo: ended.resolve }
  }

  #takeMishap(deed: string, requestText: string): Mishap | undefined {
    const at = this.#mishaps.findIndex(
      (one) => one.deed === deed && (one.about === undefined || requestText.includes(one.about)),
    )
    return at === -1 ? undefined : this.#mishaps.splice(at, 1)[0]?.mishap
  }

  async #waitIfHeld(deed: string, requestText: string): Promise<void> {
    const at = this.#held.findIndex((one) => one.deed === deed && requestText.includes(one.about))
    const [held] = at === -1 ? [] : this.#held.splice(at, 1)
    held?.come()
    await held?.end
  }

  #tell(type: string, object: Thing): void {
    const id = `evt_${randomBytes(12).toString('hex')}`
    const created = Math.floor(Date.now() / 1000)
    this.events.push({ id, object: 'event', type, created, data: { object: structuredClone(object) } })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const fields = Object.fromEntries(new URLSearchParams(request.method === 'GET' ? query : body))
    const key = request.headers['idempotency-key']
    const deed = `${request.method} ${path.replace(/\/\w+_[0-9a-f]{24}/, '/:id')}`
    this.calls.push({ deed, fields, key: typeof key === 'string' ? key : undefined })

    const requestText = `${path}?${query}${body}`
    const mishap = this.#takeMishap(deed, requestText)
    if (mishap === 'hangs') return
    if (mishap === 'resets') return void request.socket.destroy()
    if (mishap === 'too many') return send(response, trouble(429, 'rate_limit'))
    if (mishap === 'out of order') return send(response, trouble(500, undefined))
    const answer = this.#once(request.method ?? '', path, {
      fields,
      key: typeof key === 'string' ? key : undefined,
      requestText: body,
    })
    await this.#waitIfHeld(deed, requestText)
    if (mishap === 'done, then silent') return void request.socket.destroy()
    if (mishap === 'done, then out of order') return send(response, trouble(500, undefined))
    send(response, isKnown(request) ? answer : trouble(401, undefined, 'invalid_request_error'))
  }

  #once(
    method: string,
    path: string,
    { fields, key, requestText }: { fields: Fields; key: string | undefined; requestText: string },
  ): StripeAnswer {
    if (method !== 'POST' || key === undefined) return this.book.answer(method, path, fields)
    const before = this.#answers.get(key)
    if (before && before.request !== `${path}?${requestText}`)
      return trouble(400, undefined, 'idempotency_error')
    if (before) return before.answer
    const answer = structuredClone(this.book.answer(method, path, fields))
    this.#answers.set(key, { request: `${path}?${requestText}`, answer })
    return answer
  }
}

const isKnown = (request: IncomingMessage) => request.headers.authorization === 'Bearer sk_test_stories'

const trouble = (status: number, code: string | undefined, type = 'api_error'): StripeAnswer => ({
  status,
  body: { error: { type, code, message: 'Something is not right.' } },
})

function send(response: ServerResponse, { status, body }: StripeAnswer): void {
  const headers = {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(6).toString('hex')}`,
  }
  response.writeHead(status, headers).end(JSON.stringify(body))
}

/** The header that Stripe sends with an event: the time, and for each secret in force an HMAC over time and body. */
export function signatureOf(
  body: string,
  secrets: readonly string[],
  at = Math.floor(Date.now() / 1000),
): string {
  const marks = secrets.map((secret) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'))
  return [`t=${at}`, ...marks.map((mark) => `v1=${mark}`)].join(',')
}
