import { fold, knownAs, liveOf } from '@byre/rules/fold'
import type { Card, CardTag, FoldContext, FoldedAnimal } from '@byre/rules/fold-animal'
import type { Stored } from '@byre/rules/fold-events'
import { feedingsOf, lastFeedNumber } from '@byre/rules/fold-feed'

/* What the events of animals are made into: rows, of which the same events always make the same. */

/** A hold without an end, where a column needs a time. */
export const endless = '9999-12-31T00:00:00.000Z'
const endlessAt = Date.parse(endless)

/** Times are whole milliseconds until they are written; what follows from a tag's value is added then. */
export type Row = Readonly<Record<string, string | number | null>>

/** The rows of each projection, by table; each begins with whose they are, and the site is added where they are written. */
export type Projections = Record<ProjectionName, Row[]>

interface Projected {
  key: readonly string[]
  columns: Readonly<Record<string, string>>
  /** The column that names the animal. */
  animal: string
}

const ofEvent = { animal_id: 'uuid', event_id: 'uuid' }

export const projected = {
  animals: {
    animal: 'id',
    key: ['id'],
    columns: {
      id: 'uuid',
      as_of: 'int8',
      status: 'text',
      same_as: 'uuid',
      pen_id: 'uuid',
      lot_id: 'uuid',
      main_tag: 'text',
      clear_at: 'timestamptz',
      card: 'text',
    },
  },
  identifiers: {
    animal: 'animal_id',
    key: ['animal_id', 'event_id', 'kind', 'value'],
    columns: {
      ...ofEvent,
      kind: 'text',
      value: 'text',
      typed: 'text',
      from_at: 'timestamptz',
      to_at: 'timestamptz',
      reversed: 'text',
      grams: 'text[]',
    },
  },
  treatments: {
    animal: 'animal_id',
    key: ['animal_id', 'event_id'],
    columns: { ...ofEvent, at: 'timestamptz', product_id: 'uuid', row: 'text' },
  },
  withdrawals: {
    animal: 'animal_id',
    key: ['animal_id', 'event_id', 'commodity', 'market', 'why'],
    columns: {
      ...ofEvent,
      commodity: 'text',
      market: 'text',
      why: 'text',
      clear_at: 'timestamptz',
      provisional: 'text',
    },
  },
  weights: {
    animal: 'animal_id',
    key: ['animal_id', 'event_id'],
    columns: { ...ofEvent, at: 'timestamptz', grams: 'int8', typed: 'text', unit: 'text', source: 'text' },
  },
  stays: {
    animal: 'animal_id',
    key: ['animal_id', 'event_id'],
    columns: { ...ofEvent, pen_id: 'uuid', from_at: 'timestamptz', to_at: 'timestamptz' },
  },
  findings: {
    animal: 'animal_id',
    key: ['kind', 'subject', 'animal_id'],
    columns: { kind: 'text', subject: 'text', animal_id: 'uuid' },
  },
} as const satisfies Record<string, Projected>
export type ProjectionName = keyof typeof projected
export const projectionNames = Object.keys(projected) as ProjectionName[]

/** The one finding that no animal's own events tell: it is kept by a statement of its own. */
export const sharedTag = 'one tag on two animals'

/** Every three characters in a row; none of what is shorter. */
export function gramsIn(value: string): string[] {
  const letters = [...value]
  return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))].toSorted()
}

export const reversed = (value: string) => [...value].toReversed().join('')

/** No row of any. */
export const noRows = (): Projections =>
  Object.fromEntries(projectionNames.map((name) => [name, []])) as unknown as Projections

/**
 * Rows of all animals that the events are of. `linked` says of each animal which events are of it; `ofPens` are those of the pens
 * in which they may have stood.
 */
export function projectionsOf(
  linked: ReadonlyMap<string, readonly Stored[]>,
  context: FoldContext,
  ofPens: readonly Stored[],
): Projections {
  const all = noRows()
  const feedings = feedingsOf(ofPens, context)
  const events = [...new Set([...linked.values()].flat())]
  const roots = knownAs(events)
  const families = new Map<string, Stored[]>()
  for (const [animal, stored] of linked) {
    const root = roots.get(animal) ?? animal
    const family = families.get(root) ?? []
    for (const one of stored) family.push(one)
    families.set(root, family)
    if (root !== animal) all.animals.push(mergedRow(animal, root, stored))
  }
  for (const [animal, stored] of families)
    addAnimal(
      all,
      animal,
      {
        stored,
        folded: fold(stored, context, feedings),
        fed: lastFeedNumber(liveOf(stored, context), feedings),
      },
      context,
    )
  return all
}

const lastOf = (stored: readonly Stored[]) => stored.reduce((last, { n }) => Math.max(last, n), 0)

const mergedRow = (id: string, root: string, stored: readonly Stored[]): Row => ({
  id,
  as_of: lastOf(stored),
  status: 'merged',
  same_as: root,
  pen_id: null,
  lot_id: null,
  main_tag: '',
  clear_at: null,
  card: JSON.stringify({ status: 'merged', same_as: root }),
})

/** Puts an animal's rows among others, as its events `stored` are folded; `fed`: the last event of its pens that touches it. */
export function addAnimal(
  all: Projections,
  id: string,
  { stored, folded, fed = 0 }: { stored: readonly Stored[]; folded: FoldedAnimal; fed?: number },
  context: FoldContext,
): void {
  const of = (event: string) => ({ animal_id: id, event_id: event })
  all.animals.push({
    id,
    as_of: Math.max(lastOf(stored), fed),
    status: folded.events === 0 ? 'void' : folded.card.status,
    same_as: null,
    pen_id: folded.card.pen ?? null,
    lot_id: folded.card.lot ?? null,
    main_tag: mainTag(folded.card.tags),
    clear_at: clearAtHome(folded.card, context),
    card: JSON.stringify(folded.card),
  })
  addLife(all, folded, of)
  for (const { event, at, product, ...row } of folded.treatments)
    all.treatments.push({
      ...of(event),
      at,
      product_id: product ?? null,
      row: JSON.stringify({ ...row, at, product }),
    })
  for (const { event, commodity, market, why, held, clear_at, provisional } of folded.withdrawals)
    all.withdrawals.push({
      ...of(event),
      commodity,
      market,
      why,
      clear_at: held ? endlessAt : clear_at,
      provisional: provisional ?? null,
    })
  for (const { kind, event } of folded.findings) all.findings.push({ kind, subject: event, animal_id: id })
}

function addLife(
  all: Projections,
  { identifiers, weights, stays }: FoldedAnimal,
  of: (event: string) => { animal_id: string; event_id: string },
): void {
  for (const { event, kind, value, typed, from, to } of identifiers)
    all.identifiers.push({
      ...of(event),
      kind,
      value,
      typed,
      from_at: from,
      to_at: to ?? null,
    })
  for (const { event, at, ...weight } of weights) all.weights.push({ ...of(event), at, ...weight })
  for (const { event, pen, from, to } of stays)
    all.stays.push({
      ...of(event),
      pen_id: pen,
      from_at: from,
      to_at: to ?? null,
    })
}

/** By what an animal is called in lists: what a person can read on it, before what a reader reads. */
const readable = ['visual', 'nlis_visual', 'nait_visual', 'uk_tag', 'eu_bovine', 'nues', 'eid']

function mainTag(tags: readonly CardTag[]): string {
  const rank = ({ kind }: CardTag) => (readable.indexOf(kind) + readable.length + 1) % (readable.length + 1)
  return tags.toSorted((one, other) => rank(one) - rank(other))[0]?.typed ?? ''
}

function clearAtHome({ holds }: Card, { home }: FoldContext): number | null {
  const own = holds.filter(({ market }) => market === home)
  if (own.some(({ held }) => held)) return endlessAt
  const latest = Math.max(0, ...own.map(({ clear_at }) => clear_at))
  return latest === 0 ? null : latest
}

/** What has to be written so that the rows before become those after. */
export interface Changes {
  put: Row[]
  gone: Row[]
}

export type ChangesOfAll = Record<ProjectionName, Changes>

export function changesBetween(before: Projections, after: Projections): ChangesOfAll {
  const entries = projectionNames.map((name): [ProjectionName, Changes] => {
    const { key } = projected[name]
    const keyOf = (row: Row) => key.map((column) => row[column]).join(' ')
    const [old, fresh] = [before, after].map(
      (rows) => new Map(rows[name].map((row) => [keyOf(row), row])),
    ) as [Map<string, Row>, Map<string, Row>]
    return [
      name,
      {
        put: [...fresh].flatMap(([id, row]) => (isSame(old.get(id), row) ? [] : [row])),
        gone: [...old].flatMap(([id, row]) => (fresh.has(id) ? [] : [row])),
      },
    ]
  })
  return Object.fromEntries(entries) as Record<ProjectionName, Changes>
}

const isSame = (one: Row | undefined, other: Row) =>
  one !== undefined && Object.keys(other).every((column) => one[column] === other[column])

/** A row as it is stored: times as text, and what a tag is found by. */
export function writtenRow(name: ProjectionName, row: Row, site: string): object {
  const types: Readonly<Record<string, string>> = projected[name].columns
  const written: Record<string, string | number | null> = {}
  for (const column in row) {
    const value = row[column]!
    written[column] =
      types[column] === 'timestamptz' && value !== null ? new Date(value).toISOString() : value
  }
  if (name !== 'identifiers') return written
  const value = String(row['value'])
  // The site's own mark before each three, so that no other site's are read.
  const mark = site.replaceAll('-', '').slice(-12)
  return { ...written, reversed: reversed(value), grams: gramsIn(value).map((gram) => mark + gram) }
}
