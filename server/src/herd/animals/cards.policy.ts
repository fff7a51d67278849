import type { AnimalCard } from '@byre/contract/herd/cards'
import type { Card } from '@byre/rules/fold-animal'
import { isoTime } from '../../platform/database/pipelined-client.ts'
import { endless } from '../events/projections.policy.ts'
import type { AnimalRow } from '../tables.ts'

/* Rows as they are shown, and where a page goes on. */

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

/** A stored card as it leaves: times as text, and no end as none. */
export function shownCard(row: AnimalRow & Partial<Pick<NamedRow, 'pen_name' | 'lot_name'>>): AnimalCard {
  const card = JSON.parse(row.card) as Partial<Card>
  const { tags = [], holds = [], weight } = card
  return {
    species: card.species,
    sex: card.sex,
    class: card.class,
    born: card.born,
    breed: card.breed,
    colour: card.colour,
    name: card.name,
    dam: card.dam,
    sire: card.sire,
    origin: card.origin,
    id: row.id,
    as_of: row.as_of,
    status: row.status,
    same_as: row.same_as,
    main_tag: row.main_tag,
    pen_id: row.pen_id,
    lot_id: row.lot_id,
    pen_name: row.pen_name ?? undefined,
    lot_name: row.lot_name ?? undefined,
    entered_at: iso(card.entered_at),
    ended_at: iso(card.ended_at),
    pulled_at: iso(card.pulled_at),
    weight: weight && {
      at: iso(weight.at)!,
      grams: weight.grams,
      typed: weight.typed,
      unit: weight.unit,
      source: weight.source,
    },
    tags,
    holds: holds.map(({ market, commodity, held, clear_at, provisional }) => ({
      market,
      commodity,
      held: held === 'yes',
      clear_at: held === 'yes' || clear_at === 0 ? null : new Date(clear_at).toISOString(),
      provisional: provisional === 'yes',
    })),
  }
}

/** An animal with what its pen and lot are called. */
export interface NamedRow extends AnimalRow {
  pen_name: string | null
  lot_name: string | null
}

/** As a read has it. */
export interface WithdrawalJson {
  event_id: string
  commodity: string
  market: string
  why: string
  clear_at: string
  provisional: string | null
  product_name: string | null
}

export const shownWithdrawal = <W extends WithdrawalJson>({ clear_at, provisional, ...row }: W) => ({
  ...row,
  clear_at: endOf(clear_at),
  provisional: provisional === 'yes',
})

/** Before every id. */
export const noId = '00000000-0000-0000-0000-000000000000'

/** One more row than a page has says that there is another. */
export function paged<Row>(rows: readonly Row[], limit: number, cursor: (row: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last ? cursor(last) : null }
}

export const endOf = (clearAt: string): string | null => {
  const at = isoTime(clearAt)
  return at === endless ? null : at
}

/** What names a page's last row, as text for an address. */
export const cursorOf = (...parts: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts of a cursor, where it is one of so many; undefined where it is none. */
export function readCursor(text: string, kinds: readonly ('text' | 'id' | 'time' | 'number')[]) {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(parts) || parts.length !== kinds.length) return undefined
  return kinds.every((kind, at) => isOfKind(kind, (parts as unknown[])[at])) ? (parts as string[]) : undefined
}

function isOfKind(kind: 'text' | 'id' | 'time' | 'number', part: unknown): boolean {
  if (kind === 'number') return Number.isSafeInteger(part)
  if (typeof part !== 'string' || part.includes('\0') || !part.isWellFormed()) return false
  if (kind === 'id') return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part)
  return kind === 'text' || isTime(part)
}

/** A day that there is: what is read here as the second of March for the thirtieth of February, the database refuses. */
function isTime(part: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(part)) return false
  const at = new Date(part)
  return !Number.isNaN(at.getTime()) && at.toISOString() === part
}
