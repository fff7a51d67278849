import type { SiteId } from '@byre/contract/subject-kinds'
import type { FoldContext } from '@byre/rules/fold-animal'
import { timeOf, type HerdEvent, type Stored } from '@byre/rules/fold-events'
import { knownAs } from '@byre/rules/fold'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { lockLedger, verifyLedger, type Fault } from '../../platform/ledger/ledger.ts'
import { storedOf } from './events.policy.ts'
import { eventsOfAnimals, type Link } from './events.queries.ts'
import { herdLedger } from './ledger.policy.ts'
import { penOf, stoodIn } from './pens.policy.ts'
import {
  countPenLinks,
  eventsOfPens,
  mendPenLinks,
  penDays,
  toldPens,
  writeHeadCounts,
} from './pens.queries.ts'
import { changesBetween, projectionNames, projectionsOf } from './projections.policy.ts'
import { storedProjections, writeProjections, writeSharedTags } from './projections.queries.ts'
import {
  countLinks,
  foldedUnder,
  listJoining,
  loadedFrom,
  mendLinks,
  nextAnimals,
} from './rebuild.queries.ts'

export interface Verified {
  events: number
  /** The hash of the last, to be compared with one that was printed or kept. */
  head: string
  fault: Fault | null
}

/** Walks a site's ledger: every number, every hash, and what is beside each record. */
export async function verifyHerd(db: Db<'herd'>, site: SiteId): Promise<Verified> {
  const animalsOf = new Map<string, number>()
  /** Those of pens. */
  const ofPens = new Map<string, HerdEvent>()
  let [links, penLinks] = [0, 0]
  const loaded = await loadedFrom(db, site)
  const { n, head, fault } = await verifyLedger(platformOf(db), herdLedger, site, (entry) => {
    const { id, kind, record } = entry
    const { event, site: of } = JSON.parse(record) as Stored & { site: string }
    if (event.id !== id || event.kind !== kind) return 'its id or kind is not what was recorded'
    const isOfHere = entry.n > loaded.n ? of === site : loaded.sites.includes(of)
    if (!isOfHere) return 'it was recorded for another site'
    const count = event.kind === 'void' ? (animalsOf.get(event.body.event) ?? 0) : event.animals.length
    animalsOf.set(id, count)
    links += count
    if (penOf(event, (spoken) => ofPens.get(spoken)) !== undefined) {
      penLinks += 1
      ofPens.set(id, event)
    }
    return undefined
  })
  if (fault) return { events: n, head, fault }
  if ((await countLinks(db, site)) !== links)
    return { events: n, head, fault: { n, why: 'events are not linked to their animals' } }
  const isWhole = (await countPenLinks(db, site)) === penLinks
  return { events: n, head, fault: isWhole ? null : { n, why: 'events are not linked to their pens' } }
}

export interface Rebuilt {
  animals: number
  /** Rows that were not what the events make of them. */
  changed: number
}

const slice = 200

/**
 * Folds every animal again and writes what differs. Slice by slice, each under the ledger's lock, so that whoever
 * records waits for one slice at most.
 */
export async function rebuildHerd(db: Db<'herd'>, site: SiteId): Promise<Rebuilt> {
  const text = await foldedUnder(db, site)
  if (text === null) return { animals: 0, changed: 0 }
  const context = JSON.parse(text) as FoldContext
  let after = '00000000-0000-0000-0000-000000000000'
  let [animals, changed] = [0, 0]
  for (;;) {
    const ids = await nextAnimals(db, site, after, slice)
    if (ids.length === 0) return { animals, changed: changed + (await rebuildPens(db, site, context)) }
    changed += await rebuildSlice(db, site, { ids, context })
    animals += ids.length
    after = ids.at(-1)!
  }
}

/** What is told of pens: when it was, where nothing but its day is known; and whether a count is what the records say. */
function rebuildPens(db: Db<'herd'>, site: SiteId, { zone }: FoldContext): Promise<number> {
  return transaction(db, async (db) => {
    await lockLedger(platformOf(db), herdLedger, site)
    const days = (await penDays(db, site)).map(storedOf)
    const times = days.map((one) => ({ n: one.n, at: new Date(timeOf(one, zone).at).toISOString() }))
    const mended = times.length === 0 ? 0 : await mendPenLinks(db, site, times)
    const pens = await toldPens(db, site)
    return mended + (pens.length === 0 ? 0 : await writeHeadCounts(db, site, pens))
  })
}

function rebuildSlice(
  db: Db<'herd'>,
  site: SiteId,
  { ids, context }: { ids: readonly string[]; context: FoldContext },
): Promise<number> {
  return transaction(db, async (db) => {
    await lockLedger(platformOf(db), herdLedger, site)
    const families = await familiesOf(db, site, ids)
    const linked = new Map<string, Stored[]>(families.map((id) => [id, []]))
    for (const { record, animals } of await eventsOfAnimals(db, site, families)) {
      const one = storedOf(record)
      for (const animal of animals) linked.get(animal)!.push(one)
    }
    for (const [id, events] of linked) if (events.length === 0) linked.delete(id)
    const pens = [...new Set([...linked.values()].flat().flatMap(({ event }) => stoodIn(event)))]
    const ofPens = (await eventsOfPens(db, site, pens)).map(storedOf)
    const is = projectionsOf(linked, context, ofPens)
    const changes = changesBetween(await storedProjections(db, site, families), is)
    const changed = projectionNames.reduce(
      (sum, name) => sum + changes[name].put.length + changes[name].gone.length,
      0,
    )
    if (changed > 0) await writeProjections(db, site, changes)
    const mended = await mendLinks(db, site, daysIn(linked, context.zone))
    const eids = is.identifiers.filter(({ kind }) => kind === 'eid').map(({ value }) => value as string)
    const shared = await writeSharedTags(db, site, [...new Set(eids)])
    return changed + mended + shared.changed
  })
}

/** Events of which only the day is known: when they were depends on the site's zone. */
const daysIn = (linked: ReadonlyMap<string, readonly Stored[]>, zone: string): Link[] =>
  [...linked].flatMap(([animal_id, events]) =>
    events
      .filter(({ event }) => event.precision === 'day')
      .map((one) => ({ animal_id, at: new Date(timeOf(one, zone).at).toISOString(), n: one.n })),
  )

/** The animals of a slice and whatever is one with them. */
async function familiesOf(db: Db<'herd'>, site: SiteId, ids: readonly string[]): Promise<string[]> {
  const roots = knownAs((await listJoining(db, site)).map(storedOf))
  const rootOf = (id: string) => roots.get(id) ?? id
  const wanted = new Set(ids.map(rootOf))
  const joined = [...roots].flatMap(([id, root]) => (wanted.has(root) ? [id, root] : []))
  return [...new Set([...ids, ...joined])]
}
