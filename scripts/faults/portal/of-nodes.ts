import { setTimeout as delay } from 'node:timers/promises'
import type { Size } from '../breaking.ts'
import { isBeingDone, judge, slowestMs, type Outcome } from './judge.ts'
import { atPortal } from './portal.ts'

/* What may happen to nodes, and what people notice who call two of them by way of a proxy. */

type Front = 'haproxy' | 'caddy'

const lateMs = 3_000

const before = (front: Front) => ({ nodes: 2, front })

/** As the page for operators says: the next one once the one before is ready. */
export const rolling = (front: Front) => (size: Size) =>
  atPortal(before(front), async (portal): Promise<Outcome> => {
    const times = size.isShort ? 2 : 8
    portal.work.begin(size.isShort ? 50 : 150)
    await delay(1_000)
    for (let nth = 0; nth < times; nth++) {
      await portal.nodes[nth % 2]!.stop()
      await portal.start(nth % 2)
      // A balancer is to notice, as the page says.
      await delay(2_000)
    }
    await portal.work.rest()
    portal.notes.push(`slowest ${slowestMs(portal)} ms`)
    return judge(portal, { fault: `rolling restart behind ${front}`, times, allowed: {} })
  })

/** Without a warning: what was under way at that node is lost, and nothing else. */
export const killed = (front: Front) => (size: Size) =>
  atPortal(before(front), async (portal) => {
    const times = size.isShort ? 1 : 6
    const lostWhile: { from: number; to: number }[] = []
    portal.work.begin(60)
    for (let nth = 0; nth < times; nth++) {
      await delay(1_000 + size.random.below(500))
      const from = performance.now()
      await portal.nodes[nth % 2]!.kill()
      lostWhile.push({ from, to: performance.now() })
      await portal.start(nth % 2)
      // A balancer is to notice that it is back before the other one goes.
      await delay(2_000)
    }
    await portal.work.rest()
    return judge(portal, { fault: `a node of two killed behind ${front}`, times, allowed: { lostWhile } })
  })

/** As a machine that is moved, or pages: its ports take calls and nothing answers. */
export const stopped = (front: Front) => (size: Size) =>
  atPortal(before(front), async (portal) => {
    const times = size.isShort ? 1 : 3
    portal.work.begin(30, { asPages: true })
    for (let nth = 0; nth < times; nth++) {
      await delay(4_000)
      portal.nodes[nth % 2]!.freeze()
      await delay(15_000)
      portal.nodes[nth % 2]!.thaw()
      await delay(3_000)
    }
    await portal.work.rest()
    portal.notes.push(`slowest ${slowestMs(portal)} ms`)
    const late = portal.work.answers.filter(({ ms }) => ms > lateMs)
    portal.notes.push(`${late.length} of ${portal.work.answers.length} late`)
    for (const answer of late)
      if (!isBeingDone(answer))
        portal.complaints.push(`${answer.what}: answered after ${answer.ms.toFixed(0)} ms`)
    // Two seconds until it is left, and as long as a statement waits for a row.
    const allowed = { begunToldWithinMs: 5_500 }
    return judge(portal, { fault: `a node of two stands still 15 s behind ${front}`, times, allowed })
  })

/** Of two nodes one is three hours ahead, then right again. */
export const clock = (size: Size) =>
  atPortal({ nodes: 2 }, async (portal) => {
    portal.work.begin(30)
    for (const ms of [3 * 3_600_000, 0, -3 * 3_600_000, 0]) {
      await delay(size.isShort ? 1_000 : 10_000)
      await portal.nodes[1]!.setClock(ms)
    }
    await delay(1_000)
    await portal.work.rest()
    return judge(portal, { fault: 'clock of a node of two moved', times: 4, allowed: {} })
  })

/** Nothing but calls, for five minutes: what the server holds grows no further. */
export const steady = (size: Size) =>
  atPortal({}, async (portal) => {
    const ms = size.isShort ? 5_000 : 300_000
    const megabytes = () => Math.round(portal.nodes[0]!.memory() / 1024 ** 2)
    portal.work.begin(120)
    await delay(ms / 5)
    const begun = megabytes()
    await delay((ms * 4) / 5)
    const ended = megabytes()
    await portal.work.rest()
    portal.notes.push(`${begun} → ${ended} MB`)
    if (ended > begun * 1.25) portal.complaints.push(`memory grew from ${begun} to ${ended} MB`)
    return judge(portal, { fault: 'nothing but calls', times: 1, allowed: {} })
  })
