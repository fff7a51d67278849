import { existsSync, readFileSync } from 'node:fs'

/* The processor time of running processes, where the system tells it (Linux). */

const msPerTick = 10

/** What `/proc` tells of a process after its name: state, parent and so on; nothing where it has just ended. */
function factsOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

export function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}

/** User and system time so far in milliseconds; NaN where nothing tells it. */
export const processorMs = (pid: number) => ticksOf(pid, 11) * msPerTick

/** The same with all of its children, of which those that have ended count, too. */
export const familyMs = (pid: number) =>
  processorMs(pid) +
  ticksOf(pid, 13) * msPerTick +
  childrenOf(pid).reduce((sum, child) => sum + (processorMs(child) || 0), 0)

/** The user's and the system's ticks, which stand side by side. */
function ticksOf(pid: number, at: number): number {
  const facts = factsOf(pid)
  return Number(facts[at]) + Number(facts[at + 1])
}

/** Memory in use, in megabytes. */
export function residentMb(pid: number): number {
  const path = `/proc/${pid}/statm`
  return existsSync(path) ? (Number(readFileSync(path, 'utf8').split(' ')[1]) * 4096) / 2 ** 20 : NaN
}

/** What a virtual machine's host has kept from all its cores so far, in milliseconds; 0 where nothing tells it. */
export function stolenMs(): number {
  const path = '/proc/stat'
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split(/\s+/, 9)[8]) * msPerTick : 0
}
