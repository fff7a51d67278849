import type { ShipEntry, ShipList, ShipReason, Transport } from '@byre/contract/herd/ship-list-parts'
import { marketInSentence, marketName } from '@byre/contract/herd/market-names'
import { transportNames } from '@byre/contract/herd/transport-names'
import { localOf } from '@byre/rules/dates'
import type { DocumentParts } from '../../platform/documents/document.ts'
import type { WholeList } from './reads.actions.ts'

/* What stands on a clearance sheet and on a notice: nothing but what was locked, and what became known later. */

/** `2026-11-26 06:00` by the site's clock. */
const localTime = (at: string, zone: string) => localOf(Date.parse(at), zone).replace('T', ' ')
/** The same of the end of a hold: a minute that has begun is not over. */
const clearTime = (at: string, zone: string) =>
  localTime(new Date(Math.ceil(Date.parse(at) / 60_000) * 60_000).toISOString(), zone)
const dayOf = (at: string, zone: string) => localTime(at, zone).slice(0, 10)

/** What a list is called on paper. */
export const numberOf = ({ id }: Pick<ShipList, 'id'>) => id.slice(-8).toUpperCase()

const tagsOf = ({ tags, main_tag, animal_id }: Pick<ShipEntry, 'tags' | 'main_tag' | 'animal_id'>) =>
  tags.map(({ typed }) => typed).join(' · ') || main_tag || `No tag, record ${animal_id}`

const whys: Readonly<Record<string, string>> = {
  label: 'withdrawal by its label',
  veterinarian: 'withdrawal set by a veterinarian',
  least: 'least withdrawal of the market',
  'open course': 'course not closed',
  'still fed': 'still fed in its pen',
  'no figure': 'no withdrawal is known',
  'extra-label': 'extra-label, no veterinarian’s figure',
  'banned use': 'a use that never clears',
}
const kinds: Readonly<Record<string, string>> = {
  entered: 'seller’s word on arrival',
  history_declared: 'seller’s word',
  hold_set: 'hold set by a person',
}

function reasonInWords(
  { product_name, why, kind, said, clear_at, market }: ShipReason,
  zone: string,
): string {
  const what = product_name ?? kinds[kind ?? ''] ?? 'held'
  const how = said ? `: “${said}”` : whys[why] ? `, ${whys[why]}` : ''
  const until = clear_at === null ? 'no end date' : `until ${clearTime(clear_at, zone)}`
  return `${what}${how} (${marketName(market)}), ${until}`
}

const transportFacts = (transport: Transport): [string, string][] =>
  (Object.keys(transportNames) as (keyof Transport)[]).map((name) => [
    transportNames[name],
    transport[name] ?? '',
  ])

/** Hash in groups, so that it can be compared by eye and breaks between lines. */
const grouped = (hash: string) => hash.match(/.{1,8}/g)?.join(' ') ?? ''

export function sheetOf({ list, place_name, zone }: WholeList): DocumentParts {
  const { entries, destination, market, load_at, locked_at, locked_by, departed_at, departed_by } = list
  const overridden = entries.filter((entry) => entry.overridden)
  const facts: [string, string | null][] = [
    ['Ship list', numberOf(list)],
    ['Market', marketName(market)],
    ['Planned load', localTime(load_at, zone)],
    ['Locked', locked_at && `${localTime(locked_at, zone)} by ${locked_by ?? ''}`],
    ['Left', departed_at && `${localTime(departed_at, zone)} by ${departed_by ?? ''}`],
    ['Head', String(entries.length)],
    ['Time zone', zone],
    ...transportFacts(list.transport),
  ]
  return {
    title: 'Clearance sheet',
    number: numberOf(list),
    at: departed_at ?? locked_at ?? load_at,
    from: { name: place_name, lines: [] },
    to: { label: 'Ships to', lines: [destination] },
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== ''),
    headline: headlineOf(entries.length, overridden.length, localTime(load_at, zone)),
    table: {
      columns: [
        { header: 'No.', share: 0.07, isNumber: true },
        { header: 'Tags', share: 0.48 },
        { header: 'Pen', share: 0.15 },
        { header: 'Withdrawal', share: 0.3 },
      ],
      rows: entries.map((entry, nth) => [
        String(nth + 1),
        tagsOf(entry),
        entry.pen ?? '',
        entry.overridden ? 'Held, overridden: see below' : 'Over',
      ]),
    },
    sums: [
      { label: 'Withdrawal over', amount: String(entries.length - overridden.length) },
      { label: 'Held and overridden', amount: String(overridden.length) },
      { label: 'Head', amount: String(entries.length), isTotal: true },
    ],
    notes: [
      ...overridden.map(
        (entry) =>
          `Override, ${tagsOf(entry)}: ${entry.because.map((reason) => reasonInWords(reason, zone)).join('; ')}. ` +
          `Overridden by ${entry.override?.by ?? ''} on ${entry.override ? localTime(entry.override.at, zone) : ''}: “${entry.override?.reason ?? ''}”`,
      ),
      `Each animal was checked for meat, for ${marketInSentence(market)} and the site’s home market, at the planned load time, against all that was recorded up to number ${list.locked_n ?? 0} of the site’s ledger. Its hash there is ${grouped(list.locked_head ?? '')}.`,
      'Arrived: ____________________   Condition on arrival: ______________________________',
      'Shipper: ____________________   Driver: ____________________   Receiver: ____________________',
    ],
  }
}

function headlineOf(head: number, overridden: number, load: string): string {
  const animals = head === 1 ? '1 animal' : `${head} animals`
  const but = overridden === 0 ? '' : `, ${overridden} of them by an override`
  return `${animals} cleared to ship at ${load}${but}`
}

export function noticeOf({ list, place_name, zone }: WholeList): DocumentParts {
  const late = list.late.filter(({ taken_back }) => !taken_back)
  const animals = new Set(late.map(({ animal_id }) => animal_id)).size
  const tags = new Map(list.entries.map((entry) => [entry.animal_id, tagsOf(entry)]))
  const left = list.departed_at ?? list.load_at
  return {
    title: 'Late record notice',
    number: numberOf(list),
    at: late.at(-1)?.found_at ?? left,
    from: { name: place_name, lines: [] },
    to: { label: 'To', lines: [list.destination] },
    facts: [
      ['Ship list', numberOf(list)],
      ['Market', marketName(list.market)],
      ['Left', localTime(left, zone)],
      ['Became known', dayOf(late[0]?.found_at ?? left, zone)],
      ['Time zone', zone],
    ],
    headline: `${animals === 1 ? '1 animal was' : `${animals} animals were`} still under withdrawal`,
    table: {
      columns: [
        { header: 'Tags', share: 0.36 },
        { header: 'Product', share: 0.26 },
        { header: 'Market', share: 0.16 },
        { header: 'Clear from', share: 0.22 },
      ],
      rows: late.map(({ animal_id, product_name, market, clear_at }) => [
        tags.get(animal_id) ?? animal_id,
        product_name ?? 'A hold',
        marketName(market),
        clear_at === null ? 'No end date' : clearTime(clear_at, zone),
      ]),
    },
    sums: [{ label: 'Animals', amount: String(animals), isTotal: true }],
    notes: [
      `These animals left on ${localTime(left, zone)}. What is listed here was recorded afterwards. Please keep their meat out of food until the times above, and tell us that you have.`,
      'Received by: ____________________   On: ____________________',
    ],
  }
}
