import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical, type Canonical } from './canonical.ts'
import type { FoldedAnimal } from './fold-animal.ts'
import { timeOf, type Stored } from './fold-events.ts'
import { fold } from './fold.ts'
import { foldOnto, type Before } from './fold-onto.ts'
import { born, feedlot, given, happened } from './testing/histories.ts'

/* Adding what is latest to what is known gives what folding all of it gives (decision 0108). */

const minute = 60_000
const from = Date.UTC(2026, 0, 2)
/** Minutes after the one before: mostly some, at times none, a day, or before it. */
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 600 }) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 14, 15, 16, 1440, 50_000) },
  { weight: 1, arbitrary: fc.integer({ min: -3000, max: -1 }) },
)
const kinds = [
  'moved',
  'moved',
  'lot_joined',
  'weighed',
  'weighed',
  'observed',
  'described',
  'noted',
  'settled',
  'treated',
  'treated',
  'treated',
  'group_treated',
  'planned',
  'course',
  'closed',
  'skipped',
  'milked',
  'hold_set',
  'lifted',
  'bred',
  'preg_checked',
  'weaned',
  'calved',
  'died',
  'left',
  'entered',
  'tagged',
  'tag_removed',
  'void',
  'history',
] as const
type Kind = (typeof kinds)[number]

interface Drawn {
  kind: Kind
  gap: number
  /** Chooses pens, figures and earlier events. */
  pick: number
  precision: 'instant' | 'instant' | 'day' | 'distrusted'
  stream: string
}

const drawn = fc.record<Drawn>({
  kind: fc.constantFrom(...kinds),
  gap,
  pick: fc.nat(9),
  precision: fc.constantFrom('instant', 'instant', 'instant', 'instant', 'day', 'distrusted'),
  stream: fc.constantFrom('s1', 's2'),
})

const afterCalving = {
  uses: ['CA', 'US'].map((country) => ({
    country,
    species: 'cattle',
    route: 'SC',
    figures: [{ kind: 'after_calving', commodity: 'milk', hours: 96, dryDays: 45 } as const],
    source: 'its label',
    read_on: '2026-01-01',
  })),
}

function eventOf({ kind, pick, precision, stream }: Drawn, n: number, at: number): Stored {
  const when = precision === 'day' ? new Date(at).toISOString().slice(0, 10) : new Date(at).toISOString()
  const earlier = `e${1 + (pick % Math.max(1, n - 1))}`
  const one = bodyOf(kind, { n, when, pick, earlier })
  return {
    ...one,
    event: {
      ...one.event,
      stream,
      ...(precision === 'distrusted' ? { clock: { device_at: new Date(at).toISOString() } } : {}),
    },
    // In the order in which they arrive, each some time after it was.
    received_at: new Date(from + n * 400 * minute + 400 * 1440 * minute).toISOString(),
  }
}

function bodyOf(
  kind: Kind,
  { n, when, pick, earlier }: { n: number; when: string; pick: number; earlier: string },
): Stored {
  switch (kind) {
    case 'moved':
      return happened(n, kind, when, pick === 0 ? {} : { pen: `pen ${pick % 3}` })
    case 'lot_joined':
      return happened(n, kind, when, pick === 0 ? {} : { lot: `lot ${pick % 3}` })
    case 'weighed':
      return happened(n, kind, when, {
        weight: { typed: `${200 + pick}`, unit: 'kg', base: (200 + pick) * 1000 },
        source: 'measured',
      })
    case 'observed':
      return happened(n, kind, when, { signs: ['cough'], ...(pick % 2 ? { pulled: 'yes' } : {}) })
    case 'described':
      return happened(
        n,
        kind,
        when,
        [
          { field: 'class', value: 'dairy' },
          { field: 'class', value: 'beef' },
          { field: 'species', value: 'bison' },
          { field: 'sex', value: 'steer' },
          { field: 'name', value: 'Bess' },
        ][pick % 5]!,
      )
    case 'noted':
      return happened(n, kind, when, { text: 'x' })
    case 'settled':
      return happened(n, 'noted', when, {
        text: 'x',
        settles: { finding: 'possible double entry', event: earlier },
      })
    case 'treated':
      return given(n, when, 1 + (pick % 3) * 20)
    case 'group_treated': {
      const { event, ...rest } = given(n, when, 30, pick % 2 ? { unread: 2 } : {})
      return { ...rest, event: { ...event, kind } as Stored['event'] }
    }
    case 'planned':
      return given(n, when, 10, {
        planned: [new Date(Date.parse(when) + (pick - 4) * 1440 * minute).toISOString()],
      })
    case 'course':
      return given(n, when, 10, { course: earlier, ...(pick % 2 ? { open: 'yes' } : {}) })
    case 'closed':
      return happened(n, 'course_closed', when, { course: earlier })
    case 'skipped':
      return happened(n, 'dose_skipped', when, {
        course: earlier,
        due: new Date(Date.parse(when) + (pick - 4) * 1440 * minute).toISOString(),
      })
    case 'milked':
      return happened(n, kind, when, {})
    case 'hold_set':
      return happened(n, kind, when, {
        commodities: ['meat'],
        reason: 'r',
        ...(pick % 2 ? { until: when.slice(0, 10) } : {}),
      })
    case 'lifted':
      return happened(n, 'hold_lifted', when, { hold: earlier, reason: 'r' })
    case 'bred':
      return happened(n, kind, when, { method: 'natural' })
    case 'preg_checked':
      return happened(n, kind, when, { result: 'empty' })
    case 'weaned':
      return happened(n, kind, when, {})
    case 'calved':
      return happened(n, kind, when, { calves: 1 })
    case 'died':
      return happened(n, kind, when, {})
    case 'left':
      return happened(n, kind, when, { reason: 'sold' })
    case 'entered':
      return happened(n, kind, when, { origin: pick % 2 ? 'bought' : 'born', pen: `pen ${pick % 3}` })
    case 'tagged':
      return happened(n, kind, when, { tag: tagOf(pick) })
    case 'tag_removed':
      return happened(n, kind, when, { tag: tagOf(pick) })
    case 'history':
      return happened(n, 'history_declared', when, { word: pick % 2 ? 'yes' : 'no', source: 'r' })
    case 'void':
      return happened(n, kind, when, { event: earlier, reason: 'r' })
  }
}

const tagOf = (pick: number) =>
  pick % 2
    ? { kind: 'visual' as const, value: `T${pick % 3}` }
    : { kind: 'eid' as const, value: `12400029999999${pick % 3}` }

const milked = { ...feedlot, commodities: ['meat', 'milk'] as const, tagDuties: 'yes' as const }

/** Events as they arrive, and how many of them arrive in each call. */
const history = fc.record({
  events: fc.array(drawn, { minLength: 1, maxLength: 25 }).map((all) => {
    let at = from
    return [
      born(1, new Date(from - minute).toISOString()),
      ...all.map((one, index) => {
        at += one.gap * minute
        const event = eventOf(one, index + 2, at)
        return one.pick === 9 && event.copied
          ? { ...event, copied: { version: 'v2', ...afterCalving } }
          : event
      }),
    ]
  }),
  calls: fc.infiniteStream(fc.integer({ min: 1, max: 3 })),
})

const text = (value: unknown) => canonical(value as Canonical)
const sorted = (rows: readonly unknown[]) => rows.map(text).toSorted()

/** What is told of an animal beside its rows, as it is read from what is stored. */
function beforeOf(stored: readonly Stored[], { card, stays }: FoldedAnimal): Before {
  const times = stored.map((one) => timeOf(one, milked.zone).at)
  const last_at = Math.max(...times)
  const treated = stored.flatMap(({ event: { kind } }, index) =>
    (kind === 'treated' || kind === 'group_treated') && times[index]! >= last_at - 15 * minute
      ? [times[index]!]
      : [],
  )
  return {
    card: JSON.parse(JSON.stringify(card)) as typeof card,
    last_at,
    treated_at: treated.length > 0 ? Math.max(...treated) : null,
    stay: stays.find(({ to }) => to === undefined) ?? null,
  }
}

/** Rows as they are stored: one stands in for the one of its event. */
const put = <Row extends { event: string }>(rows: readonly Row[], more: readonly Row[]) => [
  ...rows.filter(({ event }) => !more.some((one) => one.event === event)),
  ...more,
]

test('what is latest is added to an animal as if all of it had been folded, to the byte', () => {
  let [added, whole] = [0, 0]
  fc.assert(
    fc.property(history, ({ events, calls }) => {
      for (let at = 1; at < events.length;) {
        const before = events.slice(0, at)
        const arriving = events.slice(at, (at += calls.next().value as number))
        const was = fold(before, milked)
        const is = fold([...before, ...arriving], milked)
        const more = foldOnto(beforeOf(before, was), arriving, milked)
        if (!more) {
          whole += 1
          continue
        }
        added += 1
        assert.equal(JSON.stringify(more.card), JSON.stringify(is.card))
        assert.deepEqual(sorted(put(was.stays, more.stays)), sorted(is.stays))
        assert.deepEqual(sorted(was.identifiers), sorted(is.identifiers))
        for (const name of ['weights', 'treatments', 'withdrawals', 'findings'] as const)
          assert.deepEqual(sorted([...was[name], ...more[name]]), sorted(is[name]), name)
      }
    }),
    { seed: 108, numRuns: 500 },
  )
  assert.ok(added > 200 && whole > 200, `${added} added, ${whole} folded whole`)
})

const onto = (before: readonly Stored[], ...arriving: Stored[]) =>
  foldOnto(beforeOf(before, fold(before, milked)), arriving, milked)
const fromAnother = (one: Stored): Stored => ({ ...one, event: { ...one.event, stream: 's2' } })

test('what could be the double of a treatment, or lies on its planned days, is folded whole', () => {
  const treated = [born(1), given(2, '2026-03-01T10:00:00Z', 18)]
  assert.equal(onto(treated, fromAnother(given(3, '2026-03-01T10:15:00Z', 18))), undefined)
  assert.deepEqual(onto(treated, fromAnother(given(3, '2026-03-01T10:16:00Z', 18)))!.findings, [])

  const calved = [born(1), happened(2, 'calved', '2026-03-01T10:00:00Z', { calves: 1 })]
  const dose = (more: object) => ({
    ...given(3, '2026-03-02T10:00:00Z', 1, more),
    copied: { version: 'v2', ...afterCalving },
  })
  assert.equal(onto(calved, dose({}))!.card.holds.find(({ commodity }) => commodity === 'milk')!.held, 'yes')
  assert.equal(onto(calved, dose({ planned: ['2026-02-28T10:00:00.000Z'] })), undefined)
})
