import type { Instant } from './dates.ts'
import {
  known,
  nameOf,
  type Card,
  type FoldContext,
  type IdentifierRow,
  type Live,
  type StayRow,
  type WeightRow,
} from './fold-animal.ts'
import { readIdentifier } from './identifiers.ts'

/* What an animal is, where it is and what it bears: the latest fact counts, but of its end the first. */

export interface Life extends Omit<Card, 'tags' | 'weight' | 'holds'> {
  /** When it died or left, and came back, in their order. */
  ends: { from: Instant; n: number; to?: Instant }[]
}

const describable = new Set(['sex', 'species', 'class', 'born', 'breed', 'colour', 'name', 'dam', 'sire'])

/** As it is before anything is told of it. */
export const unborn = ({ species, class: class_ }: FoldContext): Life => ({
  status: 'here',
  species,
  class: class_,
  ends: [],
})

/** What becomes of it, from the beginning or from what it was before. */
export function lifeOf(live: readonly Live[], before: Life): Life {
  const life = { ...before, ends: [...before.ends] }
  for (const one of live) lived(life, one)
  return known(life)
}

/** Always in one order, whatever came first in its life. */
export const cardOf = (life: Life, { tags, weight, holds }: Pick<Card, 'tags' | 'weight' | 'holds'>): Card =>
  known<Card>({
    status: life.status,
    species: life.species,
    sex: life.sex,
    class: life.class,
    born: life.born,
    breed: life.breed,
    colour: life.colour,
    name: life.name,
    dam: life.dam,
    sire: life.sire,
    origin: life.origin,
    pen: life.pen,
    lot: life.lot,
    entered_at: life.entered_at,
    ended_at: life.ended_at,
    pulled_at: life.pulled_at,
    tags,
    weight,
    holds,
  })

function lived(life: Life, { event, at, n }: Live): void {
  switch (event.kind) {
    case 'entered': {
      const { pen, lot, species, sex, class: class_, born, breed, name, origin } = event.body
      if (life.status === 'gone') {
        life.status = 'here'
        life.ends.at(-1)!.to = at
        delete life.ended_at
      }
      life.entered_at ??= at
      Object.assign(life, known({ species, sex, class: class_, born, breed, name, origin }))
      if (pen && life.status === 'here') life.pen = pen
      if (lot) life.lot = lot
      return
    }
    case 'described':
      if (describable.has(event.body.field)) Object.assign(life, { [event.body.field]: event.body.value })
      return
    case 'moved':
      if (life.status !== 'here') return
      life.pen = event.body.pen
      delete life.pulled_at
      return
    case 'lot_joined':
      life.lot = event.body.lot
      return
    case 'observed':
      if (event.body.pulled === 'yes') life.pulled_at = at
      return
    case 'died':
    case 'left':
      if (life.status !== 'here') return
      life.status = event.kind === 'died' ? 'dead' : 'gone'
      life.ended_at = at
      life.ends.push({ from: at, n })
      delete life.pen
      delete life.pulled_at
      return
    default:
  }
}

/** What an animal is as far as a treatment asks for it, at one moment of its life. */
export function kindAt(live: readonly Live[], moment: Pick<Live, 'at' | 'n'>, context: FoldContext) {
  let [species, class_] = [context.species, context.class]
  for (const { event, at, n } of live) {
    if (at > moment.at || (at === moment.at && n > moment.n)) break
    if (event.kind === 'entered') {
      species = event.body.species ?? species
      class_ = event.body.class ?? class_
    }
    if (event.kind === 'described' && event.body.field === 'species') species = event.body.value
    if (event.kind === 'described' && event.body.field === 'class') class_ = event.body.value
  }
  return { species, class: class_ }
}

export function identifiersOf(live: readonly Live[]): IdentifierRow[] {
  const rows: IdentifierRow[] = []
  const bornNow = (name: string) => rows.find((row) => row.to === undefined && nameOf(row) === name)
  for (const { event, at } of live) {
    if (event.kind !== 'entered' && event.kind !== 'tagged' && event.kind !== 'tag_removed') continue
    const tags = event.kind === 'entered' ? (event.body.tags ?? []) : [event.body.tag]
    for (const tag of tags) {
      const read = readIdentifier(tag.kind, tag.value)
      if ('refused' in read) continue
      const { kind, value, typed } = read
      const worn = bornNow(nameOf(read))
      if (event.kind === 'tag_removed') {
        if (worn) worn.to = at
      } else if (!worn) rows.push({ kind, value, typed, event: event.id, from: at })
    }
  }
  return rows
}

/** A stay, and the events that begin and end it. */
export interface Span {
  row: StayRow
  /** Undefined of a stay that was told. */
  begun: Live | undefined
  ended?: Live
}

/** Where it stood, `before` being where it stands until then: nowhere, unless that is told. */
export const staysOf = (live: readonly Live[], before?: StayRow): StayRow[] =>
  spansOf(live, before).map(({ row }) => row)

export function spansOf(live: readonly Live[], before?: StayRow): Span[] {
  const spans: Span[] = before ? [{ row: { ...before }, begun: undefined }] : []
  let isHere = true
  for (const one of live) {
    const { event, at } = one
    if (event.kind === 'entered') isHere = true
    const isEnd = event.kind === 'died' || event.kind === 'left'
    const isMove = event.kind === 'moved' || (event.kind === 'entered' && event.body.pen !== undefined)
    if (!isHere || (!isEnd && !isMove)) continue
    const pen = event.kind === 'moved' || event.kind === 'entered' ? event.body.pen : undefined
    const open = spans.find(({ row }) => row.to === undefined)
    if (open && open.row.pen === pen) continue
    if (open) {
      open.row.to = at
      open.ended = one
    }
    if (pen) spans.push({ row: { event: event.id, pen, from: at }, begun: one })
    if (isEnd) isHere = false
  }
  return spans
}

export const weightsOf = (live: readonly Live[]): WeightRow[] =>
  live.flatMap(({ event, at }) =>
    event.kind === 'weighed'
      ? [
          {
            event: event.id,
            at,
            grams: event.body.weight.base,
            typed: event.body.weight.typed,
            unit: event.body.weight.unit,
            source: event.body.source,
          },
        ]
      : [],
  )
