import type { FoldContext } from '@byre/rules/fold-animal'
import type { HerdEvent, Stored } from '@byre/rules/fold-events'
import { foldOnto, type Before } from '@byre/rules/fold-onto'
import { stoodIn } from './pens.policy.ts'
import { addAnimal, noRows, type Projections } from './projections.policy.ts'

/* What arrives of animals, where it can be added to their rows without all that was before it. */

/** An animal as its rows have it, and what of its events tells whether new ones are its latest; times are milliseconds. */
export interface KnownAnimal extends Before {
  id: string
  same_as: string | null
}

interface Additions {
  /** Rows to be put; none goes. */
  added: Projections
  /** Electronic tags of those that are not here any more. */
  eids: string[]
  /** Animals of which the whole history has to be folded, and those that are one with them. */
  rest: Set<string>
}

/** What is told of pens, as far as it touches animals. */
export interface ToldOfPens {
  /** Those of which anything is told. */
  pens: ReadonlySet<string>
  /** Animals that stood where it changes. */
  animals: readonly string[]
}

/** What may move an animal, and with that end the feed that it eats, which asks what it is then. */
const movingKinds = new Set(['entered', 'moved', 'died', 'left', 'described'])
export const mayMove = ({ kind }: HerdEvent) => movingKinds.has(kind)

const touchesFeed = (stored: readonly Stored[], { stay }: KnownAnimal, pens: ReadonlySet<string>) =>
  stored.some(
    ({ event }) =>
      mayMove(event) && (pens.has(stay?.pen ?? '') || stoodIn(event).some((pen) => pens.has(pen))),
  )

/** What arrives of animals, where it is their latest and can be added to what is known of them (decision 0108). */
export function additionsOf(
  arriving: ReadonlyMap<string, readonly Stored[]>,
  known: readonly KnownAnimal[],
  { context, told }: { context: FoldContext; told: ToldOfPens },
): Additions {
  const families = Map.groupBy(known, ({ id, same_as }) => same_as ?? id)
  const there = new Map(known.map((animal) => [animal.id, animal]))
  const all: Additions = { added: noRows(), eids: [], rest: new Set() }
  const familyOf = (id: string) => families.get(there.get(id)?.same_as ?? id) ?? []
  const foldWhole = (id: string) => {
    for (const one of [id, ...familyOf(id).map((other) => other.id)]) all.rest.add(one)
  }
  for (const id of told.animals) foldWhole(id)
  for (const [id, stored] of arriving) {
    if (all.rest.has(id)) continue
    const animal = there.get(id)
    const more =
      animal &&
      familyOf(id).length === 1 &&
      !touchesFeed(stored, animal, told.pens) &&
      foldOnto(animal, stored, context)
    if (!more) foldWhole(id)
    else {
      addAnimal(
        all.added,
        id,
        { stored, folded: { ...more, events: stored.length, identifiers: [] } },
        context,
      )
      if (more.card.status !== 'here')
        all.eids.push(...animal.card.tags.filter(({ kind }) => kind === 'eid').map(({ value }) => value))
    }
  }
  return all
}
