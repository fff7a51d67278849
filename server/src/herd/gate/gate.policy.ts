import { obstacles as allObstacles, type Obstacle } from '@byre/contract/herd/ship-list-parts'
import type { Card } from '@byre/rules/fold-animal'
import { gate } from '@byre/rules/gate'
import type { Market } from '@byre/rules/figures'
import type { Because, Hold } from '@byre/rules/withdrawal'

/* The gate over rows: which animals of a list may leave, and why the rest may not. */

/** Why an animal is held; times are milliseconds, null has no end. */
export interface ReasonJson {
  event_id: string
  market: string
  why: string
  clear_at: number | null
  provisional: boolean
  product_name: string | null
  /** Of the event, where it is no treatment. */
  kind: string | null
  /** What a person typed who set the hold. What the gate said before it told this has none. */
  said?: string | null
}

/** An animal of a list, with what holds it and what else keeps it here. */
export interface AtGateRow {
  list_id: string
  id: string
  answer: string | null
  override_by_name: string | null
  override_reason: string | null
  override_at: string | null
  override_of: string | null
  status: string | null
  main_tag: string | null
  card: string | null
  pen: string | null
  is_shared: boolean
  is_unread: boolean
  because: ReasonJson[]
}

export interface Answer {
  passes: boolean
  overridden: boolean
  because: ReasonJson[]
  obstacles: Obstacle[]
}

/** Whether a reason is one of those, and holds no longer than it did. */
const isAmong = (reason: ReasonJson, those: readonly ReasonJson[]) =>
  those.some(
    ({ event_id, market, why, clear_at }) =>
      event_id === reason.event_id &&
      market === reason.market &&
      why === reason.why &&
      (clear_at === null || (reason.clear_at !== null && reason.clear_at <= clear_at)),
  )

/** An override is of the reasons that there were: with any other one its animal is held again. */
const overrideOf = ({ override_of, override_reason, override_by_name, because }: AtGateRow) => {
  if (override_of === null || override_reason === null) return undefined
  const those = JSON.parse(override_of) as ReasonJson[]
  const isWhole = because.every((reason) => isAmong(reason, those))
  return isWhole ? { by: override_by_name ?? '', reason: override_reason } : undefined
}

const statuses: ReadonlySet<string> = new Set(['dead', 'gone', 'merged', 'void'])

function obstaclesOf({ status, card, is_shared, is_unread }: AtGateRow, market: string): Obstacle[] {
  const { holds = [] } = JSON.parse(card ?? '{}') as Partial<Card>
  const standing = statuses.has(status ?? 'void') ? ((status ?? 'void') as Obstacle) : undefined
  // Of whoever is not here nothing is reckoned any more.
  const isReckoned =
    standing !== undefined || holds.some((hold) => hold.market === market && hold.commodity === 'meat')
  return [
    ...(standing ? [standing] : []),
    ...(is_shared ? (['shared tag'] as const) : []),
    ...(is_unread ? (['unread'] as const) : []),
    ...(isReckoned ? [] : (['market'] as const)),
  ]
}

const holdOf = (because: readonly ReasonJson[]): Hold => ({
  commodity: 'meat',
  state:
    because.length === 0 ? 'clear' : because.some(({ clear_at }) => clear_at === null) ? 'held' : 'until',
  clearAt: because[0]?.clear_at ?? null,
  isProvisional: because.some(({ provisional }) => provisional),
  because: because.map(({ event_id, market, why, clear_at, provisional }) => ({
    id: event_id,
    market: market as Market,
    why: why as Because['why'],
    clearAt: clear_at,
    isProvisional: provisional,
  })),
})

/** Each animal's answer for a market at a moment, in the order of the rows. */
export function answersOf(
  rows: readonly AtGateRow[],
  { market, at }: { market: string; at: number },
): Answer[] {
  const passages = gate(
    rows.map((row) => ({
      id: row.id,
      holds: [holdOf(row.because)],
      obstacles: obstaclesOf(row, market),
      override: overrideOf(row),
    })),
    at,
  )
  return passages.map(({ passes, isOverridden, because, obstacles }, nth) => ({
    passes,
    overridden: isOverridden,
    because: rows[nth]!.because.filter(({ event_id, market: of, why }) =>
      because.some((one) => one.id === event_id && one.market === of && one.why === why),
    ),
    obstacles: allObstacles.filter((obstacle) => obstacles.includes(obstacle)),
  }))
}

/** How many of them the gate does not let pass. */
export const heldOf = (rows: readonly AtGateRow[], list: { market: string; load_at: string }): number =>
  answersOf(rows, { market: list.market, at: Date.parse(list.load_at) }).filter(({ passes }) => !passes)
    .length

/** What holds now and did not then. */
export const newReasons = (now: Answer, then: Answer): ReasonJson[] =>
  now.because.filter((reason) => !isAmong(reason, then.because))

/** Whether something keeps it here that did not when it was last judged. */
export const isWorse = (now: Answer, then: Answer): boolean =>
  newReasons(now, then).length > 0 ||
  now.obstacles.some((obstacle) => !then.obstacles.includes(obstacle)) ||
  (then.passes && !now.passes)

export const readAnswer = (text: string): Answer => JSON.parse(text) as Answer
