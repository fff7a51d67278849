import type { SiteId } from '@byre/contract/subject-kinds'
import type { FoldContext } from '@byre/rules/fold-animal'
import type { Stored } from '@byre/rules/fold-events'
import type { Db } from '../../platform/database/db.ts'
import { additionsOf } from './additions.policy.ts'
import { storedOf } from './events.policy.ts'
import { eventsOfAnimals, type Known } from './events.queries.ts'
import { stoodIn } from './pens.policy.ts'
import { eventsOfPens } from './pens.queries.ts'
import {
  changesBetween,
  projectionNames,
  projectionsOf,
  type ChangesOfAll,
  type Projections,
} from './projections.policy.ts'

/* What arriving events make of what is shown. */

/** Head that could not be read carry what those of their pen carry that were: more of it, or others who stood there. */
export const isFeltInPens = ({ findings, stays, withdrawals }: ChangesOfAll, { has_unread }: Known) =>
  findings.put.some(({ kind }) => kind === 'unread head') ||
  (has_unread && (stays.put.length > 0 || withdrawals.put.length > 0))

/** Pens whose last count may be right or wrong now: counted there, or others stood there. */
export function pensToCount(
  { stays }: ChangesOfAll,
  { penLinks, known }: { penLinks: readonly { pen_id: string }[]; known: Known },
): string[] {
  const moved = known.has_told_pens ? [...stays.put, ...stays.gone].map(({ pen_id }) => String(pen_id)) : []
  return [...new Set([...moved, ...penLinks.map(({ pen_id }) => pen_id)])]
}

interface Arriving {
  stored: readonly Stored[]
  linked: readonly (readonly string[])[]
  known: Known
  /** Of these the ones that are of pens. */
  ofPens: readonly Stored[]
}

/** What is added to animals by their latest events; those of which it takes more are folded as they were and as they are now. */
export async function changesBy(
  db: Db<'herd'>,
  { stored, linked, known, ofPens }: Arriving,
  { site, context }: { site: SiteId; context: FoldContext },
) {
  const arriving = new Map<string, Stored[]>()
  stored.forEach((one, index) => {
    for (const animal of linked[index]!) {
      const events = arriving.get(animal) ?? []
      events.push(one)
      arriving.set(animal, events)
    }
  })
  const pens = new Set(known.told_pens)
  for (const { event } of ofPens) if (event.kind === 'feed_started') pens.add(event.body.pen)
  const { added, eids, rest } = additionsOf(arriving, known.animals, {
    context,
    told: { pens, animals: known.fed },
  })
  const before = new Map<string, Stored[]>(
    known.animals.filter(({ id }) => rest.has(id)).map(({ id }) => [id, []]),
  )
  if (before.size > 0)
    for (const { record, animals } of await eventsOfAnimals(db, site, [...before.keys()])) {
      const one = storedOf(record)
      // What this call wrote is no part of what was.
      if (one.n < stored[0]!.n) for (const animal of animals) before.get(animal)!.push(one)
    }
  const after = new Map(
    [...rest].map((animal) => [animal, [...(before.get(animal) ?? []), ...(arriving.get(animal) ?? [])]]),
  )
  const ofTheirPens = await toldOf(db, site, { known, ofPens, all: [...after.values()].flat() })
  const was = projectionsOf(before, context, ofTheirPens.before)
  const is = projectionsOf(after, context, ofTheirPens.after)
  const changes = changesBetween(was, is)
  eids.push(...movedEids(was, is, changes))
  for (const name of projectionNames) changes[name].put.push(...added[name])
  return { changes, eids: [...new Set(eids)] }
}

/** What is told of the pens in which animals may have stood, before this call and with it. */
async function toldOf(
  db: Db<'herd'>,
  site: SiteId,
  { known, ofPens, all }: { known: Known; ofPens: readonly Stored[]; all: readonly Stored[] },
): Promise<{ before: Stored[]; after: Stored[] }> {
  const pens = [...new Set(all.flatMap(({ event }) => stoodIn(event)))]
  if (!known.has_told_pens || pens.length === 0) return { before: [], after: [...ofPens] }
  const own = new Set(ofPens.map(({ n }) => n))
  const before = (await eventsOfPens(db, site, pens)).map(storedOf).filter(({ n }) => !own.has(n))
  return { before, after: [...before, ...ofPens] }
}

/** Electronic tags whose bearers may be others now: put on or off, or their animal died, left, came back or is another. */
function movedEids(was: Projections, is: Projections, { animals, identifiers }: ChangesOfAll): string[] {
  const before = new Map(was.animals.map((row) => [row['id'], row['status']]))
  const moved = new Set([
    ...animals.put.filter(({ id, status }) => before.get(id!) !== status).map(({ id }) => id),
    ...[...identifiers.put, ...identifiers.gone].map(({ animal_id }) => animal_id),
  ])
  const eids = [...was.identifiers, ...is.identifiers].filter(
    ({ kind, animal_id }) => kind === 'eid' && moved.has(animal_id),
  )
  return eids.map(({ value }) => value as string)
}
