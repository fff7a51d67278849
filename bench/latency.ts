import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Scenario } from './load.ts'
import type { Target } from './measure.ts'

/** Each connection rests so long between an answer and its next call, so that none waits for its own kind. */
const restMs = 10

/** The time of each call in milliseconds, shortest first, from few connections that rest between calls. */
export async function latencies(target: Target, scenario: Scenario, seconds: number): Promise<number[]> {
  const connections = 8
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + seconds * 1000
  const took: number[] = []
  const call = async (connection: number, round: number) => {
    const { path, method, headers, body } = scenario.next(connection, round, '')
    const startedAt = performance.now()
    const clientRequest = request(target.url + path, { agent, method, headers })
    clientRequest.end(body)
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    if (answer.statusCode! >= 300)
      throw new Error(`${target.name} answered ${scenario.name} ${answer.statusCode}`)
    took.push(performance.now() - startedAt)
  }
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let round = 0; performance.now() < until; round++) {
        await call(connection, round)
        await wait(restMs)
      }
    }),
  )
  agent.destroy()
  return took.sort((a, b) => a - b)
}

export const quantile = (sorted: readonly number[], q: number) => sorted[Math.floor(sorted.length * q)] ?? NaN
