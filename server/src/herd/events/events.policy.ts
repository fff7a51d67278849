import type { HerdEvent } from '@byre/contract/herd/events'
import { canonical, nameBasedId, type Canonical } from '@byre/rules/canonical'
import type { Copied, CopiedUse, Stored } from '@byre/rules/fold-events'
import { readIdentifier } from '@byre/rules/identifiers'
import { createHash } from 'node:crypto'
import type { Named } from './events.queries.ts'

/* What an event names, and what must be so of it before it is kept. */

export const storedOf = (record: string): Stored => JSON.parse(record) as Stored

/** The event that another one speaks of: what it takes back, goes on with, lifts or settles. */
export function spokenOf({ kind, body }: HerdEvent): string | undefined {
  if (kind === 'void') return body.event
  if (kind === 'course_closed' || kind === 'dose_skipped') return body.course
  if (kind === 'treated' || kind === 'group_treated') return body.course
  if (kind === 'hold_lifted') return body.hold
  if (kind === 'feed_stopped') return body.feed
  return kind === 'noted' ? body.settles?.event : undefined
}

const present = (values: readonly (string | undefined)[]) => [
  ...new Set(values.filter((value) => value !== undefined)),
]

export function namedIn(events: readonly HerdEvent[], linked: readonly string[]): Named {
  const bodies = <F extends string>(field: F) =>
    present(events.map(({ body }) => (body as Partial<Record<F, string>>)[field]))
  const parents = events.flatMap((one) =>
    one.kind === 'described' && (one.body.field === 'dam' || one.body.field === 'sire')
      ? [one.body.value]
      : [],
  )
  return {
    animals: present([...events.flatMap(({ animals }) => animals), ...parents, ...linked]),
    pens: bodies('pen'),
    lots: bodies('lot'),
    versions: bodies('product'),
    stock_lots: bodies('stock_lot'),
  }
}

export type NamedField =
  'animals' | 'body.pen' | 'body.lot' | 'body.product' | 'body.stock_lot' | 'body.value'

/** What an event names beside events, and in which field. */
export function fieldsOf(event: HerdEvent): { field: NamedField; of: keyof Named; id: string }[] {
  const { body } = event as { body: Partial<Record<'pen' | 'lot' | 'product' | 'stock_lot', string>> }
  const named = (field: NamedField, of: keyof Named, id: string | undefined) =>
    id === undefined ? [] : [{ field, of, id }]
  const isParent = event.kind === 'described' && (event.body.field === 'dam' || event.body.field === 'sire')
  return [
    // Whoever enters an animal says that there is one.
    ...(event.kind === 'entered' ? [] : event.animals.flatMap((id) => named('animals', 'animals', id))),
    ...named('body.pen', 'pens', body.pen),
    ...named('body.lot', 'lots', body.lot),
    ...named('body.product', 'versions', body.product),
    ...named('body.stock_lot', 'stock_lots', body.stock_lot),
    ...(isParent ? named('body.value', 'animals', event.body.value) : []),
  ]
}

/** The day of birth that an event tells, and in which field. */
export function birthIn(event: HerdEvent): { field: string; day: string } | undefined {
  if (event.kind === 'entered' && event.body.born !== undefined)
    return { field: 'body.born', day: event.body.born }
  if (event.kind === 'described' && event.body.field === 'born')
    return { field: 'body.value', day: event.body.value }
  return undefined
}

/** The id of an animal that was first met by its electronic tag: the same on every device of its site. */
export const animalOfEid = (site: string, eid: string) =>
  nameBasedId(createHash('sha256').update(`${site} ${eid}`).digest())

/** Ids of version 8 are made of a tag: only of one that the animal is entered with. */
export function isOwnName(event: HerdEvent, site: string): boolean {
  const [id] = event.animals
  if (event.kind !== 'entered' || id === undefined || id[14] !== '8') return true
  return (event.body.tags ?? []).some(({ kind, value }) => {
    const read = readIdentifier(kind, value)
    return !('refused' in read) && read.kind === 'eid' && animalOfEid(site, read.value) === id
  })
}

const ownForMs = 24 * 3_600_000

/** Crew take back what they recorded themselves within a day; what was taken back once is not given back by another void. */
export function mayVoid(
  target: Stored,
  who: { person: string; mayVoidAny: boolean; now: Date },
): 'may' | 'not voidable' | 'not theirs' {
  if (target.event.kind === 'void') return 'not voidable'
  if (who.mayVoidAny) return 'may'
  const isRecent = who.now.getTime() - Date.parse(target.received_at) <= ownForMs
  return target.person === who.person && isRecent ? 'may' : 'not theirs'
}

/** Of an event that is there already: whether it is the same, to the byte. */
export const isSameEvent = (stored: Stored, event: HerdEvent) =>
  canonical(stored.event as unknown as Canonical) === canonical(event as unknown as Canonical)

/** What labels say, by the version of their product. */
export const labelsOf = (versions: readonly { id: string; uses: string }[]): ReadonlyMap<string, Copied> =>
  new Map(versions.map(({ id, uses }) => [id, { version: id, uses: JSON.parse(uses) as CopiedUse[] }]))

/** What is written down: the event, who sent it, and of a treatment what its label said at that moment. */
export function saidOf(
  event: HerdEvent,
  { site, person, labels }: { site: string; person: string; labels: ReadonlyMap<string, Copied> },
): Record<string, Canonical> {
  const isTreatment =
    event.kind === 'treated' || event.kind === 'group_treated' || event.kind === 'feed_started'
  const copied = isTreatment && event.body.product !== undefined && labels.get(event.body.product)
  return {
    event: event as unknown as Canonical,
    site,
    person,
    ...(copied ? { copied: copied as unknown as Canonical } : {}),
  }
}
