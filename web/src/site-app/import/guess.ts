import {
  importLimits,
  tagColumns,
  timedColumns,
  type ColumnKind,
  type ImportOptions,
} from '@byre/contract/herd/imports'
import type { Table } from './table.ts'

/* What the columns of a file likely hold: as the last file was read, else by the words over them. */

type Column = ImportOptions['columns'][number]
export interface Held {
  holds: ColumnKind
  time?: number
}
/** By a column's place in a row; those that are not brought are not there. */
export type Mapping = ReadonlyMap<number, Held>

/** The first that fits counts, so that the most particular stand first. */
const words: readonly (readonly [RegExp, ColumnKind])[] = [
  [/(withdrawal|withholding|whp) (ends?|until|date|over)|clear (on|date|by)|(held|hold) until/, 'held_until'],
  [/treat\w* date|date (of )?treat|date given|given on|treated on|date treated|^treated$/, 'treated_on'],
  [/weigh\w* (date|on)|(weight|wt) date|date (of )?weigh|date weighed/, 'weighed_on'],
  [/birth|dob|^born/, 'born'],
  [/arriv|purchase date|bought on|date in\b|in date|received|entry date|entered/, 'arrived_on'],
  [/\beid\b|rfid|electronic|ccia|clts|transponder|\bchip\b|\bain\b/, 'eid'],
  [/nues|metal tag|brite|silver tag/, 'nues'],
  [/\buk\b/, 'uk_tag'],
  [/\bnlis\b/, 'nlis_visual'],
  [/\bnait\b/, 'nait_visual'],
  [/\beu\b|passport/, 'eu_bovine'],
  [/batch|serial|lot (no|number) of/, 'batch'],
  [/product|medicine|medication|drug|vaccine|^treatment/, 'medicine'],
  [/dose|dosage|amount|\bml\b|\bcc\b/, 'dose'],
  [/route/, 'route'],
  [/diagnos|reason|illness|treated for/, 'reason'],
  [/weight|^wt\b|\bkg\b|\blbs?\b/, 'weight'],
  [/\bsex\b|gender/, 'sex'],
  [/breed/, 'breed'],
  [/colou?r|\bhide\b/, 'colour'],
  [/\bclass\b|animal type/, 'class'],
  [/\bpen\b|corral|paddock/, 'pen'],
  [/\blot\b|\bgroup\b/, 'lot'],
  [/source|seller|vendor|bought from|origin/, 'source'],
  [
    /visual|dangle|ear ?tag|\btag\b|mgmt|management|brand|tattoo|animal (id|no|number)|^id$|^no$|number/,
    'visual',
  ],
  [/^name\b/, 'name'],
  [/note|comment|remark/, 'note'],
]

const plainWords = (header: string) =>
  header
    .toLowerCase()
    .replaceAll(/[_.:()#/-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function guessed(header: string): Held | null {
  const plain = plainWords(header)
  const [, bare = plain, number] = /^(.*?)\s*([1-9])?$/.exec(plain) ?? []
  const holds = words.find(([pattern]) => pattern.test(bare))?.[1]
  if (!holds) return null
  const time = Number(number ?? 1)
  return timedColumns.has(holds) && time <= importLimits.timesARow ? { holds, time } : { holds }
}

const keyOf = ({ holds, time = 1 }: Held) => (timedColumns.has(holds) ? `${holds} ${time}` : holds)

export function guessMapping({ header }: Table, remembered: ImportOptions | null): Mapping {
  const before = new Map(remembered?.columns.map((column) => [plainWords(column.header), column]))
  const mapping = new Map<number, Held>()
  const taken = new Set<string>()
  const hold = (at: number, held: Held | null) => {
    if (!held || mapping.has(at) || (!tagColumns.has(held.holds) && taken.has(keyOf(held)))) return
    mapping.set(at, held)
    taken.add(keyOf(held))
  }
  header.forEach((name, at) => hold(at, heldOf(before.get(plainWords(name)))))
  header.forEach((name, at) => hold(at, guessed(name)))
  // A day that says no more is that of the treatment, or else of the weighing.
  const bare = header.findIndex((name, at) => plainWords(name) === 'date' && !mapping.has(at))
  if (bare >= 0 && taken.has('medicine 1')) hold(bare, { holds: 'treated_on', time: 1 })
  if (bare >= 0 && taken.has('weight 1')) hold(bare, { holds: 'weighed_on', time: 1 })
  return mapping
}

const heldOf = (column: Column | undefined): Held | null =>
  column ? { holds: column.holds, ...(column.time !== undefined && { time: column.time }) } : null

export const columnsOf = ({ header }: Table, mapping: Mapping): Column[] =>
  [...mapping]
    .toSorted(([one], [other]) => one - other)
    .map(([at, held]) => ({ at, header: header[at] ?? '', ...held }))

const dateColumns: ReadonlySet<ColumnKind> = new Set([
  'born',
  'arrived_on',
  'held_until',
  'weighed_on',
  'treated_on',
])
const numberColumns: ReadonlySet<ColumnKind> = new Set(['weight', 'dose'])

const cellsOf = ({ rows }: Table, mapping: Mapping, kinds: ReadonlySet<ColumnKind>) => {
  const places = [...mapping].flatMap(([at, { holds }]) => (kinds.has(holds) ? [at] : []))
  return rows.flatMap(({ cells }) => places.flatMap((at) => cells[at]?.trim() || []))
}

/** How dates are written, where the dates of the file leave no doubt; undefined where they do. */
export function guessDates(table: Table, mapping: Mapping): ImportOptions['dates'] | undefined {
  const cells = cellsOf(table, mapping, dateColumns)
  const isIso = (cell: string) => /^\d{4}[-/.]/.test(cell)
  if (cells.every(isIso)) return 'ymd'
  const parts = cells.filter((cell) => !isIso(cell)).map((cell) => cell.split(/[-/. ]/).map(Number))
  const [isDayFirst, isMonthFirst] = [
    parts.some(([first = 0]) => first > 12),
    parts.some(([, second = 0]) => second > 12),
  ]
  if (isDayFirst === isMonthFirst) return undefined
  return isDayFirst ? 'dmy' : 'mdy'
}

/** How numbers are written, where those of the file leave no doubt; `1.234` and `1,234` alone leave it. */
export function guessDecimals(table: Table, mapping: Mapping): ImportOptions['decimals'] | undefined {
  const cells = cellsOf(table, mapping, numberColumns).filter((cell) => /\d[.,]\d/.test(cell))
  const isAfter = (sign: string) =>
    cells.some((cell) => {
      const [last = ''] = /[.,]\d+(?=\D*$)/.exec(cell) ?? []
      const before = cell.slice(0, cell.lastIndexOf(last))
      return last.startsWith(sign) && (last.length !== 4 || /[.,]/.exec(before.replaceAll(sign, '')) !== null)
    })
  const [isComma, isPoint] = [isAfter(','), isAfter('.')]
  if (cells.length > 0 && isComma === isPoint) return undefined
  return isComma ? 'comma' : 'point'
}
