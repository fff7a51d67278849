import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '../app.ts'
import type { Person, TestApp } from './test-app.ts'
import type { Visitor } from './visitor.ts'

/** The port of a process that listens; it begins to when first asked. */
export async function portOf({ fastify }: App): Promise<number> {
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' })
  return (fastify.server.address() as AddressInfo).port
}

/** What is told: of sites' apps without an id, for each hears of one site alone. */
interface HeardEvent {
  kind: string
  id?: string
}

/** How long a test waits for something that must be told within two seconds. */
const patienceMs = 2_000

/** Someone who listens to a process over a connection of their own. */
export class Listener {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** All that was told so far. */
  readonly events: HeardEvent[] = []
  cursor = ''
  isOpen = true
  readonly #answer: IncomingMessage
  readonly #waiting = new Set<() => void>()

  private constructor(answer: IncomingMessage) {
    this.#answer = answer
    this.status = answer.statusCode ?? 0
    this.headers = answer.headers
    let unread = ''
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => {
      const messages = (unread + text).split('\n\n')
      unread = messages.pop() ?? ''
      for (const message of messages) this.#take(message)
    })
    answer.on('error', () => undefined)
    answer.on('close', () => {
      this.isOpen = false
      this.#tell()
    })
  }

  static async open(testApp: TestApp, at: App, { token }: Person, after?: string): Promise<Listener> {
    const { host } = new URL(testApp.config.publicUrl)
    return Listener.on(await portOf(at), { host, token, after })
  }

  /** Somebody who listens to a site as its app does. */
  static async ofSite(at: App, visitor: Visitor, after?: string): Promise<Listener> {
    const headers = { ...visitor.cookieHeader(), host: visitor.host, 'sec-fetch-site': 'same-origin' }
    const path = '/app/v1/live'
    return Listener.#at(await portOf(at), after === undefined ? path : `${path}?after=${after}`, headers)
  }

  /** Of a process by the port that it listens on. */
  static async on(
    port: number,
    { host, token, after }: { host: string; token: string; after?: string | undefined },
  ): Promise<Listener> {
    const path = after === undefined ? '/api/v1/events' : `/api/v1/events?after=${after}`
    return Listener.#at(port, path, { host, authorization: `Bearer ${token}` })
  }

  static async #at(port: number, path: string, headers: Record<string, string>): Promise<Listener> {
    const clientRequest = request({ port, host: '127.0.0.1', path, headers, agent: false })
    clientRequest.end()
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    const listener = new Listener(answer)
    if (listener.status === 200) await listener.#until(() => listener.cursor !== '', 'a first message')
    return listener
  }

  /** Resolves once the event was told; it may have been already. */
  heard(kind: string, id?: string): Promise<void> {
    const isIt = (event: HeardEvent) => event.kind === kind && event.id === id
    return this.#until(() => this.events.some(isIt), `${kind} ${id}`)
  }

  heardMoreThan(events: number): Promise<void> {
    return this.#until(() => this.events.length > events, 'one more event')
  }

  /** Resolves once the other side has ended it. */
  ended(): Promise<void> {
    return this.#until(() => !this.isOpen, 'the end')
  }

  leave(): void {
    this.#answer.destroy()
  }

  #take(message: string): void {
    const { events, cursor } = JSON.parse(message.replace(/^data: /, '')) as {
      events: HeardEvent[]
      cursor: string
    }
    this.events.push(...events)
    this.cursor = cursor
    this.#tell()
  }

  #tell(): void {
    for (const look of this.#waiting) look()
  }

  async #until(isSo: () => boolean, what: string): Promise<void> {
    if (isSo()) return
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(look)
        reject(new Error(`${what} did not come within ${patienceMs} ms`))
      }, patienceMs)
      const look = () => {
        if (!isSo()) return
        clearTimeout(late)
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
    })
  }
}
