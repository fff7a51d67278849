import {
  findingKinds,
  order,
  type CardTag,
  type FindingKind,
  type FindingRow,
  type FoldContext,
  type IdentifierRow,
  type Live,
} from './fold-animal.ts'
import type { FoldedTreatment } from './fold-holds.ts'
import type { Life } from './fold-life.ts'
import { readIdentifier } from './identifiers.ts'
import { isEndless } from './figures.ts'

/* What is odd about an animal's events, for a person to look at. Facts are kept whatever is odd about them. */

export const sameWithinMs = 15 * 60_000

interface FoldedSoFar {
  life: Life
  treatments: readonly FoldedTreatment[]
  identifiers: readonly IdentifierRow[]
  /** What it wears now. */
  tags: readonly CardTag[]
}

export function findingsOf(live: readonly Live[], found: FoldedSoFar, context: FoldContext): FindingRow[] {
  const { life, treatments, identifiers } = found
  const settled = new Set(
    live.flatMap(({ event }) =>
      event.kind === 'noted' && event.body.settles
        ? [`${event.body.settles.finding} ${event.body.settles.event}`]
        : [],
    ),
  )
  const rows = [
    ...ofTags(identifiers),
    ...live.filter(({ isDistrusted }) => isDistrusted).map(row('clock cannot be trusted')),
    ...doubleEntries(live),
    ...live.filter((one) => isAfterEnd(one, life)).map(row('recorded after its end')),
    ...live.filter(hasUnread).map(row('unread head')),
    ...treatments.flatMap((treatment) => ofUse(treatment, context)),
    ...(context.tagDuties === 'yes' ? ofTagDuties(live, found) : []),
  ]
  const all = new Map(rows.map((one) => [`${one.kind} ${one.event}`, one]))
  return [...all.entries()]
    .filter(([name]) => !settled.has(name))
    .toSorted(([one], [other]) => order(one, other))
    .map(([, one]) => one)
}

const row =
  (kind: FindingKind) =>
  ({ event }: Live): FindingRow => ({ kind, event: event.id })

/** Of what it bears now: a tag that was taken off needs nobody. */
const ofTags = (identifiers: readonly IdentifierRow[]): FindingRow[] =>
  identifiers
    .filter(({ to }) => to === undefined)
    .flatMap(({ kind, value, typed, event }) => {
      // A number that cannot be a transponder's was kept as a visual tag.
      const read = readIdentifier(kind === 'visual' && /^\d{15}$/.test(value) ? 'eid' : kind, typed)
      return 'refused' in read ? [] : read.findings.map((finding) => ({ kind: finding, event }))
    })
    .filter(({ kind }) => findingKinds.includes(kind))

function doubleEntries(live: readonly Live[]): FindingRow[] {
  const treated = live.flatMap((one) =>
    one.event.kind === 'treated' || one.event.kind === 'group_treated' ? [{ ...one, event: one.event }] : [],
  )
  const nameOf = ({ event: { body } }: (typeof treated)[number]) =>
    body.product ?? body.product_name.toLowerCase()
  return treated.flatMap((one) => {
    const isTwice = treated.some(
      (other) =>
        other.n < one.n &&
        other.event.stream !== one.event.stream &&
        nameOf(other) === nameOf(one) &&
        Math.abs(other.at - one.at) <= sameWithinMs,
    )
    return isTwice ? [{ kind: 'possible double entry' as const, event: one.event.id }] : []
  })
}

/** Kept of an animal that is not there any more: what is said of it, not what is done to it. */
const saidOfIt = new Set([
  'noted',
  'history_declared',
  'same_animal',
  'hold_set',
  'hold_lifted',
  'tag_removed',
  'entered',
  'course_closed',
  'dose_skipped',
])

const isAfterEnd = ({ event, at, n }: Live, { ends }: Life) =>
  !saidOfIt.has(event.kind) &&
  ends.some(
    ({ from, n: endN, to }) => (at > from || (at === from && n > endN)) && (to === undefined || at < to),
  )

/** Told of once, where the first of its animals is. */
const hasUnread = ({ event }: Live) => event.kind === 'group_treated' && (event.body.unread ?? 0) > 0

function ofUse(
  { row: { event }, treatment: { use, label, vet } }: FoldedTreatment,
  { home }: FoldContext,
): FindingRow[] {
  if (use === 'banned') return [{ kind: 'banned use', event }]
  // A figure that counts for other markets alone leaves it held at home.
  if (use === 'extra-label' && !(vet && (vet.markets ?? [home]).includes(home)))
    return [{ kind: 'extra-label without a figure', event }]
  const figures = Object.values(label).flatMap((of) => Object.values(of ?? {}))
  const isProhibited = figures.some((figure) => isEndless(figure) && figure.kind === 'prohibited')
  return isProhibited ? [{ kind: 'prohibited', event }] : []
}

/** Since nothing else is approved any more, an electronic tag. */
export const isApprovedTag = ({ kind }: Pick<CardTag, 'kind'>): boolean => kind === 'eid'

/**
 * Of tags (domain 1.4): one that came without an approved tag gets one, and a number that came after another and the tag of a dead
 * animal are reported.
 */
function ofTagDuties(live: readonly Live[], { life, identifiers, tags }: FoldedSoFar): FindingRow[] {
  const isWorn = tags.some(isApprovedTag)
  const came = live.findLast(({ event }) => event.kind === 'entered')
  const died = live.find(({ event }) => event.kind === 'died')
  const later = new Set(
    identifiers
      .filter(isApprovedTag)
      .slice(1)
      .map(({ event }) => event),
  )
  return [
    ...(came && life.origin !== 'born' && life.status === 'here' && !isWorn
      ? [row('no approved tag')(came)]
      : []),
    ...(died && life.status === 'dead' && isWorn ? [row('tag to retire')(died)] : []),
    ...live
      .filter(({ event }) => event.kind === 'tagged' && later.has(event.id))
      .map(row('tag to cross-reference')),
  ]
}
