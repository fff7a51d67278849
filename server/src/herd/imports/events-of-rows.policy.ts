import type { HerdEvent } from '@byre/contract/herd/events'
import type { ImportOptions } from '@byre/contract/herd/imports'
import { canonical, nameBasedId, type Canonical } from '@byre/rules/canonical'
import { createHash } from 'node:crypto'
import { comparedTags, slotOf, untilName, type Animals, type KnownAnimal } from './animals.policy.ts'
import { known, type FactField, type Said, type Treating, type Weighing } from './rows.policy.ts'

/*
 * What a sound row adds to what is known: events whose ids follow from what they say, so that the same row adds nothing a
 * second time. What a person has changed since an earlier file said it is left as they changed it.
 */

type Kind = HerdEvent['kind']
type BodyOf<K extends Kind> = Extract<HerdEvent, { kind: K }>['body']

export interface Bringing {
  site: string
  /** Of this import. */
  session: string
  /** The site's, of `importStreamOf`. */
  stream: string
  /** The site's day. */
  today: string
  options: ImportOptions
  /** By the names that rows give them. */
  pens: ReadonlyMap<string, string>
  lots: ReadonlyMap<string, string>
  /** The newest version of each product of the cabinet, by the name that the file gives it, in small letters. */
  versions: ReadonlyMap<string, { product: string; version: string }>
}

export interface Planned {
  animal: string
  outcome: 'new' | 'changed' | 'same'
  events: HerdEvent[]
  remarks: string[]
  unknown: number
}

const hashed = (text: string) => createHash('sha256').update(text).digest()

/** All that a site's imports tell is of one stream, as if one device had told it. */
export const importStreamOf = (site: string) => nameBasedId(hashed(`${site} imports`))

interface Saying<K extends Kind> {
  kind: K
  /** No day: it was before it was brought, and no more is known. */
  day?: string | undefined
  body: BodyOf<K>
  /** What makes it another event; what it says, where nothing else is said. */
  by?: Canonical
}

export function planRow(said: Said, animals: Animals, bringing: Bringing): Planned | { fault: string } {
  const whose = animals.whose(said)
  if ('fault' in whose) return whose
  const isNew = !('animal' in whose)
  const animal = isNew ? unborn(whose.id) : whose.animal
  const events: HerdEvent[] = []
  const say: Say = (saying) => {
    const event = eventOf(saying, animal.id, bringing)
    const takenBackBy = animal.mended.get(event.id)
    // What a file had mended, and another says again, is said anew.
    if (takenBackBy !== undefined)
      return say({ ...saying, by: [saying.by ?? (saying.body as unknown as Canonical), takenBackBy] })
    if (animal.events.has(event.id)) return undefined
    animal.events.add(event.id)
    events.push(event)
    return event
  }

  const remarks = [...said.remarks, ...(isNew ? whose.remarks : [])]
  if (isNew) enter(said, animal, bringing, say)
  else remarks.push(...update(said, animal, bringing, say))
  if (isNew && said.facts.colour)
    say({ kind: 'described', body: { field: 'colour', value: said.facts.colour } })
  if (said.note) say({ kind: 'noted', body: { text: said.note } })
  timed(said, animal, bringing, { say, events })

  if (isNew) animals.add(animal)
  const unknown = said.treatments.filter(
    ({ medicine }) => !bringing.versions.has(medicine.toLowerCase()),
  ).length
  const outcome = isNew ? 'new' : events.length > 0 ? 'changed' : 'same'
  return { animal: animal.id, outcome, events, remarks, unknown }
}

type Say = <K extends Kind>(saying: Saying<K>) => HerdEvent | undefined

const unborn = (id: string): KnownAnimal => ({
  id,
  status: 'here',
  card: {},
  pen: null,
  lot: null,
  tags: [],
  events: new Set(),
  said: new Set(),
  live: [],
  mended: new Map(),
  isHistoryOpen: false,
})

function eventOf<K extends Kind>(
  { kind, day, body, by = body as unknown as Canonical }: Saying<K>,
  animal: string,
  { site, session, stream }: Bringing,
): HerdEvent {
  const animals = kind === 'void' ? [] : [animal]
  const name = { site, animal, kind, by, ...(day !== undefined && { day }) }
  const id = nameBasedId(hashed(canonical(name)))
  return {
    id,
    kind,
    v: 1,
    ...(day === undefined ? { precision: 'not_after' } : { precision: 'day', day }),
    animals,
    body,
    session,
    stream,
    // Rows come in no order of their own.
    seq: Number.parseInt(id.slice(0, 8), 16) + 1,
  } as unknown as HerdEvent
}

function enter(said: Said, animal: KnownAnimal, { options, pens, lots, today }: Bringing, say: Say): void {
  const { colour: _, ...facts } = said.facts
  const [pen, lot] = [pens.get(said.pen ?? ''), lots.get(said.lot ?? '')]
  const body = {
    origin: 'already_here',
    ...(said.held_until === undefined ? { word: options.word } : { word: 'until', until: said.held_until }),
    tags: said.tags,
    ...facts,
    ...known({ pen, lot, source: said.source }),
  } as BodyOf<'entered'>
  // A day counts as its end: what is done to it later on the day that it came would stand before it.
  say({ kind: 'entered', day: said.arrived_on === today ? undefined : said.arrived_on, body })
  for (const [field, value] of Object.entries({ ...said.facts, ...known({ pen, lot }) }))
    animal.said.add(`${field} ${value}`)
  if (said.held_until !== undefined) animal.said.add(untilName(said.held_until))
  animal.card = { ...said.facts } as KnownAnimal['card']
  Object.assign(animal, { pen: pen ?? null, lot: lot ?? null })
  animal.isHistoryOpen = said.held_until === undefined && options.word === 'unknown'
  animal.tags = comparedTags(said).map(({ kind, value }) => ({ kind, value, worn: true }))
}

const factWords: Record<FactField | 'pen' | 'lot', string> = {
  sex: 'sex',
  class: 'class',
  breed: 'breed',
  born: 'day of birth',
  colour: 'colour',
  name: 'name',
  pen: 'pen',
  lot: 'lot',
}

const sellersSource = 'Said when the herd was brought.'

/** What an earlier file said stays said: of two days the later counts. */
function heldUntil(until: string, animal: KnownAnimal, say: Say): string[] {
  const name = untilName(until)
  if (animal.said.has(name)) return []
  const isLater = [...animal.said].some((other) => other.startsWith(untilName('')) && other > name)
  animal.said.add(name)
  say({ kind: 'history_declared', body: { word: 'until', until, source: sellersSource } })
  return isLater ? ['An earlier file said that it is held for longer; the later day counts.'] : []
}

/** A tag that a person took off is not put on again, and what they changed since a file said it is left. */
function update(said: Said, animal: KnownAnimal, { options, pens, lots }: Bringing, say: Say): string[] {
  const remarks: string[] = []
  comparedTags(said).forEach(({ kind, value }, index) => {
    if (animal.tags.some((borne) => borne.kind === kind && borne.value === value)) return
    say({ kind: 'tagged', body: { tag: said.tags[index]! } })
    animal.tags.push({ kind, value, worn: true })
  })

  const differs = (field: FactField | 'pen' | 'lot', now: string | null | undefined, value: string) => {
    if (now === value) return false
    const name = `${field} ${value}`
    if (animal.said.has(name)) {
      remarks.push(`Its ${factWords[field]} was changed here since; it is left as it is.`)
      return false
    }
    animal.said.add(name)
    return true
  }
  for (const [field, value] of Object.entries(said.facts) as [FactField, string][]) {
    if (!differs(field, animal.card[field], value)) continue
    say({ kind: 'described', body: { field, value } })
    Object.assign(animal.card, { [field]: value })
  }
  const pen = pens.get(said.pen ?? '')
  if (pen && animal.status === 'here' && differs('pen', animal.pen, pen)) {
    say({ kind: 'moved', body: { pen } })
    animal.pen = pen
  }
  const lot = lots.get(said.lot ?? '')
  if (lot && differs('lot', animal.lot, lot)) {
    say({ kind: 'lot_joined', body: { lot } })
    animal.lot = lot
  }
  if (said.held_until !== undefined) remarks.push(...heldUntil(said.held_until, animal, say))
  else if (options.word === 'no' && animal.isHistoryOpen)
    say({ kind: 'history_declared', body: { word: 'no', source: sellersSource } })
  else return remarks
  animal.isHistoryOpen = false
  return remarks
}

interface Telling {
  say: Say
  events: HerdEvent[]
}

/**
 * Weighings and treatments. Where an earlier file told one of the same day and medicine, and this one tells it otherwise,
 * the earlier is taken back for it; where there were several, all stand, for nobody can tell which was meant.
 */
function timed(said: Said, animal: KnownAnimal, bringing: Bringing, { say, events }: Telling): void {
  const tellings = [
    ...said.weighings.map((one) => weighing(one)),
    ...said.treatments.map((one) => treatment(one, bringing)),
  ]
  for (const telling of tellings) {
    const slot = slotOf(telling.slot)
    const earlier = animal.live.filter((one) => one.slot === slot && one.session !== bringing.session)
    const isOnly = tellings.filter((other) => slotOf(other.slot) === slot).length === 1
    const event = say(telling.saying)
    if (!event) continue
    const [{ id } = { id: '' }] = earlier
    if (earlier.length === 1 && isOnly) {
      const taken = say({ kind: 'void', body: { event: id, reason: 'Mended by a later file.' } })
      if (taken) animal.mended.set(id, taken.id)
      animal.live = animal.live.filter((one) => one.id !== id)
    }
    animal.live.push({ id: event.id, slot, session: bringing.session })
  }
  // The ledger wants what is spoken of first; a void here is of an event that is there already.
  events.sort((one, other) => Number(one.kind === 'void') - Number(other.kind === 'void'))
}

const weighing = ({ day, weight }: Weighing) => ({
  slot: { kind: 'weighed', day },
  saying: { kind: 'weighed', day, body: { weight, source: 'measured' } } as Saying<'weighed'> as Saying<Kind>,
})

function treatment(
  { day, medicine, dose, route, batch, reason }: Treating,
  { options, versions }: Bringing,
): { slot: { kind: string; day: string; medicine: string }; saying: Saying<Kind> } {
  const product = versions.get(medicine.toLowerCase())
  const words = known({ dose, route, batch, reason, as_label: options.as_label })
  const body = { product_name: medicine, ...words, ...(product && { product: product.version }) }
  return {
    slot: { kind: 'treated', day, medicine },
    saying: {
      kind: 'treated',
      day,
      body: body as BodyOf<'treated'>,
      // A newer label is no other treatment.
      by: { product_name: medicine, ...words, ...(product && { product: product.product }) } as Canonical,
    } as Saying<'treated'> as Saying<Kind>,
  }
}

/** A medicine is what the mapping says it is, or the product of its own name. */
export function versionsOf(
  { products }: { products: readonly { id: string; name: string; version_id: string }[] },
  { medicines }: ImportOptions,
): Bringing['versions'] {
  const byId = new Map(products.map((product) => [product.id, product]))
  const own = products.map(
    ({ id, name, version_id }) => [name.toLowerCase(), { product: id, version: version_id }] as const,
  )
  const mapped = medicines.flatMap(({ name, product }) => {
    const chosen = byId.get(product)
    return chosen ? [[name.toLowerCase(), { product: chosen.id, version: chosen.version_id }] as const] : []
  })
  return new Map([...own, ...mapped])
}

/** Whoever works there meanwhile waits for so many to be folded, and for no more. */
const eventsAtOnce = 20
/** So many times as long as that takes an import rests: whoever records waits for the ledger, and not for the server alone. */
export const restOfWriting = 1.5

/** Events of rows in as few transactions as they fit in, the events of a row never apart. */
export function batched(rows: readonly (readonly HerdEvent[])[]): HerdEvent[][] {
  const batches: HerdEvent[][] = []
  for (const events of rows) {
    if (events.length === 0) continue
    const last = batches.at(-1)
    if (last && last.length + events.length <= eventsAtOnce) last.push(...events)
    else batches.push([...events])
  }
  return batches
}
