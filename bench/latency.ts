import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Request, Scenario } from './load.ts'
import type { Target } from './measure.ts'

/** Each connection rests so long between an answer and its next call, so that none waits for its own kind. */
const restMs = 10

interface Answered {
  ms: number
  read(): string
}

/** Asks once; throws where it is refused. */
export async function timed(agent: Agent, target: Target, name: string, asked: Request): Promise<Answered> {
  const { path, method, headers, body } = asked
  const startedAt = performance.now()
  const clientRequest = request(target.url + path, { agent, method, headers })
  clientRequest.end(body)
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  answer.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(answer, 'end')
  const ms = performance.now() - startedAt
  const read = () => Buffer.concat(chunks).toString()
  if (answer.statusCode! >= 300)
    throw new Error(`${target.name} answered ${name} ${answer.statusCode}: ${read().slice(0, 200)}`)
  return { ms, read }
}

export interface Timed {
  method: string
  ms: number
}

/** Every call of a few connections that rest between calls, with its time, until it is over. */
export async function timedUntil(
  target: Target,
  scenario: Scenario,
  { connections, isOver }: { connections: number; isOver: () => boolean },
): Promise<Timed[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const took: Timed[] = []
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let round = 0; !isOver(); round++) {
        const next = scenario.next(connection, round, '')
        const { ms } = await timed(agent, target, scenario.name, next)
        took.push({ method: next.method, ms })
        await wait(restMs)
      }
    }),
  )
  agent.destroy()
  return took
}

export function timedFor(
  target: Target,
  scenario: Scenario,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Timed[]> {
  const until = performance.now() + seconds * 1000
  return timedUntil(target, scenario, { connections, isOver: () => performance.now() >= until })
}

export const sortedMs = (all: readonly Timed[]) => all.map(({ ms }) => ms).sort((a, b) => a - b)

export const quantile = (sorted: readonly number[], q: number) => sorted[Math.floor(sorted.length * q)] ?? NaN
