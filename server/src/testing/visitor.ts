import type { AppCall, AppReplyOf } from '@byre/contract/app-calls'
import { createHandOff } from '@byre/contract/places/launch-codes'
import type { Person, TestApp } from './test-app.ts'

type Answer = Awaited<ReturnType<TestApp['send']>>

interface Asking {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

/** A browser on one tenant's host: it keeps that host's cookies, and shows whether they are its own alone. */
export class Visitor {
  readonly #testApp: TestApp
  readonly host: string
  readonly cookies = new Map<string, string>()
  /** Every `Set-Cookie` that was received, as it came. */
  readonly received: string[] = []

  constructor(testApp: TestApp, host: string) {
    this.#testApp = testApp
    this.host = host
  }

  async send(
    method: string,
    url: string,
    body?: Record<string, unknown> | string,
    also: { headers?: Record<string, string>; json?: boolean } = {},
  ): Promise<Answer> {
    const headers = { ...this.cookieHeader(), ...also.headers }
    const answer = await this.#testApp.send(method, url, { host: this.host, headers, body, json: also.json })
    for (const line of [answer.headers['set-cookie'] ?? []].flat().map(String)) this.#keep(line)
    return answer
  }

  cookieHeader(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return cookie === '' ? {} : { cookie }
  }

  get = (url: string) => this.send('GET', url)

  /** A call of the app as its own page makes it. */
  async ask<C extends AppCall>(
    call: C,
    { params = {}, query = {}, body }: Asking = {},
  ): Promise<Answer & { reply: AppReplyOf<C> }> {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(query).toString()
    const answer = await this.send(call.method, search ? `${path}?${search}` : path, body, {
      headers: { 'sec-fetch-site': 'same-origin' },
      json: true,
    })
    return { ...answer, reply: answer.body['data'] as AppReplyOf<C> }
  }

  #keep(line: string): void {
    this.received.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0(?:;|$)/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** Opens the host without a session; gives the state it sends along to the portal. */
  async begin(): Promise<string> {
    const { headers } = await this.get('/')
    return new URL(String(headers.location)).searchParams.get('state') ?? ''
  }

  /** Asks the portal as `person` for the way in; its path and query. */
  async wayIn(person: Person, state: string): Promise<string> {
    const { status, reply, body } = await this.#testApp.call(createHandOff, {
      as: person,
      body: { host: this.host, state },
    })
    if (status !== 201) throw new Error(`no hand-off: ${JSON.stringify(body)}`)
    const { pathname, search } = new URL(reply.url)
    return pathname + search
  }

  /** The whole launch, as the play icon begins it; gives the place's own page. */
  async launch(person: Person): Promise<Answer> {
    await this.get(await this.wayIn(person, await this.begin()))
    return this.get('/')
  }
}
