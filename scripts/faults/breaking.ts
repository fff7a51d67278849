import type { Random } from '@byre/server/testing/fuzz/random'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Place } from './place.ts'
import { fill } from './volume.ts'

/* What breaks while people work. */

export interface Size {
  /** The short set is for every run of the tests. */
  isShort: boolean
  random: Random
  /** How often the server is killed, where that is chosen. */
  kills?: number | undefined
}

interface Breaking extends Size {
  place: Place
  /** Until somebody was served again; how long that took is measured, from now unless from an earlier moment. */
  untilServed: (countedFrom?: number) => Promise<void>
}

export interface Fault {
  what: string
  /** How soon somebody must be served again each time. */
  backWithinMs: number
  /** Breaks it; answers how often. */
  make: (breaking: Breaking) => Promise<number>
}

const hourMs = 3_600_000

async function killedAndStarted(
  place: Place,
  untilServed: Breaking['untilServed'],
  countedFrom = performance.now(),
): Promise<void> {
  await place.kill()
  const served = untilServed(countedFrom)
  await place.start()
  await served
}

/** At any moment of recording, bringing and shipping; its database, which it started, is shut down with it. */
const killed: Fault = {
  what: 'server killed',
  backWithinMs: 15_000,
  async make({ place, untilServed, random, isShort, kills = isShort ? 6 : 300 }) {
    for (let nth = 0; nth < kills; nth++) {
      await delay(30 + random.below(450))
      await killedAndStarted(place, untilServed)
    }
    return kills
  },
}

/** As when the power goes. */
const killedBoth: Fault = {
  what: 'server and database killed',
  backWithinMs: 15_000,
  async make({ place, untilServed, random, isShort }) {
    const times = isShort ? 1 : 10
    for (let nth = 0; nth < times; nth++) {
      await delay(100 + random.below(500))
      const countedFrom = performance.now()
      process.kill(place.postmaster().pid, 'SIGKILL')
      await killedAndStarted(place, untilServed, countedFrom)
    }
    return times
  },
}

/** As `pg_ctl stop -m immediate` ends it; the product starts it again. */
const restarted: Fault = {
  what: 'database ended at once',
  backWithinMs: 5_000,
  async make({ place, untilServed, random, isShort }) {
    const times = isShort ? 1 : 3
    for (let nth = 0; nth < times; nth++) {
      await delay(200 + random.below(800))
      process.kill(place.postmaster().pid, 'SIGQUIT')
      await untilServed()
    }
    return times
  },
}

/** Ahead, right again, back, back by a year as where a battery is empty, and right again. */
const jumped: Fault = {
  what: 'clock of the server moved',
  backWithinMs: 5_000,
  async make({ place, untilServed, isShort }) {
    const jumps = [3 * hourMs, 0, -hourMs, -400 * 24 * hourMs, 0]
    for (const ms of jumps) {
      const countedFrom = performance.now()
      await place.nodes[0]!.setClock(ms)
      await untilServed(countedFrom)
      await delay(isShort ? 100 : 2_000)
    }
    return jumps.length
  },
}

/** By somebody else, until writes are refused; then there is room again. */
const full: Fault = {
  what: 'volume full',
  backWithinMs: 30_000,
  async make({ place: { seen, dataDir }, untilServed }) {
    const ballast = join(dataDir, 'ballast')
    const isFull = () => (seen.statuses.get(503) ?? 0) > 20
    for (let waited = 0; !isFull() && waited < 60_000; waited += 200) {
      fill(ballast, dataDir)
      await delay(200)
    }
    if (!isFull()) seen.complaints.push('nobody heard that the volume is full')
    rmSync(ballast)
    await untilServed()
    return 1
  },
}

/** Nothing but work, for five minutes: what the server holds grows no further. */
const loaded: Fault = {
  what: 'nothing but load',
  backWithinMs: 5_000,
  async make({ place, isShort }) {
    const ms = isShort ? 5_000 : 300_000
    const megabytes = () => Math.round(place.nodes[0]!.memory() / 1024 ** 2)
    await delay(ms / 5)
    const before = megabytes()
    await delay((ms * 4) / 5)
    const after = megabytes()
    place.seen.notes.push(`${before} → ${after} MB`)
    if (after > before * 1.25) place.seen.complaints.push(`memory grew from ${before} to ${after} MB`)
    return 1
  },
}

export const faults = { killed, killedBoth, restarted, jumped, full, loaded } as const
