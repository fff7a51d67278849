import type { LabelUse } from '@byre/contract/herd/products'
import type { Card, TreatmentRow } from '@byre/rules/fold-animal'
import { endless } from '../events/projections.policy.ts'
import type {
  AnimalOut,
  EventLine,
  IdentifierOut,
  ProductOut,
  TreatmentOut,
  WeightOut,
  WithdrawalOut,
} from './exports.queries.ts'

/* What an export writes of each row. */

type Cell = string | number | null | undefined

type Words<T extends string> = T extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : T
const list = <const T extends string>(words: T) => words.split(' ') as Words<T>[]

/** The columns of each table; a function below has the cells of its rows. */
export const columnsOf = {
  animals: list(
    'id main_tag status same_as pen lot held_until species sex class born breed colour name dam sire origin entered_at ended_at weight weight_unit weighed_at tags',
  ),
  identifiers: list('animal_id kind number from_at to_at'),
  treatments: list(
    'animal_id main_tag at precision product reason route dose dose_unit batch doses_to_come open course event_id',
  ),
  withdrawals: list('animal_id main_tag commodity market why held_until provisional event_id'),
  weights: list('animal_id main_tag at weight unit grams source event_id'),
  pens: list('id name created_at'),
  lots: list('id name created_at target_grams_a_day'),
  products: list(
    'product version newest country species classes route dose withdrawal source read_on id created_at',
  ),
  stock_lots: list('id product batch expires_on'),
} satisfies Record<string, readonly string[]>
export type TableName = keyof typeof columnsOf
export type CellsOf<T extends TableName> = Readonly<Record<(typeof columnsOf)[T][number], Cell>>

/** The names of its files, for whoever writes and whoever reads it. */
export const names = { events: 'events.jsonl', rows: 'rows.jsonl', ledger: 'ledger.json' } as const

/** What the last file says of all others. */
export interface LedgerFile {
  format: 1
  site: { id: string; name: string }
  exported_at: string
  /** The ledger's last number and its hash; `context`: what its animals were folded under. */
  n: number
  head: string
  context: string | null
  loaded_n: number
  loaded_from: string[]
  /** SHA-256 of the file of rows, which no hash of an event covers. */
  rows_sha256: string
}

export const eventLine = ({ n, hash, record }: EventLine) => `{"n":${n},"hash":"${hash}","record":${record}}`

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
const endOf = (clearAt: string) => (new Date(clearAt).toISOString() === endless ? 'no end' : clearAt)

export function animalCells({
  id,
  status,
  same_as,
  main_tag,
  pen,
  lot,
  clear_at,
  card,
}: AnimalOut): CellsOf<'animals'> {
  const { tags = [], weight, ...said } = JSON.parse(card) as Partial<Card>
  return {
    id,
    main_tag,
    status,
    same_as,
    pen,
    lot,
    held_until: clear_at === null ? '' : endOf(clear_at),
    species: said.species,
    sex: said.sex,
    class: said.class,
    born: said.born,
    breed: said.breed,
    colour: said.colour,
    name: said.name,
    dam: said.dam,
    sire: said.sire,
    origin: said.origin,
    entered_at: iso(said.entered_at),
    ended_at: iso(said.ended_at),
    weight: weight?.typed,
    weight_unit: weight?.unit,
    weighed_at: iso(weight?.at),
    tags: tags.map(numberOf).join(' | '),
  }
}

/** An electronic number in two parts, as it is printed: whole, a spreadsheet would take it for a quantity and ruin it. */
const numberOf = ({ kind, value, typed }: Pick<IdentifierOut, 'kind' | 'value' | 'typed'>) =>
  kind === 'eid' ? `${value.slice(0, 3)} ${value.slice(3)}` : typed

export const identifierCells = (row: IdentifierOut): CellsOf<'identifiers'> => ({
  animal_id: row.animal_id,
  kind: row.kind,
  number: numberOf(row),
  from_at: row.from_at,
  to_at: row.to_at,
})

export function treatmentCells({ row, ...of }: TreatmentOut): CellsOf<'treatments'> {
  const { precision, product_name, route, reason, dose, batch, planned, open, course } = JSON.parse(
    row,
  ) as TreatmentRow
  return {
    animal_id: of.animal_id,
    main_tag: of.main_tag,
    at: of.at,
    precision,
    product: product_name,
    reason,
    route,
    dose: dose?.typed,
    dose_unit: dose?.unit,
    batch,
    doses_to_come: planned,
    open,
    course,
    event_id: of.event_id,
  }
}

export const withdrawalCells = ({ clear_at, ...row }: WithdrawalOut): CellsOf<'withdrawals'> => ({
  animal_id: row.animal_id,
  main_tag: row.main_tag,
  commodity: row.commodity,
  market: row.market,
  why: row.why,
  held_until: endOf(clear_at),
  provisional: row.provisional,
  event_id: row.event_id,
})

export const weightCells = (row: WeightOut): CellsOf<'weights'> => ({
  animal_id: row.animal_id,
  main_tag: row.main_tag,
  at: row.at,
  weight: row.typed,
  unit: row.unit,
  grams: row.grams,
  source: row.source,
  event_id: row.event_id,
})

/** One row a use of a label; a product of which nothing is known has one, too. */
export function productCells({ uses, ...product }: ProductOut): CellsOf<'products'>[] {
  const said = JSON.parse(uses) as LabelUse[]
  return (said.length === 0 ? [undefined] : said).map((use) => ({
    product: product.name,
    version: product.version,
    newest: product.is_newest ? 'yes' : 'no',
    country: use?.country,
    species: use?.species,
    classes: use?.classes?.join('; '),
    route: use?.route,
    dose: use?.dose && doseWords(use.dose),
    withdrawal: use?.figures.map(figureWords).join('; '),
    source: use?.source,
    read_on: use?.read_on,
    id: product.id,
    created_at: product.created_at,
  }))
}

function doseWords(dose: NonNullable<LabelUse['dose']>): string {
  if (dose.kind === 'by volume') return `${dose.volume} mL per ${dose.per} ${dose.unit}`
  const span = dose.least === dose.most ? dose.least : `${dose.least} to ${dose.most}`
  return `${span} mg/kg of ${dose.strength} mg/mL`
}

function figureWords(figure: LabelUse['figures'][number]): string {
  if (figure.kind === 'days') return `${figure.commodity} ${figure.days} days`
  if (figure.kind === 'hours') return `${figure.commodity} ${figure.hours} hours`
  if (figure.kind === 'milkings') return `${figure.commodity} ${figure.milkings} milkings`
  if (figure.kind === 'after_calving')
    return `${figure.commodity} ${figure.hours} hours after calving, dry ${figure.dryDays} days`
  return `${figure.commodity} ${figure.kind.replace('_', ' ')}`
}
