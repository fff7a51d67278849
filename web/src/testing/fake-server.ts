import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RecordedRequest {
  method: string
  path: string
  token: string | undefined
  key: string | undefined
  body: Record<string, string>
}

export type Answer = [status: number, body: unknown, headers?: Record<string, string>] | 'hang up'

/** A server that keeps what it was asked and answers as the test says. */
export async function fakeServer() {
  const requests: RecordedRequest[] = []
  const state = { answer: (_: RecordedRequest): Answer => [500, null] }
  const server = createServer((request, response) => void serve(request, response))
  async function serve(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      token: request.headers.authorization?.replace('Bearer ', ''),
      key: request.headers['idempotency-key'] as string | undefined,
      body: Object.fromEntries(new URLSearchParams(text)),
    }
    requests.push(one)
    const answer = state.answer(one)
    if (answer === 'hang up') return request.socket.destroy()
    const [status, body, headers = {}] = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const count = (path: string) => requests.filter((one) => one.path === path).length
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, requests, state, count, close }
}

/** `localStorage` or `sessionStorage` as a browser has it. */
export class MemoryStorage implements Storage {
  #items = new Map<string, string>()
  get length() {
    return this.#items.size
  }
  clear = () => this.#items.clear()
  getItem = (key: string) => this.#items.get(key) ?? null
  key = (index: number) => [...this.#items.keys()][index] ?? null
  removeItem = (key: string) => void this.#items.delete(key)
  setItem = (key: string, value: string) => void this.#items.set(key, value)
}
