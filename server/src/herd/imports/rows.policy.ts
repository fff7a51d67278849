import { line, word, words, type Tag, type Volume, type Weight } from '@byre/contract/herd/fields'
import { tagColumns, timedColumns, type ColumnKind, type ImportOptions } from '@byre/contract/herd/imports'
import { readIdentifier } from '@byre/rules/identifiers'
import type * as z from 'zod/mini'
import {
  dayOf,
  doseOf,
  lastDayOf,
  meant,
  parsed,
  routeOf,
  sexOf,
  tagOf,
  weightOf,
  type Read,
  type TagColumn,
} from './cells.policy.ts'

/* One row of a file, judged by itself: what it says of an animal, or every reason why it cannot be brought. */

export interface Fault {
  column: number | null
  reason: string
}

type TypedTag = z.infer<typeof Tag>
const factFields = ['sex', 'class', 'breed', 'born', 'colour', 'name'] as const
export type FactField = (typeof factFields)[number]

export interface Weighing {
  day?: string
  weight: z.output<typeof Weight>
}

export interface Treating {
  day: string
  medicine: string
  dose?: z.output<typeof Volume>
  route?: string
  batch?: string
  reason?: string
}

/** What a sound row says. */
export interface Said {
  tags: TypedTag[]
  facts: Partial<Record<FactField, string>>
  pen?: string
  lot?: string
  arrived_on?: string
  source?: string
  /** By the seller's word: the last day of a withdrawal that runs. */
  held_until?: string
  note?: string
  weighings: Weighing[]
  treatments: Treating[]
  remarks: string[]
}

type Cell = { at: number; holds: ColumnKind; time: number; text: string }

const remarksOf = {
  'test tag': 'is a test tag',
  'cannot be a transponder': 'cannot be an electronic tag; it is kept as a visual one',
  'check digit': 'has a wrong check digit',
  'Greece is EL': 'begins with GR; Greece is EL',
} as const

/** Made once: made for each row, they took most of the time of judging it. */
const texts = {
  class: word('A class'),
  breed: word('A breed'),
  colour: word('A colour'),
  name: word('A name'),
  pen: word('A pen'),
  lot: word('A lot'),
  source: line('A source'),
  note: words('A note'),
  medicine: word('A medicine'),
  route: word('A route'),
  batch: word('A lot'),
  reason: line('A reason'),
}

/** `today` is the site's day. */
export function readRow(
  cells: readonly string[],
  options: ImportOptions,
  today: string,
): { said: Said } | { faults: Fault[] } {
  const faults: Fault[] = []
  const filled = options.columns.flatMap(({ at, holds, time = 1 }): Cell[] => {
    const text = meant(cells[at] ?? '')
    return text === '' ? [] : [{ at, holds, time, text }]
  })
  const read = <T>({ at }: Cell, result: Read<T>): T | undefined => {
    if ('value' in result) return result.value
    faults.push({ column: at, reason: result.fault })
    return undefined
  }
  const only = (holds: ColumnKind) => filled.find((cell) => cell.holds === holds)
  const text = (holds: ColumnKind, schema: ReturnType<typeof word>) => {
    const cell = only(holds)
    return cell && read(cell, parsed(schema, cell.text))
  }
  const heldUntil = only('held_until')
  const day = (cell: Cell | undefined) => cell && read(cell, dayOf(cell.text, options.dates, today))

  const tags = filled
    .filter(({ holds }) => tagColumns.has(holds))
    .flatMap((cell) => read(cell, tagOf(cell.holds as TagColumn, cell.text)) ?? [])
  if (tags.length > 8) faults.push({ column: null, reason: 'An animal has 8 tags at most.' })
  if (!filled.some(({ holds }) => tagColumns.has(holds)))
    faults.push({ column: null, reason: 'This row has no tag, so we cannot tell which animal it is.' })

  const sexCell = only('sex')
  const facts = known({
    sex: sexCell && read(sexCell, sexOf(sexCell.text)),
    class: text('class', texts.class),
    breed: text('breed', texts.breed),
    born: day(only('born')),
    colour: text('colour', texts.colour),
    name: text('name', texts.name),
  })
  const said: Said = {
    tags,
    facts,
    ...known({
      pen: text('pen', texts.pen),
      lot: text('lot', texts.lot),
      source: text('source', texts.source),
      note: text('note', texts.note),
      arrived_on: day(only('arrived_on')),
      held_until: heldUntil && read(heldUntil, lastDayOf(heldUntil.text, options.dates, today)),
    }),
    weighings: [],
    treatments: [],
    remarks: tags.flatMap(remarksOfTag),
  }
  if (said.arrived_on && facts.born && said.arrived_on < facts.born)
    faults.push({ column: only('arrived_on')!.at, reason: 'It arrived before it was born.' })

  const times = [...new Set(filled.filter(({ holds }) => timedColumns.has(holds)).map(({ time }) => time))]
  for (const time of times.toSorted((one, other) => one - other)) {
    const of = (holds: ColumnKind) => filled.find((cell) => cell.holds === holds && cell.time === time)
    const weighing = weighed(of, { read, day, options, faults })
    if (weighing) said.weighings.push(weighing)
    const treating = treated(of, { read, day, options, faults })
    if (treating) said.treatments.push(treating)
  }
  return faults.length > 0 ? { faults } : { said }
}

type Of = (holds: ColumnKind) => Cell | undefined
interface Reading {
  read: <T>(cell: Cell, result: Read<T>) => T | undefined
  day: (cell: Cell | undefined) => string | undefined
  options: ImportOptions
  faults: Fault[]
}

/** Without a day it was weighed before it was brought, and no more is known. */
function weighed(of: Of, { read, day, options, faults }: Reading): Weighing | undefined {
  const [cell, onCell] = [of('weight'), of('weighed_on')]
  const on = day(onCell)
  if (!cell) {
    if (onCell) faults.push({ column: onCell.at, reason: 'There is a day of weighing but no weight.' })
    return undefined
  }
  const weight = read(cell, weightOf(cell.text, options))
  return weight && { weight, ...known({ day: on }) }
}

function treated(of: Of, { read, day, options, faults }: Reading): Treating | undefined {
  const medicineCell = of('medicine')
  const beside = (['treated_on', 'dose', 'route', 'batch', 'reason'] as const).map(of)
  const onCell = beside[0]
  const [, doseCell, routeCell, batchCell, reasonCell] = beside
  if (!medicineCell) {
    const first = beside.find((cell) => cell !== undefined)
    if (first) faults.push({ column: first.at, reason: 'There is a treatment but no medicine.' })
    return undefined
  }
  const medicine = read(medicineCell, parsed(texts.medicine, medicineCell.text))
  const on = day(onCell)
  if (!onCell) faults.push({ column: medicineCell.at, reason: 'The day of this treatment is missing.' })
  const rest = known({
    dose: doseCell && read(doseCell, doseOf(doseCell.text, options.decimals)),
    route: routeCell && read(routeCell, parsed(texts.route, routeOf(routeCell.text))),
    batch: batchCell && read(batchCell, parsed(texts.batch, batchCell.text)),
    reason: reasonCell && read(reasonCell, parsed(texts.reason, reasonCell.text)),
  })
  return medicine !== undefined && on !== undefined ? { day: on, medicine, ...rest } : undefined
}

function remarksOfTag({ kind, value }: TypedTag): string[] {
  const read = readIdentifier(kind, value)
  return 'refused' in read ? [] : read.findings.map((finding) => `${value} ${remarksOf[finding]}.`)
}

type Known<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** What is not known is left out. */
export function known<T extends object>(of: T): Known<T> {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Known<T>
}
