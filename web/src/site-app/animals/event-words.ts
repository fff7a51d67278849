import type { TimelineEvent } from '@byre/contract/herd/animals'
import type { HerdEvent } from '@byre/contract/herd/events'
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBabyCarriage,
  IconWheat,
  IconHeart,
  IconMilk,
  IconMilkOff,
  IconStethoscope,
  IconEye,
  IconGrave,
  IconHandStop,
  IconLogin2,
  IconNote,
  IconPencil,
  IconScaleOutline,
  IconTag,
  IconTruck,
  IconVaccine,
  type Icon,
} from '@tabler/icons-react'
import { figureWords } from '../cabinet/figures.ts'
import { weightIn, type SiteUnit } from '../measures.ts'
import { calendarDay } from '../times.ts'

/* What each kind of event is called on screen, and what it says. */

type Kind = HerdEvent['kind']
type BodyOf<K extends Kind> = Extract<HerdEvent, { kind: K }>['body']
type Event<K extends Kind> = Omit<TimelineEvent, 'body'> & { body: BodyOf<K> }

interface Words {
  title: string
  /** One line each; what was not told takes none. */
  details: string[]
}

interface Saying<K extends Kind> {
  icon: Icon
  title: (event: Event<K>, unit: SiteUnit) => string
  details?: (event: Event<K>, unit: SiteUnit) => (string | undefined | false)[]
}

const joined = (...parts: (string | undefined | false)[]) => parts.filter(Boolean).join(', ')
const labelled = (label: string, value: string | undefined) => value && `${label}: ${value}`

const sellersWords = {
  no: 'nothing holds it, by the seller’s word',
  yes: 'held, by the seller’s word',
  unknown: 'what it was given is not known',
  until: 'held for a time, by the seller’s word',
}
const arrived = { born: 'Born here', bought: 'Bought', already_here: 'Was here already' }
const why = {
  sold: 'sold',
  slaughter: 'to slaughter',
  transferred: 'transferred',
  lost: 'lost',
  other: 'left',
}
const severities = ['', 'light', 'moderate', 'severe', 'very severe']

const breedings = {
  natural: 'Bred by a bull',
  insemination: 'Inseminated',
  embryo: 'Embryo transferred',
}
const pregnancies = {
  pregnant: 'Pregnant',
  multiple: 'Pregnant with more than one',
  empty: 'Open',
  unknown: 'Pregnancy not certain',
}

const doseOf = ({ dose }: BodyOf<'treated'>) => dose && `${dose.typed} ${dose.unit}`

/** A veterinarian's figure, and what it rests on. */
function byVet({ vet, vet_figures }: Pick<BodyOf<'treated'>, 'vet' | 'vet_figures'>) {
  if (!vet || !vet_figures) return []
  const prescription = vet.prescription && `prescription ${vet.prescription}`
  return [
    `${vet.name}’s figure: ${vet_figures.map(figureWords).join(', ')}`,
    `Based on ${joined(vet.basis, prescription)}`,
  ]
}

const treatment = ({ body }: Event<'treated'> | Event<'group_treated'>) => [
  joined(doseOf(body), body.route, body.sites?.join(' and ')),
  labelled('Lot', body.batch),
  labelled('For', body.reason),
  body.days !== undefined && `Every day for ${body.days} days`,
  body.planned !== undefined && body.planned.length > 0 && `${body.planned.length} more planned`,
  body.open === 'yes' && 'Goes on until it is closed',
  ...byVet(body),
]

const sayings: { [K in Kind]: Saying<K> } = {
  entered: {
    icon: IconLogin2,
    title: ({ body, pen_name: pen }) => joined(arrived[body.origin], pen && `into ${pen}`),
    details: ({ body, lot_name: lot }) => [
      labelled('Tags', body.tags?.map(({ value }) => value).join(', ')),
      labelled('Lot', lot),
      labelled('From', body.source),
      body.word && `${sellersWords[body.word]}${body.until ? ` (to ${calendarDay(body.until)})` : ''}`,
    ],
  },
  tagged: {
    icon: IconTag,
    title: ({ body }) => `Tagged ${body.tag.value}`,
    details: ({ body }) => [body.reason],
  },
  tag_removed: {
    icon: IconTag,
    title: ({ body }) => `Tag ${body.tag.value} taken off`,
    details: ({ body }) => [body.reason],
  },
  described: {
    icon: IconPencil,
    title: ({ body: { field, value } }) =>
      field === 'dam' || field === 'sire' ? `Its ${field} was told` : `${capital(field)}: ${value}`,
  },
  moved: {
    icon: IconArrowsExchange,
    title: ({ body, pen_name: pen }) =>
      body.pen === undefined ? 'Taken out of its pen' : `Moved to ${pen ?? 'another pen'}`,
    details: ({ body }) => [body.reason],
  },
  lot_joined: {
    icon: IconArrowsExchange,
    title: ({ body, lot_name: lot }) =>
      body.lot === undefined ? 'Taken out of its lot' : `Joined ${lot ?? 'another lot'}`,
  },
  weighed: {
    icon: IconScaleOutline,
    title: ({ body: { weight } }, unit) =>
      `Weighed ${weightIn({ grams: weight.base, typed: weight.typed, unit: weight.unit }, unit)}`,
    details: ({ body }) => [
      body.source === 'estimated' && 'Estimated',
      body.source === 'lot_average' && 'The average of its lot',
    ],
  },
  observed: {
    icon: IconEye,
    title: ({ body }) => `Observed: ${body.signs.join(', ')}`,
    details: ({ body }) => [
      joined(
        body.severity !== undefined && capital(severities[body.severity] ?? ''),
        body.temperature && `${body.temperature.typed} ${body.temperature.unit === 'Cel' ? '°C' : '°F'}`,
        body.pulled === 'yes' && 'taken out of its pen',
      ),
      body.text,
    ],
  },
  treated: { icon: IconVaccine, title: ({ body }) => `Treated: ${body.product_name}`, details: treatment },
  group_treated: {
    icon: IconVaccine,
    title: ({ body, head }) => `Treated in a group of ${head}: ${body.product_name}`,
    details: (event) => [
      ...treatment(event),
      (event.body.unread ?? 0) > 0 && `${event.body.unread} head could not be read`,
    ],
  },
  feed_started: {
    icon: IconWheat,
    title: ({ body, pen_name: pen }) =>
      `Ate medicated feed: ${joined(body.product_name, pen && `in ${pen}`)}`,
    details: ({ body, fed_to }) => [
      fed_to === undefined ? 'Still fed' : false,
      body.rate,
      labelled('Lot', body.batch),
      labelled('For', body.reason),
      body.days !== undefined && `Ordered for ${body.days} ${body.days === 1 ? 'day' : 'days'}`,
      ...byVet(body),
    ],
  },
  feed_stopped: {
    icon: IconWheat,
    title: () => 'Medicated feed stopped',
    details: ({ body }) => [body.reason],
  },
  counted: {
    icon: IconEye,
    title: ({ body }) => `${body.head} head counted`,
    details: ({ body }) => [body.text],
  },
  course_closed: {
    icon: IconVaccine,
    title: () => 'Course closed',
    details: ({ body }) => [body.reason],
  },
  dose_skipped: {
    icon: IconVaccine,
    title: ({ body }) => `A dose was not given: due ${body.due.slice(0, 10)}`,
    details: ({ body }) => [body.reason],
  },
  milked: { icon: IconMilk, title: () => 'Milked', details: ({ body }) => [body.text] },
  calved: {
    icon: IconBabyCarriage,
    title: ({ body: { calves } }) => `Calved: ${calves === 1 ? '1 calf' : `${calves} calves`}`,
    details: ({ body }) => [body.ease !== undefined && `Ease ${body.ease} of 5`, body.text],
  },
  bred: {
    icon: IconHeart,
    title: ({ body }) => breedings[body.method],
    details: ({ body }) => [labelled('Sire', body.sire_name), body.text],
  },
  preg_checked: {
    icon: IconStethoscope,
    title: ({ body }) => pregnancies[body.result],
    details: ({ body }) => [
      body.days !== undefined && `About ${body.days} days along`,
      body.method && body.method !== 'other' && `By ${body.method === 'visual' ? 'eye' : body.method}`,
      body.text,
    ],
  },
  weaned: { icon: IconMilkOff, title: () => 'Weaned', details: ({ body }) => [body.text] },
  died: { icon: IconGrave, title: () => 'Died', details: ({ body }) => [body.cause] },
  left: {
    icon: IconTruck,
    title: ({ body }) => (body.reason === 'other' ? 'Left' : `Left: ${why[body.reason]}`),
    details: ({ body }) => [labelled('To', body.to)],
  },
  noted: {
    icon: IconNote,
    title: () => 'Noted',
    details: ({ body }) => [body.text, body.settles && 'Settles what was to be looked at'],
  },
  hold_set: {
    icon: IconHandStop,
    title: ({ body: { commodities, until } }) =>
      `Hold set on ${commodities.join(' and ')}${until ? ` to ${calendarDay(until)}` : ''}`,
    details: ({ body }) => [body.reason],
  },
  hold_lifted: { icon: IconHandStop, title: () => 'Hold lifted', details: ({ body }) => [body.reason] },
  history_declared: {
    icon: IconHandStop,
    title: () => 'Word on what it was given before',
    details: ({ body }) => [sellersWords[body.word], labelled('By', body.source)],
  },
  same_animal: {
    icon: IconArrowsExchange,
    title: () => 'Found to be the same as another animal',
    details: ({ body }) => [body.reason],
  },
  void: {
    icon: IconArrowBackUp,
    title: () => 'Took something back',
    details: ({ body }) => [body.reason],
  },
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const sayingOf = (kind: string) => (sayings as Readonly<Record<string, Saying<Kind> | undefined>>)[kind]

export const eventIcons: Readonly<Record<string, Icon>> = Object.fromEntries(
  Object.entries(sayings).map(([kind, { icon }]) => [kind, icon]),
)

/** An event in words; of a kind that this page does not know yet, its name. */
export function eventWords(event: TimelineEvent, unit: SiteUnit): Words {
  const saying = sayingOf(event.kind)
  if (!saying) return { title: capital(event.kind.replaceAll('_', ' ')), details: [] }
  const known = event as unknown as Event<Kind>
  const details = (saying.details?.(known, unit) ?? []).filter((line): line is string => Boolean(line))
  return { title: saying.title(known, unit), details: details.map(capital) }
}

/** Who did it; and who wrote it down, where that was somebody else. */
export function whoDid({ by_name, person_name }: Pick<TimelineEvent, 'by_name' | 'person_name'>): string {
  const writer = person_name ?? 'A former member'
  return by_name === undefined || by_name === writer ? writer : `${by_name}, written down by ${writer}`
}
