import type { Load, Scenario } from './load.ts'
import { loadByNode } from './load-by-node.ts'
import { hasWrk, loadByWrk } from './load-by-wrk.ts'
import { familyMs, processorMs, residentMb } from './processor-time.ts'

/** A server in a process of its own, beside its PostgreSQL. */
export interface Target {
  name: string
  url: string
  /** The process that serves. */
  pid: number
  postgresPid: number
  /** Until what its answers have promised is done: the mails have left. */
  settle(): Promise<void>
  stop(): Promise<void>
}

export interface Sample {
  perSecond: number
  p50: number
  p99: number
  cpuMs: number
  databaseMs: number
  rssMb: number
}

/** What loads a server with a scenario: `wrk` where it is there and the calls do not depend on each other. */
export const generatorOf = ({ prepare }: Scenario) => (hasWrk && !prepare ? 'wrk' : 'node:http')

/** Loads one target with one scenario for some seconds; its processor time is that of the mails, too. */
export async function measure(target: Target, scenario: Scenario, seconds: number): Promise<Sample> {
  const before = timesOf(target)
  const { answers, tookSeconds, p50, p99 } = await loaded(target, scenario, seconds)
  await target.settle()
  const after = timesOf(target)
  const perAnswer = (ms: number) => ms / Math.max(1, answers)
  return {
    perSecond: answers / tookSeconds,
    p50,
    p99,
    cpuMs: perAnswer(after.server - before.server),
    databaseMs: perAnswer(after.postgres - before.postgres),
    rssMb: residentMb(target.pid),
  }
}

/** How long a few callers wait who rest between their calls, so that none waits for its own kind. */
export function waits(
  target: Target,
  scenario: Scenario,
  seconds: number,
): Promise<Record<'p50' | 'p99', number>> {
  return loaded(target, { ...scenario, connections: 8, restsMs: 10 }, seconds)
}

/** Throws where anything was refused. */
async function loaded(target: Target, scenario: Scenario, seconds: number) {
  const load: Load = generatorOf(scenario) === 'wrk' ? loadByWrk : loadByNode
  const { failed, ...all } = await load(target.url, scenario, seconds)
  if (failed !== null) throw new Error(`${target.name} failed at ${scenario.name}: ${failed}`)
  return all
}

const timesOf = ({ pid, postgresPid }: Target) => ({
  server: processorMs(pid),
  postgres: familyMs(postgresPid),
})

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
