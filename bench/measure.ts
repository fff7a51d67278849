import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

/** One way of loading a server: what each connection asks, again and again. */
export interface Scenario {
  name: string
  connections: number
  /** Gives each connection the body it begins with, where a call depends on the one before. */
  prepare?(url: string): Promise<string[]>
  /** Gives the next request of a connection; `last` is the body of its previous answer. */
  next(connection: number, round: number, last: string): Request
}

interface Request {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** A server in a process of its own that tells its CPU time, memory and statements over IPC. */
export interface Target {
  name: string
  child: ChildProcess
  url: string
}

export interface Sample {
  perSecond: number
  p50: number
  p99: number
  cpuMs: number
  rssMb: number
  failures: number
}

export interface Usage {
  cpuMicros: number
  rss: number
  statements: number
}

/** Asks a target for its usage so far. */
export async function usageOf(target: Target): Promise<Usage> {
  target.child.send('usage')
  const [usage] = (await once(target.child, 'message')) as [Usage]
  return usage
}

/** Loads one target with one scenario for some seconds. */
export async function measure(target: Target, scenario: Scenario, seconds: number): Promise<Sample> {
  let connection = 0
  const firsts = (await scenario.prepare?.(target.url)) ?? []
  const before = await usageOf(target)
  const run = autocannon({
    url: target.url,
    connections: scenario.connections,
    duration: seconds,
    pipelining: 1,
    setupClient(client) {
      const me = connection++
      let round = 0
      let last = firsts[me] ?? ''
      client.setRequests([
        {
          setupRequest: (request) =>
            ({ ...request, ...scenario.next(me, round++, last) }) as autocannon.Request,
          onResponse: (_status, body) => {
            last = body
          },
        },
      ])
    },
  })
  const result = await run
  const after = await usageOf(target)
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (after.cpuMicros - before.cpuMicros) / 1000 / Math.max(1, result.requests.total),
    rssMb: after.rss / 2 ** 20,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
