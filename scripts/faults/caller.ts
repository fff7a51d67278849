import type { AppCall, AppReplyOf } from '@byre/contract/app-calls'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/* Somebody at the app, over HTTP, who sends a call again until it is answered for good. */

export interface Seat {
  host: string
  cookie: string
}

/** What all callers saw, and when. */
export class Seen {
  calls = 0
  again = 0
  acknowledged = 0
  /** How many answers had a status that is none of a success. */
  readonly statuses = new Map<number, number>()
  readonly complaints: string[] = []
  /** What else was measured. */
  readonly notes: string[] = []
  #waiting: { least: number; done: () => void }[] = []

  count(status: number): void {
    if (status >= 300) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    else this.acknowledged += 1
    this.#waiting = this.#waiting.filter(({ least, done }) => {
      if (this.acknowledged < least) return true
      done()
      return false
    })
  }

  /** Resolves once so many more calls succeeded. */
  async more(count: number): Promise<void> {
    const least = this.acknowledged + count
    await new Promise<void>((done) => this.#waiting.push({ least, done }))
  }
}

interface Sent {
  params?: Record<string, string>
  body?: object
}

export interface Answer {
  status: number
  text: string
}

const waitMs = { answer: 20_000, again: 100, atMost: 60_000 }

export class Caller {
  readonly #seat: Seat
  readonly #port: () => number
  readonly #agent = new Agent({ keepAlive: true })
  readonly seen: Seen

  constructor(seat: Seat, port: () => number, seen: Seen) {
    this.#seat = seat
    this.#port = port
    this.seen = seen
  }

  /** What a call answers in the end; `allowed` are refusals that are an answer, too. */
  async ask<C extends AppCall>(
    call: C,
    sent: Sent = {},
    allowed: readonly number[] = [],
  ): Promise<{ status: number; reply: AppReplyOf<C> }> {
    for (const until = performance.now() + waitMs.atMost; ; await delay(waitMs.again)) {
      const answer = await this.once(call, sent).catch(() => null)
      const status = answer?.status ?? 0
      if (status === call.status || allowed.includes(status)) {
        const { data } = JSON.parse(answer!.text) as { data: AppReplyOf<C> }
        return { status, reply: data }
      }
      if (status === 500 || (status > 0 && status < 500)) {
        this.seen.complaints.push(`${call.name}: ${status} ${answer!.text.slice(0, 300)}`)
        if (status < 500) throw new Error(this.seen.complaints.at(-1))
      }
      if (performance.now() > until) throw new Error(`nobody answers ${call.name}`)
      this.seen.again += 1
    }
  }

  /** One try. */
  async once(call: AppCall, { params = {}, body }: Sent = {}): Promise<Answer> {
    this.seen.calls += 1
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const answer = await this.#send(call.method, path, body)
    this.seen.count(answer.status)
    return answer
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(method: string, path: string, body: object | undefined): Promise<Answer> {
    const { host, cookie } = this.#seat
    return new Promise((resolve, reject) => {
      const asking = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port(),
          method,
          path,
          timeout: waitMs.answer,
          headers: { host, cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
          response.on('error', reject)
          response.on('aborted', () => reject(new Error('cut off')))
        },
      )
      asking.on('timeout', () => asking.destroy(new Error('no answer')))
      asking.on('error', reject)
      asking.end(method === 'GET' ? undefined : JSON.stringify(body ?? {}))
    })
  }
}
