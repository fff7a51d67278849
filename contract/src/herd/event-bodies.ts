import * as z from 'zod/mini'
import {
  commodity,
  day,
  EndingFigure,
  eventId,
  line,
  market,
  moment,
  ofEachCommodity,
  recordId,
  Tag,
  Temperature,
  Volume,
  Weight,
  weightSource,
  wholeNumber,
  word,
  words,
  yes,
} from './fields.ts'

/* What each kind of event says, version 1. What is released is accepted for ever. */

const sexes = ['female', 'male', 'steer', 'spayed', 'unknown'] as const
const sex = z.enum(sexes, 'There is no such sex.')

/** Whether a withdrawal is still running, by the word of whoever gave the animal. */
const sellersWord = z.enum(['no', 'yes', 'unknown', 'until'], 'Must be no, yes, unknown or until.')
const untilIsTold = ({ word: said, until }: { word?: string | undefined; until?: string | undefined }) =>
  (said === 'until') === (until !== undefined)
const untilMissing = { error: 'A day belongs to "until", and to nothing else.', path: ['until'] }

const Entered = z
  .strictObject({
    /** Born here has no seller. */
    origin: z.enum(['born', 'bought', 'already_here'], 'Must be born, bought or already_here.'),
    word: z.optional(sellersWord),
    until: z.optional(day),
    species: z.optional(word('A species')),
    sex: z.optional(sex),
    class: z.optional(word('A class')),
    born: z.optional(day),
    breed: z.optional(word('A breed')),
    name: z.optional(word('A name')),
    pen: z.optional(recordId),
    lot: z.optional(recordId),
    source: z.optional(line('A source')),
    tags: z.optional(z.array(Tag).check(z.maxLength(8, '8 tags at most.'))),
  })
  .check(z.refine(untilIsTold, untilMissing))

const described = {
  sex,
  species: word('A species'),
  class: word('A class'),
  born: day,
  breed: word('A breed'),
  colour: word('A colour'),
  name: word('A name'),
  dam: recordId,
  sire: recordId,
} as const
type DescribedField = keyof typeof described
const describedFields = Object.keys(described) as [DescribedField, ...DescribedField[]]

const Described = z
  .strictObject({
    field: z.enum(describedFields, 'There is no such field.'),
    value: z.string('Must be text.'),
  })
  .check((checked) => {
    const { field, value } = checked.value
    const result = described[field].safeParse(value)
    if (result.success) return
    const message = result.error.issues[0]?.message ?? 'Must be text.'
    checked.issues.push({ code: 'custom', input: value, path: ['value'], message })
  })

/** Who gives figures for a use that no label gives, and what they rest on. */
const Veterinarian = z.strictObject({
  name: word('A veterinarian'),
  prescription: z.optional(word('A prescription')),
  basis: line('A basis'),
  markets: z.optional(z.array(market).check(z.minLength(1), z.maxLength(10, '10 markets at most.'))),
})

const treated = {
  /** The version of a product of the cabinet; without one nothing is known, and it holds. */
  product: z.optional(recordId),
  product_name: word('A product'),
  reason: z.optional(line('A reason')),
  route: z.optional(word('A route')),
  dose: z.optional(Volume),
  weight: z.optional(Weight),
  weight_source: z.optional(weightSource),
  sites: z.optional(z.array(word('A site')).check(z.maxLength(12, '12 sites at most.'))),
  stock_lot: z.optional(recordId),
  batch: z.optional(word('A lot')),
  /** Said by a person who does not know route or dose: it was given as the label says. */
  as_label: z.optional(yes),
  every_hours: z.optional(wholeNumber(1, 8760, 'Hours')),
  days: z.optional(wholeNumber(1, 730, 'Days')),
  /** Further doses: they count as given until the course is closed. */
  planned: z.optional(z.array(moment).check(z.maxLength(30, '30 doses at most.'))),
  /** A course without a planned end: held until it is closed. */
  open: z.optional(yes),
  /** A further dose of the course that this event began. */
  course: z.optional(eventId),
  vet: z.optional(Veterinarian),
  vet_figures: z.optional(
    z
      .array(EndingFigure)
      .check(z.minLength(1, 'A figure is missing.'), z.refine(ofEachCommodity, 'One figure a commodity.')),
  ),
}
const hasBasis = ({ vet, vet_figures }: { vet?: unknown; vet_figures?: unknown }) =>
  (vet === undefined) === (vet_figures === undefined)
const basisMissing = { error: 'Figures of a veterinarian need a name and a basis.', path: ['vet'] }
const Treated = z.strictObject(treated).check(z.refine(hasBasis, basisMissing))
const GroupTreated = z
  .strictObject({
    ...treated,
    /** Head of the group that could not be read. */
    unread: z.optional(wholeNumber(0, 100_000, 'Head')),
  })
  .check(z.refine(hasBasis, basisMissing))

/** Medicated feed of a pen: whoever stands there eats of it, until it stops or they leave. */
const FeedStarted = z
  .strictObject({
    pen: recordId,
    product: treated.product,
    product_name: treated.product_name,
    reason: treated.reason,
    route: treated.route,
    /** How much of it, as it was typed. */
    rate: z.optional(line('A rate')),
    stock_lot: treated.stock_lot,
    batch: treated.batch,
    as_label: treated.as_label,
    /** For how long it is ordered; it is fed until it is stopped. */
    days: treated.days,
    vet: treated.vet,
    vet_figures: treated.vet_figures,
  })
  .check(z.refine(hasBasis, basisMissing))

const History = z
  .strictObject({ word: sellersWord, until: z.optional(day), source: line('A source') })
  .check(z.refine(untilIsTold, untilMissing))

/** A finding that a person has looked at, and the event it is about. */
const Settled = z.strictObject({ finding: word('A finding'), event: eventId })

export const bodies = {
  entered: Entered,
  tagged: z.strictObject({ tag: Tag, reason: z.optional(line('A reason')) }),
  tag_removed: z.strictObject({ tag: Tag, reason: z.optional(line('A reason')) }),
  described: Described,
  moved: z.strictObject({ pen: z.optional(recordId), reason: z.optional(line('A reason')) }),
  lot_joined: z.strictObject({ lot: z.optional(recordId) }),
  weighed: z.strictObject({ weight: Weight, source: weightSource }),
  observed: z.strictObject({
    signs: z
      .array(word('A sign'))
      .check(z.minLength(1, 'A sign is missing.'), z.maxLength(12, '12 signs at most.')),
    severity: z.optional(wholeNumber(1, 4, 'Severity')),
    temperature: z.optional(Temperature),
    /** Taken out of its pen for it. */
    pulled: z.optional(yes),
    text: z.optional(words('A note')),
  }),
  treated: Treated,
  group_treated: GroupTreated,
  feed_started: FeedStarted,
  feed_stopped: z.strictObject({ feed: eventId, reason: z.optional(line('A reason')) }),
  /** Of a pen: how many somebody counted there. */
  counted: z.strictObject({
    pen: recordId,
    head: wholeNumber(0, 100_000, 'Head'),
    text: z.optional(words('A note')),
  }),
  course_closed: z.strictObject({ course: eventId, reason: z.optional(line('A reason')) }),
  /** A dose that was planned for this moment and is not given. */
  dose_skipped: z.strictObject({ course: eventId, due: moment, reason: z.optional(line('A reason')) }),
  /** Counts towards what a label has discarded, where its time is told. */
  milked: z.strictObject({ text: z.optional(words('A note')) }),
  calved: z.strictObject({
    calves: wholeNumber(0, 6, 'Calves'),
    ease: z.optional(wholeNumber(1, 5, 'Ease')),
    text: z.optional(words('A note')),
  }),
  bred: z.strictObject({
    method: z.enum(['natural', 'insemination', 'embryo'], 'Must say how it was bred.'),
    /** Of the bull, or of the straw. */
    sire_name: z.optional(word('A sire')),
    text: z.optional(words('A note')),
  }),
  preg_checked: z.strictObject({
    result: z.enum(['pregnant', 'multiple', 'empty', 'unknown'], 'Must say what was found.'),
    method: z.optional(
      z.enum(['palpation', 'ultrasound', 'blood', 'milk', 'visual', 'other'], 'There is no such method.'),
    ),
    /** How far along, as it was judged. */
    days: z.optional(wholeNumber(1, 400, 'Days')),
    text: z.optional(words('A note')),
  }),
  /** Of the calf. */
  weaned: z.strictObject({ text: z.optional(words('A note')) }),
  died: z.strictObject({ cause: z.optional(line('A cause')) }),
  left: z.strictObject({
    reason: z.enum(['sold', 'slaughter', 'transferred', 'lost', 'other'], 'Must say why it left.'),
    to: z.optional(line('Where it went')),
  }),
  noted: z.strictObject({ text: words('A note'), settles: z.optional(Settled) }),
  hold_set: z.strictObject({
    commodities: z.array(commodity).check(z.minLength(1, 'Of what?'), z.maxLength(3, 'At most three.')),
    /** The last day of it; without one it has no end. */
    until: z.optional(day),
    reason: line('A reason'),
  }),
  hold_lifted: z.strictObject({ hold: eventId, reason: line('A reason') }),
  history_declared: History,
  same_animal: z.strictObject({ reason: z.optional(line('A reason')) }),
  void: z.strictObject({ event: eventId, reason: line('A reason') }),
} as const
export type EventKind = keyof typeof bodies
