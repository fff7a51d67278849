import { nameOf, order, type FoldedAnimal, type FoldContext, type Live } from './fold-animal.ts'
import { fedOf, type Feeding } from './fold-feed.ts'
import { findingsOf } from './fold-findings.ts'
import type { Stored } from './fold-events.ts'
import { timeOf } from './fold-events.ts'
import { cardHolds, treatmentsOf, withdrawalsOf } from './fold-holds.ts'
import { cardOf, identifiersOf, lifeOf, staysOf, unborn, weightsOf } from './fold-life.ts'

/*
 * What an animal is: a pure function of its live events, ordered by when they were and then by their number in the ledger
 * (decision 0087 and the one on the fold). In whatever order they arrived, the answer is the same to the byte.
 */

/**
 * Folds the events of one animal, with those of whatever was found to be the same one. A void takes an event back as if it
 * had never been; nothing takes a void back. `feedings` are those of pens in which it may have stood.
 */
export function fold(
  stored: readonly Stored[],
  context: FoldContext,
  feedings: readonly Feeding[] = [],
): FoldedAnimal {
  const live = liveOf(stored, context)
  const life = lifeOf(live, unborn(context))
  const treatments = [...treatmentsOf(live, context), ...fedOf(live, feedings, context)]
  const withdrawals = withdrawalsOf(live, treatments, context)
  const identifiers = identifiersOf(live)
  const weights = weightsOf(live)
  const tags = identifiers
    .filter(({ to }) => to === undefined)
    .map(({ kind, value, typed }) => ({ kind, value, typed }))
    .toSorted((one, other) => order(nameOf(one), nameOf(other)))
  return {
    events: live.length,
    card: cardOf(life, {
      tags,
      weight: weights.at(-1),
      holds: cardHolds(withdrawals, context),
    }),
    identifiers,
    stays: staysOf(live),
    weights,
    treatments: treatments.map(({ row }) => row),
    withdrawals,
    findings: findingsOf(live, { life, treatments, identifiers, tags }, context),
  }
}

export function liveOf(stored: readonly Stored[], { zone }: FoldContext): Live[] {
  const voided = new Set(stored.flatMap(({ event }) => (event.kind === 'void' ? [event.body.event] : [])))
  const seen = new Set<string>()
  return stored
    .filter(({ event }) => {
      if (event.kind === 'void' || voided.has(event.id) || seen.has(event.id)) return false
      seen.add(event.id)
      return true
    })
    .map((one) => liveAt(one, zone))
    .toSorted((one, other) => one.at - other.at || one.n - other.n)
}

/** An event is folded again and again, and its time is always the same. */
const timed = new WeakMap<Stored, { zone: string; live: Live }>()

function liveAt(one: Stored, zone: string): Live {
  const before = timed.get(one)
  if (before?.zone === zone) return before.live
  const live = { ...one, ...timeOf(one, zone) }
  timed.set(one, { zone, live })
  return live
}

/**
 * Which animals are one: of each animal the one that it is known as. `same_animal` names the one that is kept, then the
 * other; a void parts them again.
 */
export function knownAs(stored: readonly Stored[]): Map<string, string> {
  const voided = new Set(stored.flatMap(({ event }) => (event.kind === 'void' ? [event.body.event] : [])))
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    const parent = parents.get(id)
    return parent === undefined ? id : rootOf(parent)
  }
  for (const { event } of stored.toSorted((one, other) => one.n - other.n)) {
    if (event.kind !== 'same_animal' || voided.has(event.id)) continue
    const [kept, other] = event.animals.map(rootOf)
    if (kept !== undefined && other !== undefined && kept !== other) parents.set(other, kept)
  }
  return new Map([...parents.keys()].map((id) => [id, rootOf(id)]))
}
