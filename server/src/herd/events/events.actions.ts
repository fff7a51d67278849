import { herdLimits, type HerdEvent } from '@byre/contract/herd/events'
import type { SiteId } from '@byre/contract/subject-kinds'
import type { FoldContext } from '@byre/rules/fold-animal'
import { timeOf, type Stored } from '@byre/rules/fold-events'
import { canonical, type Canonical } from '@byre/rules/canonical'
import { refuse } from '../../platform/errors.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { appendTo, chained, lockLedger } from '../../platform/ledger/ledger.ts'
import { membersAmong } from '../../tenants/index.ts'
import { notComeYet, todayIn } from '../days.policy.ts'
import { followShipLists, type Enqueue } from '../gate/news.actions.ts'
import { mayMove } from './additions.policy.ts'
import { writeChanges } from './changes.actions.ts'
import { contextOf } from './context.policy.ts'
import { findSiteFacts } from './context.queries.ts'
import {
  birthIn,
  fieldsOf,
  isOwnName,
  isSameEvent,
  labelsOf,
  mayVoid,
  namedIn,
  saidOf,
  spokenOf,
  storedOf,
} from './events.policy.ts'
import { findEvents, findKnown, insertLinks, type Known, type Link } from './events.queries.ts'
import { herdLedger } from './ledger.policy.ts'
import { fedPens, penOf } from './pens.policy.ts'
import { insertPenLinks, writeHeadCounts } from './pens.queries.ts'
import { writeSharedTags } from './projections.queries.ts'
import { setFoldedUnder } from './rebuild.queries.ts'

/** Who writes in which site's ledger. */
export interface Recording {
  site: SiteId
  person: string
  mayVoidAny: boolean
  now: Date
  /** Has people told of what became of ship lists. */
  enqueue: Enqueue
}

export interface Recorded {
  /** Of each event that was sent, in its order; one that was there already keeps its number. */
  events: { id: string; n: number }[]
  /** The site's last number now. */
  n: number
}

/**
 * Keeps events and what follows from them, in one transaction under the ledger's lock. An event that is there already is
 * acknowledged again; another one under its id is refused.
 */
export function recordBatch(db: Db<'herd'>, events: readonly HerdEvent[], by: Recording): Promise<Recorded> {
  return transaction(db, async (db) => {
    const head = await lockLedger(platformOf(db), herdLedger, by.site)
    const speaking = events.flatMap((event) => spokenOf(event) ?? [])
    const there = new Map(
      (await findEvents(db, by.site, [...new Set([...events.map(({ id }) => id), ...speaking])])).map(
        (row) => {
          const stored = storedOf(row.record)
          return [stored.event.id, stored] as const
        },
      ),
    )
    await findStarts(db, by.site, there)
    const fresh = freshOf(events, there)
    if (fresh.length > 0) await keep(db, { head, fresh, there }, by)
    return {
      events: events.map(({ id }) => ({ id, n: there.get(id)!.n })),
      n: head.n + fresh.length,
    }
  })
}

/** Of feed that was stopped, too, when it began: whoever takes the stop back has it fed on. */
async function findStarts(db: Db<'herd'>, site: SiteId, there: Map<string, Stored>): Promise<void> {
  const missing = [...there.values()].flatMap(({ event }) =>
    event.kind === 'feed_stopped' && !there.has(event.body.feed) ? [event.body.feed] : [],
  )
  if (missing.length === 0) return
  for (const { record } of await findEvents(db, site, missing)) {
    const stored = storedOf(record)
    there.set(stored.event.id, stored)
  }
}

interface Fresh {
  event: HerdEvent
  /** Where it stands in the call, for refusals. */
  at: number
}

function freshOf(events: readonly HerdEvent[], there: ReadonlyMap<string, Stored>): Fresh[] {
  return events.flatMap((event, at) => {
    const stored = there.get(event.id)
    if (!stored) return [{ event, at }]
    if (!isSameEvent(stored, event)) refuse('event.id_taken', { field: `events.${at}.id` })
    return []
  })
}

async function keep(
  db: Db<'herd'>,
  { head, fresh, there }: { head: { n: number; hash: Buffer }; fresh: Fresh[]; there: Map<string, Stored> },
  by: Recording,
): Promise<void> {
  await requireMembers(db, fresh, by.site)
  const linkedBy = requireSpokenOf(fresh, there, by)
  const linked = fresh.map(({ event }) => linkedBy.get(event.id) ?? event.animals)
  // Those of what is taken back, too: one call folds no more animals than one event may name.
  if (linked.flat().length > herdLimits.linksACall)
    refuse('request.invalid', {
      field: 'events',
      message: 'These are of too many animals; please send fewer at once.',
    })
  const events = fresh.map(({ event }) => event)
  const find = (id: string) => there.get(id)?.event ?? events.find((one) => one.id === id)
  const received = (id: string) => there.get(id)?.received_at ?? by.now.toISOString()
  const fedBy = (some: readonly HerdEvent[]) => fedPens(some, find, received)
  const known = await findKnown(db, by.site, namedIn(events, linked.flat()), {
    fed: fedBy(events),
    hasMoves: events.some(mayMove),
  })
  requireNotTooManyFed(fresh, known, (event) => fedBy([event]).length > 0)
  requireNamed(fresh, known, by.site)
  const context = await contextFor(db, known.context, by)
  requireBorn(fresh, context.zone, by.now)

  const labels = labelsOf(known.versions)
  const entries = chained(
    head,
    events.map((event) => ({
      id: event.id,
      kind: event.kind,
      said: saidOf(event, { site: by.site, person: by.person, labels }),
    })),
    receivedAt(by.now, known.last_received_at).toISOString(),
  )
  const stored = entries.map(({ record }) => storedOf(record))
  for (const one of stored) there.set(one.event.id, one)
  const links = linksOf(stored, linked, context.zone)

  const penLinks = stored.flatMap((one) => {
    const pen_id = penOf(one.event, find)
    return pen_id === undefined ? [] : [{ pen_id, n: one.n, at: atOf(one, context.zone), one }]
  })
  const ofPens = penLinks.map(({ one }) => one)
  const felt = await writeChanges(db, { stored, linked, known, ofPens }, { site: by.site, context }, [
    appendTo(platformOf(db), herdLedger, by.site, entries),
    insertLinks(db, by.site, links),
    insertPenLinks(db, by.site, penLinks),
  ])
  const countedPens = [...new Set([...felt.pens, ...penLinks.map(({ pen_id }) => pen_id)])]
  if (countedPens.length > 0) await writeHeadCounts(db, by.site, countedPens)
  const shared = felt.eids.length > 0 ? await writeSharedTags(db, by.site, felt.eids) : undefined
  const isFeltByOthers = (shared?.found ?? 0) > 0 || felt.isFeltInPens
  const lists = isFeltByOthers ? [...new Set([...known.ship_lists, ...known.locked_lists])] : known.ship_lists
  if (lists.length > 0)
    await followShipLists(db, by.site, {
      lists,
      animals: [...new Set([...known.animals.map(({ id }) => id), ...known.fed.flat()])],
      isFeltByOthers,
      events: stored,
      now: by.now,
      enqueue: by.enqueue,
    })
}

/**
 * A ledger's time never runs back, whatever the clock of the machine does: by a clock that was set back a treatment would count
 * as given too early, and its animal be clear too soon (decision 0114).
 */
function receivedAt(now: Date, last: string | null): Date {
  const before = last === null ? 0 : new Date(last).getTime()
  return before > now.getTime() ? new Date(before) : now
}

/** What a site's first event was folded under counts until all are folded again. */
async function contextFor(
  db: Db<'herd'>,
  standing: string | null,
  { site, person }: Recording,
): Promise<FoldContext> {
  if (standing !== null) return JSON.parse(standing) as FoldContext
  const facts = await findSiteFacts(db, site, person)
  if (!facts) refuse('not_found')
  const context = contextOf(facts)
  await setFoldedUnder(db, site, canonical(context as unknown as Canonical))
  return context
}

const atOf = (one: Stored, zone: string) => new Date(timeOf(one, zone).at).toISOString()

const linksOf = (stored: readonly Stored[], linked: readonly (readonly string[])[], zone: string): Link[] =>
  stored.flatMap((one, index) => {
    const at = atOf(one, zone)
    return linked[index]!.map((animal_id) => ({ animal_id, at, n: one.n }))
  })

/** The animals of a void are those of what it takes back; of what else is spoken of it must be of the same animal. */
function requireSpokenOf(
  fresh: readonly Fresh[],
  there: ReadonlyMap<string, Stored>,
  by: Recording,
): Map<string, readonly string[]> {
  const inCall = new Map(fresh.map(({ event }) => [event.id, event]))
  const linkedBy = new Map<string, readonly string[]>()
  for (const { event, at } of fresh) {
    const id = spokenOf(event)
    if (id === undefined) continue
    const target = there.get(id)
    const spoken = target?.event ?? inCall.get(id)
    if (!spoken || id === event.id) refuse('not_found', { field: `events.${at}.body` })
    if (event.kind === 'feed_stopped') {
      if (spoken.kind !== 'feed_started') refuse('not_found', { field: `events.${at}.body.feed` })
      continue
    }
    if (event.kind !== 'void') {
      // Feed is of no animals: whoever ate of it may be spoken of.
      if (spoken.kind === 'feed_started' && event.kind === 'noted') continue
      if (!event.animals.some((animal) => spoken.animals.includes(animal)))
        refuse('not_found', { field: `events.${at}.body` })
      continue
    }
    const judgement = target ? mayVoid(target, by) : spoken.kind === 'void' ? 'not voidable' : 'may'
    if (judgement === 'not voidable') refuse('event.not_voidable', { field: `events.${at}.body.event` })
    if (judgement === 'not theirs') refuse('role.insufficient')
    linkedBy.set(event.id, spoken.animals)
  }
  return linkedBy
}

/** Whoever is named by an id belongs to the site; anybody else is named in words. */
async function requireMembers(db: Db<'herd'>, fresh: readonly Fresh[], site: SiteId): Promise<void> {
  const named = [...new Set(fresh.flatMap(({ event }) => event.by?.person ?? []))]
  if (named.length === 0) return
  const members = await membersAmong(platformOf(db), site, named)
  const astray = fresh.find(({ event: { by } }) => by?.person !== undefined && !members.has(by.person))
  if (astray) refuse('not_found', { field: `events.${astray.at}.by.person` })
}

/** What is not this site's does not exist, whoever else's it is. */
function requireNamed(fresh: readonly Fresh[], known: Known, site: SiteId): void {
  const there = {
    animals: new Set(known.animals.map(({ id }) => id)),
    pens: new Set(known.pens),
    lots: new Set(known.lots),
    versions: new Set(known.versions.map(({ id }) => id)),
    stock_lots: new Set(known.stock_lots),
  }
  for (const { event } of fresh) if (event.kind === 'entered') there.animals.add(event.animals[0]!)
  for (const { event, at } of fresh) {
    if (!isOwnName(event, site))
      refuse('request.invalid', {
        field: `events.${at}.animals.0`,
        message: 'Is not the id of an animal with one of these tags.',
      })
    const missing = fieldsOf(event).find(({ of, id }) => !there[of].has(id))
    if (missing) refuse('not_found', { field: `events.${at}.${missing.field}` })
  }
}

/** Whoever else records waits while they are all worked out again. `changesFeed`: whether an event touches what a pen ate. */
function requireNotTooManyFed(
  fresh: readonly Fresh[],
  { fed }: Known,
  changesFeed: (event: HerdEvent) => boolean,
): void {
  const most = herdLimits.fedACall
  if (fed.length <= most) return
  const { at, event } = fresh.find((one) => changesFeed(one.event))!
  const shown = (count: number) => count.toLocaleString('en')
  const field = event.kind === 'void' ? 'event' : event.kind === 'feed_stopped' ? 'feed' : 'pen'
  refuse('request.invalid', {
    field: `events.${at}.body.${field}`,
    message: `${shown(fed.length)} animals stood in this pen since then; ${shown(most)} at most are worked out at once.`,
  })
}

/** A birth was today at the latest, by the site's calendar. */
function requireBorn(fresh: readonly Fresh[], zone: string, now: Date): void {
  const today = todayIn(zone, now.getTime())
  for (const { event, at } of fresh) {
    const birth = birthIn(event)
    if (birth && birth.day > today)
      refuse('request.invalid', { field: `events.${at}.${birth.field}`, message: notComeYet })
  }
}
