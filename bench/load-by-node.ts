import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Load } from './load.ts'

/** In this process, on the same cores: for calls that need the answer before, and machines without `wrk`. */
export const loadByNode: Load = async (url, { prepare, next, connections, restsMs = 0 }, seconds) => {
  const firsts = (await prepare?.(url)) ?? []
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const took: number[] = []
  let failed: string | null = null

  const callAgain = async (connection: number) => {
    let last = firsts[connection] ?? ''
    for (let round = 0; performance.now() < until && failed === null; round++) {
      if (restsMs > 0) await wait(Math.random() * 2 * restsMs)
      const { path, method, headers, body } = next(connection, round, last)
      const sentAt = performance.now()
      const clientRequest = request(url + path, { agent, method, headers })
      clientRequest.end(body)
      const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
      last = await text(answer)
      took.push(performance.now() - sentAt)
      if (answer.statusCode! >= 300) failed = `${answer.statusCode}: ${last.slice(0, 200)}`
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => callAgain(connection)))
  agent.destroy()
  const sorted = took.toSorted((a, b) => a - b)
  const at = (q: number) => sorted[Math.floor(sorted.length * q)] ?? NaN
  const tookSeconds = (performance.now() - startedAt) / 1000
  return { answers: took.length, tookSeconds, failed, p50: at(0.5), p99: at(0.99) }
}
