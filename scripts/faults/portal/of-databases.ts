import { setTimeout as delay } from 'node:timers/promises'
import type { Size } from '../breaking.ts'
import { judge, slowestMs, type Outcome, type Span } from './judge.ts'
import { atPortal, type Portal } from './portal.ts'

/* What may happen to the database, and that people are told to come again meanwhile. */

const perSecond = 60

interface Away {
  fault: string
  /** How soon people must be served again, from when it is mended. */
  backWithinMs: number
  breakIt: (portal: Portal) => Promise<void> | void
  mend: (portal: Portal) => Promise<void> | void
}

/** Breaks it for a while: everybody is told to come again, nodes say that they are not to be sent requests, and it works again. */
const away =
  ({ fault, backWithinMs, breakIt, mend }: Away, forMs: number) =>
  (size: Size): Promise<Outcome> =>
    atPortal({}, async (portal) => {
      portal.work.begin(perSecond)
      await delay(2_000)
      const from = performance.now()
      await breakIt(portal)
      await delay(size.isShort ? 4_000 : forMs / 2)
      const readiness = await portal.nodes[0]!.readiness()
      if (readiness !== 503) portal.complaints.push(`/readyz says ${readiness} meanwhile`)
      await delay(size.isShort ? 1_000 : forMs / 2)
      const countedFrom = performance.now()
      await mend(portal)
      await delay(backWithinMs + 1_000)
      await portal.work.rest()
      return judge(portal, { fault, times: 1, allowed: { away: [{ from, countedFrom, backWithinMs }] } })
    })

export const silent = away(
  {
    fault: 'database says nothing',
    backWithinMs: 5_000,
    breakIt: ({ given }) => given!.wire.silence(),
    mend: ({ given }) => given!.wire.mend(),
  },
  20_000,
)

/** As after a failover to a server that takes no changes. */
export const readOnly = away(
  {
    fault: 'database takes no changes',
    backWithinMs: 5_000,
    breakIt: ({ given }) => given!.setReadOnly(true),
    mend: ({ given }) => given!.setReadOnly(false),
  },
  10_000,
)

/** Its connections end, and its name leads nowhere. */
export const unnamed = away(
  {
    fault: 'name of the database not known',
    backWithinMs: 5_000,
    async breakIt({ nodes, given }) {
      await nodes[0]!.setNamed(false)
      given!.wire.cut()
      given!.wire.mend()
    },
    mend: ({ nodes }) => nodes[0]!.setNamed(true),
  },
  10_000,
)

/**
 * Ended where it stands and started again, three times; people must be served again so soon after it was ended. A short run shares
 * its machine with others, by whom PostgreSQL's own start is slow: there it counts from when the database answers.
 */
async function manyTimes(
  portal: Portal,
  { isShort }: Size,
  {
    fault,
    backWithinMs,
    end,
    kind,
  }: { fault: string; backWithinMs: number; end: () => Promise<void> | void; kind: 'away' | 'gone' },
): Promise<Outcome> {
  const spans: Span[] = []
  const times = isShort ? 1 : 3
  portal.work.begin(perSecond)
  for (let nth = 0; nth < times; nth++) {
    await delay(3_000)
    const from = performance.now()
    const span = { from, countedFrom: from, backWithinMs }
    spans.push(span)
    await end()
    await portal.query('select 1')
    const tookMs = performance.now() - from
    if (isShort) span.countedFrom = performance.now()
    portal.notes.push(`database back after ${(tookMs / 1000).toFixed(1)} s`)
    // Whoever is refused after that is refused too late.
    await delay(Math.max(0, span.countedFrom + backWithinMs - performance.now()))
  }
  await delay(1_000)
  await portal.work.rest()
  return judge(portal, { fault, times, allowed: { [kind]: spans } })
}

export const restarted = (size: Size) =>
  atPortal({}, (portal) =>
    manyTimes(portal, size, {
      fault: 'given database restarted at once',
      backWithinMs: 5_000,
      end: () => portal.given!.endAtOnce(),
      kind: 'away',
    }),
  )

export const ownKilled = (size: Size) =>
  atPortal({ isWithOwn: true }, (portal) =>
    manyTimes(portal, size, {
      fault: 'own database killed',
      backWithinMs: 15_000,
      end: () => void process.kill(portal.postmaster().pid, 'SIGKILL'),
      kind: 'away',
    }),
  )

export const ownKilledWithNode = (size: Size) =>
  atPortal({ isWithOwn: true }, (portal) =>
    manyTimes(portal, size, {
      fault: 'own database killed with its node',
      backWithinMs: 15_000,
      async end() {
        process.kill(portal.postmaster().pid, 'SIGKILL')
        await portal.nodes[0]!.kill()
        await portal.start()
      },
      kind: 'gone',
    }),
  )

/** The server that takes changes is lost; its address leads to the standby at once, which takes changes after a while. */
export const promoted = (size: Size) =>
  atPortal({}, async (portal) => {
    await portal.given!.addStandby()
    portal.work.begin(perSecond)
    await delay(size.isShort ? 2_000 : 10_000)
    const from = performance.now()
    await portal.given!.loseFirst()
    await delay(3_000)
    const countedFrom = performance.now()
    await portal.given!.promote()
    await delay(10_000)
    await portal.work.rest()
    const backWithinMs = 5_000
    return judge(portal, {
      fault: 'standby takes over',
      times: 1,
      allowed: { away: [{ from, countedFrom, backWithinMs }] },
    })
  })

/** The standby that lists are read from falls behind, is lost, says nothing and takes over: nobody notices. */
export const listsElsewhere = (size: Size) =>
  atPortal({ hasStandbyOfLists: true }, async (portal) => {
    const given = portal.given!
    const breaks = [
      [
        () => given.askStandbyOfLists('select pg_wal_replay_pause()'),
        () => given.askStandbyOfLists('select pg_wal_replay_resume()'),
      ],
      [() => given.lists.cut(), () => given.lists.mend()],
      [() => given.lists.silence(), () => given.lists.mend()],
      [() => given.askStandbyOfLists('select pg_promote()'), () => undefined],
    ] as const
    await given.addStandbyOfLists()
    portal.work.begin(perSecond)
    for (const [breakIt, mend] of breaks) {
      await delay(size.isShort ? 3_000 : 8_000)
      await breakIt()
      await delay(size.isShort ? 3_000 : 8_000)
      await mend()
    }
    await portal.work.rest()
    const { standby, behind, away } = await portal.nodes[0]!.counted('byre_list_reads')
    portal.notes.push(
      `lists by the standby ${standby}, behind ${behind}, away ${away}`,
      `slowest ${slowestMs(portal)} ms`,
    )
    if (standby === 0) portal.complaints.push('the standby answered nothing')
    return judge(portal, {
      fault: 'standby of lists late, lost, silent, taken over',
      times: breaks.length,
      allowed: {},
    })
  })
