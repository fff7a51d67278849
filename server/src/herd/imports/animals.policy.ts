import type { Card } from '@byre/rules/fold-animal'
import type { Stored } from '@byre/rules/fold-events'
import { readIdentifier } from '@byre/rules/identifiers'
import { createHash } from 'node:crypto'
import { animalOfEid } from '../events/events.policy.ts'
import type { Said } from './rows.policy.ts'

/* Which animal a row is of: known by the tags that it bears, whatever the file or a person has said of it since. */

interface Borne {
  kind: string
  value: string
  /** It bears it now. */
  worn: boolean
}

/** What an earlier file, or an earlier row, has told of an animal. */
interface Stated {
  /** The event. */
  id: string
  /** Weighings and treatments of one day and medicine. */
  slot: string
  /** The import that told it. */
  session: string | undefined
}

export interface KnownAnimal {
  id: string
  status: 'here' | 'dead' | 'gone' | 'void'
  card: Partial<Card>
  pen: string | null
  lot: string | null
  tags: Borne[]
  /** Of all its events, taken back or not. */
  events: Set<string>
  /** `sex steer`, `pen …`: what files have said of it already. */
  said: Set<string>
  live: Stated[]
  /** What a later file took back, and by which event. */
  mended: Map<string, string>
  /** A file said that nobody knows whether a withdrawal is running, and nobody has said more. */
  isHistoryOpen: boolean
}

/** The last day of a withdrawal, as what files have said is named. */
export const untilName = (day: string) => `until ${day}`

export const slotOf = ({
  kind,
  day,
  medicine,
}: {
  kind: string
  day?: string | undefined
  medicine?: string
}) => [kind, day ?? '', (medicine ?? '').toLowerCase()].join(' ')

/** An animal as its row and its events tell of it; `stream` is that of the site's imports. */
export function knownAnimal(
  row: Pick<KnownAnimal, 'id' | 'status' | 'pen' | 'lot' | 'tags'> & { card: string },
  history: readonly Stored[],
  stream: string,
): KnownAnimal {
  const animal: KnownAnimal = {
    ...row,
    card: JSON.parse(row.card) as Partial<Card>,
    events: new Set(history.map(({ event }) => event.id)),
    said: new Set(),
    live: [],
    mended: new Map(),
    isHistoryOpen: false,
  }
  const voided = new Set(history.flatMap(({ event }) => (event.kind === 'void' ? [event.body.event] : [])))
  let isDeclared = false
  for (const { event } of history) {
    if (event.kind === 'history_declared' && !voided.has(event.id)) isDeclared = true
    if (event.stream !== stream) continue
    if (event.kind === 'void') animal.mended.set(event.body.event, event.id)
    for (const name of saidBy(event)) animal.said.add(name)
    if (voided.has(event.id)) continue
    if (event.kind === 'entered' && event.body.word === 'unknown') animal.isHistoryOpen = true
    if (event.kind === 'weighed' || event.kind === 'treated')
      animal.live.push({
        id: event.id,
        session: event.session,
        slot: slotOf({
          kind: event.kind,
          day: event.day,
          ...(event.kind === 'treated' && { medicine: event.body.product_name }),
        }),
      })
  }
  animal.isHistoryOpen &&= !isDeclared
  return animal
}

function saidBy(event: Stored['event']): string[] {
  if (event.kind === 'described') return [`${event.body.field} ${event.body.value}`]
  if (event.kind === 'moved') return [`pen ${event.body.pen ?? ''}`]
  if (event.kind === 'lot_joined') return [`lot ${event.body.lot ?? ''}`]
  if (event.kind === 'history_declared')
    return event.body.until === undefined ? [] : [untilName(event.body.until)]
  if (event.kind !== 'entered') return []
  const { sex, class: class_, breed, born, name, pen, lot, until } = event.body
  return Object.entries({ sex, class: class_, breed, born, name, pen, lot, until }).flatMap(
    ([field, value]) => (value === undefined ? [] : [`${field} ${value}`]),
  )
}

/** Tags as they are compared. */
export const comparedTags = ({ tags }: Said): { kind: string; value: string; typed: string }[] =>
  tags.flatMap(({ kind, value }) => {
    const read = readIdentifier(kind, value)
    return 'refused' in read ? [] : [{ kind: read.kind, value: read.value, typed: value }]
  })

/** A file names an animal by its electronic tag, or else by the first of its others. */
export function ownIdOf(site: string, said: Said): string {
  const tags = comparedTags(said)
  const eid = tags.find(({ kind }) => kind === 'eid')
  if (eid) return animalOfEid(site, eid.value)
  const [first] = tags
  return idOfName(site, `${first?.kind} ${first?.value}`)
}

/** An id made of a name in a site's space: version 5 of RFC 9562. */
function idOfName(site: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(site.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

export type Whose = { animal: KnownAnimal } | { id: string; remarks: string[] } | { fault: string }

/** The animals that the rows of a call may be of. What a row makes is known to the next. */
export class Animals {
  readonly #site: string
  readonly #all: Map<string, KnownAnimal>

  constructor(site: string, known: readonly KnownAnimal[]) {
    this.#site = site
    this.#all = new Map(known.map((animal) => [animal.id, animal]))
  }

  add(animal: KnownAnimal): void {
    this.#all.set(animal.id, animal)
  }

  /** The electronic tag decides, for it is given once; the others are compared with what is worn here now. */
  whose(said: Said): Whose {
    const tags = comparedTags(said)
    const isIn = (borne: readonly Borne[], of: readonly { kind: string; value: string }[]) =>
      borne.some(({ kind, value }) => of.some((tag) => tag.kind === kind && tag.value === value))
    const eids = tags.filter(({ kind }) => kind === 'eid')
    const others = tags.filter(({ kind }) => kind !== 'eid')
    const all = [...this.#all.values()].filter(({ status }) => status !== 'void')

    const byEid = all.filter((animal) => isIn(animal.tags, eids))
    if (byEid.length > 1) return { fault: 'Its electronic tag belongs to more than one animal here.' }
    if (byEid[0]) return { animal: byEid[0] }

    const wearing = all.filter(
      (animal) =>
        animal.status === 'here' &&
        isIn(
          animal.tags.filter(({ worn }) => worn),
          others,
        ),
    )
    const withoutEid = wearing.filter(
      (animal) => !animal.tags.some(({ kind, worn }) => worn && kind === 'eid'),
    )
    const possible = eids.length > 0 ? withoutEid : wearing
    if (possible.length > 1)
      return { fault: 'More than one animal here has these tags. Please add its electronic tag.' }
    if (possible[0]) return { animal: possible[0] }

    const id = ownIdOf(this.#site, said)
    const known = this.#all.get(id)
    if (known?.status === 'void')
      return { fault: 'An animal with this tag was taken back here. Please add it by hand.' }
    if (known) return { animal: known }
    const remarks = wearing.length > 0 ? ['Another animal here has the same visual tag.'] : []
    return { id, remarks }
  }
}
