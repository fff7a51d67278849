import { faults, type Fault, type Size } from './breaking.ts'
import { Seen } from './caller.ts'
import { judge } from './judge.ts'
import { meet } from './meeting.ts'
import { Place } from './place.ts'
import { onSmallVolume } from './volume.ts'

/* A fault at a place where people work, and what was there afterwards. */

/** As it is printed. */
export interface Row {
  fault: string
  times: number
  /** Calls that were answered as they should be, and those that were sent again. */
  calls: number
  again: number
  /** Answers that were no success, by their status, and what else was seen. */
  answers: string
  /** Until somebody was served again, the longest, in seconds. */
  back_s: string
  /** What the witness holds: events, rows of files, steps of lists. */
  witness: string
  wrong: number
}

export interface Outcome {
  row: Row
  /** What is not as it must be. */
  wrong: string[]
}

const pauseMs = 15
const calls = 4

/** Breaks a place that is started, while people work; `isTimed` where nothing but this runs on the machine. */
export async function breakAt(
  place: Place,
  { what, backWithinMs, make }: Fault,
  size: Size,
  { isTimed = false } = {},
): Promise<Outcome> {
  let slowestMs = 0
  place.work(pauseMs)
  await place.served(calls)
  const untilServed = async (countedFrom = performance.now()) => {
    await place.served(calls)
    slowestMs = Math.max(slowestMs, performance.now() - countedFrom)
  }
  const times = await make({ ...size, place, untilServed })
  await place.rest()
  if (isTimed && slowestMs > backWithinMs)
    place.seen.complaints.push(`somebody was served again only after ${(slowestMs / 1000).toFixed(1)} s`)
  return outcomeOf(place, { fault: what, times, slowestMs })
}

/** Three people at two nodes who lock, send off and treat the same animals at once. */
export async function meetAt(place: Place, rounds: number, { random }: Size): Promise<Outcome> {
  place.seen = new Seen()
  await meet(place, rounds, random)
  return outcomeOf(place, { fault: 'lock, ship and treat at once', times: rounds, slowestMs: 0 })
}

async function outcomeOf(
  place: Place,
  { fault, times, slowestMs }: { fault: string; times: number; slowestMs: number },
): Promise<Outcome> {
  const { events, brought, lists, wrong } = await judge(place)
  const { statuses, again, acknowledged, notes } = place.seen
  const answers = [...statuses].toSorted().map(([status, count]) => `${count} × ${status}`)
  return {
    wrong,
    row: {
      fault,
      times,
      calls: acknowledged,
      again,
      answers: [...answers, ...notes].join(', ') || 'none',
      back_s: (slowestMs / 1000).toFixed(1),
      witness: `${events} + ${brought} + ${lists}`,
      wrong: wrong.length,
    },
  }
}

async function atPlace(
  nodes: number,
  run: (place: Place) => Promise<Outcome>,
  dataDir?: string,
): Promise<Outcome> {
  const place = await Place.make(dataDir)
  try {
    for (let nth = 0; nth < nodes; nth++) await place.start()
    return await run(place)
  } finally {
    await place.close()
  }
}

const atOwn = (fault: Fault) => (size: Size) =>
  atPlace(1, (place) => breakAt(place, fault, size, { isTimed: true }))

/** Each at a place of its own. */
export const runs: Readonly<Record<string, (size: Size) => Promise<Outcome | string>>> = {
  killed: atOwn(faults.killed),
  killedBoth: atOwn(faults.killedBoth),
  restarted: atOwn(faults.restarted),
  jumped: atOwn(faults.jumped),
  full: (size) =>
    onSmallVolume('400m', (folder) =>
      atPlace(1, (place) => breakAt(place, faults.full, size, { isTimed: true }), folder),
    ),
  meeting: (size) => atPlace(2, (place) => meetAt(place, size.isShort ? 12 : 500, size)),
  loaded: atOwn(faults.loaded),
}
