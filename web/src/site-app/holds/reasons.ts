import type { Hold } from '@byre/contract/herd/holds'

/* Why something holds, in words, and what settles that which has no end. */

type Because = Hold['because'][number]

/** One event holds once, whatever commodities and markets it holds for. */
export interface Reason {
  event_id: string
  words: string
  commodities: string[]
  /** Null has no end. */
  clear_at: string | null
  settles: string | null
  /** The event that settles it, where a line about it is all that takes. */
  by: 'hold_lifted' | 'course_closed' | null
}

const ofTreatment: Readonly<Record<string, string>> = {
  label: 'the withdrawal on its label',
  veterinarian: 'the veterinarian’s figure',
  least: 'this market’s own minimum',
  'open course': 'the course is still open',
  'still fed': 'still fed in its pen',
  'no figure': 'no withdrawal known',
  'extra-label': 'used off label, with no veterinarian’s figure',
  'banned use': 'a use that is not allowed',
}

function wordsOf({ why, product_name, event_kind, said }: Because): string {
  if (why !== 'other') return `${product_name ?? 'A treatment'}: ${ofTreatment[why] ?? why}`
  return event_kind === 'hold_set' ? `Hold set by hand: ${said ?? ''}` : 'The seller’s word'
}

const withFigure =
  'Ask your veterinarian for a withdrawal, then take this record back and enter it again with that figure.'

/** Every one begins at the record that holds. */
const settles: Readonly<Record<string, string>> = {
  'open course': 'Close the course after its last dose.',
  'still fed': 'Stop the feed on the page of its pen, or move the animal out.',
  'no figure': withFigure,
  'extra-label': withFigure,
  'banned use': 'No figure clears this. If it was recorded wrongly, take it back.',
  label: 'The label waits for milkings or a calving. Record them when they happen.',
}

function settledBy({ why, event_kind }: Because): string {
  if (why !== 'other') return settles[why] ?? withFigure
  return event_kind === 'hold_set'
    ? 'Lift the hold once the reason for it is gone.'
    : 'Ask the seller, and record their word on the animal’s page.'
}

const pressOf = ({ why, event_kind }: Because) =>
  why === 'open course'
    ? 'course_closed'
    : why === 'other' && event_kind === 'hold_set'
      ? 'hold_lifted'
      : null

/** What holds longest is first. */
export function reasonsOf({ because }: Hold): Reason[] {
  const reasons = new Map<string, Reason>()
  for (const one of because) {
    const { event_id, clear_at, commodity } = one
    const key = `${event_id} ${wordsOf(one)} ${clear_at === null}`
    const known = reasons.get(key)
    if (!known)
      reasons.set(key, {
        event_id,
        words: wordsOf(one),
        commodities: [commodity],
        clear_at,
        settles: clear_at === null ? settledBy(one) : null,
        by: clear_at === null ? pressOf(one) : null,
      })
    else {
      if (!known.commodities.includes(commodity)) known.commodities.push(commodity)
      if (known.clear_at !== null && clear_at !== null && clear_at > known.clear_at) known.clear_at = clear_at
    }
  }
  return [...reasons.values()]
}
