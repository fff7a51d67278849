import { recordEvents } from '@byre/contract/herd/records'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Visitor } from '../visitor.ts'
import { event } from './recording.ts'
import { newId } from '../../platform/ids.ts'

/**
 * Records over and over what a herd does, and knows what it was told is kept. What nobody acknowledged is sent again as it
 * was, by whoever answers then, until somebody does.
 */
export class AppendWitness {
  /** The ids of events, by the numbers that they were told to have. */
  readonly acknowledged = new Map<string, number>()
  readonly complaints: string[] = []
  sendings = 0
  repeats = 0
  readonly #visitor: Visitor
  readonly #port: () => number
  #isOver = false
  #working: Promise<unknown> = Promise.resolve()

  constructor(visitor: Visitor, port: () => number) {
    this.#visitor = visitor
    this.#port = port
  }

  /** Several people at once, each one call after another. */
  begin(people: number): void {
    this.#working = Promise.all(Array.from({ length: people }, () => this.#work()))
  }

  /** Everything that was begun is acknowledged before it ends. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#working
  }

  async #work(): Promise<void> {
    let animal = newId()
    let events = [event('entered', [animal], { origin: 'born' })]
    while (!this.#isOver) {
      await this.#sendUntilKept(events)
      const treated = event('treated', [animal], { product_name: 'x' })
      const back = event('void', [], { event: treated.id, reason: 'r' })
      const next = newId()
      events = [treated, back, event('entered', [next], { origin: 'born' })]
      animal = next
    }
  }

  async #sendUntilKept(events: readonly { id: string }[]): Promise<void> {
    for (let tries = 0; ; tries++) {
      this.sendings += 1
      if (tries > 0) this.repeats += 1
      const answer = await this.#send({ events }).catch(() => null)
      if (answer?.status === 200) {
        const kept = (JSON.parse(answer.text) as { data: { events: { id: string; n: number }[] } }).data
          .events
        for (const { id, n } of kept) {
          const before = this.acknowledged.get(id)
          if (before !== undefined && before !== n) this.complaints.push(`${id} is ${before} and ${n}`)
          this.acknowledged.set(id, n)
        }
        return
      }
      if (answer && answer.status < 500) this.complaints.push(`${answer.status} ${answer.text}`)
      if (tries > 2400) throw new Error(`nobody acknowledges: ${answer?.text ?? 'no answer'}`)
      await delay(50)
    }
  }

  #send(body: object): Promise<{ status: number; text: string }> {
    const port = this.#port()
    const cookie = [...this.#visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const [label] = this.#visitor.host.split('.')
    return new Promise((resolve, reject) => {
      const asking = request(
        {
          host: '127.0.0.1',
          port,
          method: recordEvents.method,
          path: recordEvents.path,
          timeout: 10_000,
          headers: {
            host: `${label}.localhost:${port}`,
            cookie,
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
          },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
          response.on('error', reject)
        },
      )
      asking.on('timeout', () => asking.destroy(new Error('no answer')))
      asking.on('error', reject)
      asking.end(JSON.stringify(body))
    })
  }
}
