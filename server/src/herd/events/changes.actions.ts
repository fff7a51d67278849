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
import { writeProjections } from './projections.queries.ts'

/* What arriving events make of what is shown. */

/** What arriving events make of rows, as far as others than their animals feel it. */
interface Felt {
  /** Pens whose last count may be right or wrong now: others stood there. */
  pens: string[]
  /** Electronic tags whose bearers may be others now. */
  eids: string[]
  /** Head that could not be read carry what those of their pen carry that were: more of it, or others who stood there. */
  isFeltInPens: boolean
}

const isFeltInPens = ({ findings, stays, withdrawals }: ChangesOfAll, { has_unread }: Known) =>
  findings.put.some(({ kind }) => kind === 'unread head') ||
  (has_unread && (stays.put.length > 0 || withdrawals.put.length > 0))

const stoodOtherwise = ({ stays }: ChangesOfAll) =>
  [...stays.put, ...stays.gone].map(({ pen_id }) => String(pen_id))

interface Arriving {
  stored: readonly Stored[]
  linked: readonly (readonly string[])[]
  known: Known
  /** Of these the ones that are of pens. */
  ofPens: readonly Stored[]
}

interface Site {
  site: SiteId
  context: FoldContext
}

/** So many that ate of a feed are folded at once, with all their events in memory. */
const fedAtOnce = 200

/**
 * Writes what arriving events make of their animals, and of whoever ate of feed that they begin, stop or take back: as many of
 * these as there are, in slices. `beside` is sent with the first reading.
 */
export async function writeChanges(
  db: Db<'herd'>,
  arriving: Arriving,
  of: Site,
  beside: readonly Promise<unknown>[],
): Promise<Felt> {
  const { known, linked } = arriving
  const named = new Set(linked.flat())
  // Who is named is folded with what arrives of them: all of these at once.
  const [first, rest] = parted(known.fed, (family) => family.some((id) => named.has(id)))
  const slices = [[...first, ...rest.slice(0, fedAtOnce)]]
  for (let from = fedAtOnce; from < rest.length; from += fedAtOnce)
    slices.push(rest.slice(from, from + fedAtOnce))

  const arrived = new Set(arriving.stored.map(({ event }) => event.id))
  const felt: Felt = { pens: [], eids: [], isFeltInPens: false }
  const add = async ({ changes, eids }: Changed) => {
    await writeProjections(db, of.site, changes, arrived)
    if (known.has_told_pens) felt.pens.push(...stoodOtherwise(changes))
    felt.eids.push(...eids)
    felt.isFeltInPens ||= isFeltInPens(changes, known)
  }
  const [changed] = await Promise.all([changesBy(db, arriving, slices[0]!.flat(), of), ...beside])
  await add(changed)
  for (const slice of slices.slice(1)) {
    const others = { ...arriving, linked: [], known: { ...known, animals: [] } }
    await add(await changesBy(db, others, slice.flat(), of))
  }
  return { ...felt, eids: [...new Set(felt.eids)] }
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const first = all.filter(isFirst)
  return [first, first.length === 0 ? [...all] : all.filter((one) => !isFirst(one))]
}

interface Changed {
  changes: ChangesOfAll
  eids: string[]
}

/**
 * What is added to animals by their latest events; those of which it takes more, and those that ate, are folded as they were and as
 * they are now.
 */
async function changesBy(
  db: Db<'herd'>,
  { stored, linked, known, ofPens }: Arriving,
  fed: readonly string[],
  { site, context }: Site,
): Promise<Changed> {
  const arriving = new Map<string, Stored[]>()
  stored.forEach((one, index) => {
    for (const animal of linked[index] ?? []) {
      const events = arriving.get(animal) ?? []
      events.push(one)
      arriving.set(animal, events)
    }
  })
  const pens = new Set(known.told_pens)
  for (const { event } of ofPens) if (event.kind === 'feed_started') pens.add(event.body.pen)
  const { added, eids, rest } = additionsOf(arriving, known.animals, {
    context,
    told: { pens, animals: fed },
  })
  const before = new Map<string, Stored[]>(
    [...known.animals.map(({ id }) => id), ...fed].filter((id) => rest.has(id)).map((id) => [id, []]),
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
  return { changes, eids }
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

/** Put on or off, or their animal died, left, came back or is another. */
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
