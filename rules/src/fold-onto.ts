import type { Instant } from './dates.ts'
import type {
  Card,
  FindingRow,
  FoldContext,
  StayRow,
  TreatmentRow,
  WeightRow,
  WithdrawalRow,
} from './fold-animal.ts'
import type { HerdEvent, Stored } from './fold-events.ts'
import { findingsOf, isApprovedTag, sameWithinMs } from './fold-findings.ts'
import { cardHolds, treatmentsOf, withdrawalsOf } from './fold-holds.ts'
import { cardOf, lifeOf, staysOf, weightsOf } from './fold-life.ts'
import { liveOf } from './fold.ts'

/*
 * What an animal's latest events add to it, without all that was before them: the same to the byte as folding it whole, by
 * the same functions (decision 0108). Most of what is recorded is the latest of its animal.
 */

/** An animal as its events have left it, that is one animal alone and not taken back. */
export interface Before {
  card: Card
  /** When the latest of its events was, taken back or not. */
  last_at: Instant
  /** When it was treated last, where that was shortly before the latest of its events. */
  treated_at: Instant | null
  /** Where it stands; null where it stands nowhere. */
  stay: StayRow | null
}

/** Rows to be put: each is new or stands in for the one of its event. */
export interface Added {
  card: Card
  stays: StayRow[]
  weights: WeightRow[]
  treatments: TreatmentRow[]
  withdrawals: WithdrawalRow[]
  findings: FindingRow[]
}

/** What changes nothing of what was before it: it neither takes back, closes, lifts nor settles, and no earlier dose ends by it. */
function addsAlone({ kind, body }: HerdEvent): boolean {
  switch (kind) {
    case 'described':
    case 'moved':
    case 'lot_joined':
    case 'weighed':
    case 'observed':
    case 'bred':
    case 'preg_checked':
    case 'weaned':
    case 'died':
    case 'left':
      return true
    case 'treated':
    case 'group_treated':
      // Of a course the first dose tells what is planned; a planned dose may lie before what has happened.
      return body.course === undefined && body.planned === undefined
    case 'noted':
      return body.settles === undefined
    default:
      return false
  }
}

/** Undefined where the whole history has to be folded. */
export function foldOnto(
  { card, last_at, treated_at, stay }: Before,
  arriving: readonly Stored[],
  context: FoldContext,
): Added | undefined {
  if (card.status !== 'here' || !arriving.every(({ event }) => addsAlone(event))) return undefined
  const live = liveOf(arriving, context)
  if (live.some(({ at }) => at <= last_at)) return undefined
  const { tags, weight, holds, ...state } = card
  // That it wants a tag is no finding any more once it is gone.
  const isEnding = live.some(({ event }) => event.kind === 'died' || event.kind === 'left')
  if (context.tagDuties === 'yes' && isEnding && card.origin !== 'born' && !tags.some(isApprovedTag))
    return undefined
  // What a label asks of an animal is asked of it as it is now.
  const treatments = treatmentsOf(live, { ...context, species: card.species, class: card.class })
  const isNearAnother = ({ row }: { row: TreatmentRow }) =>
    treated_at !== null && row.at - treated_at <= sameWithinMs
  if (treatments.some(isNearAnother)) return undefined

  const life = lifeOf(live, { ...state, ends: [] })
  const withdrawals = withdrawalsOf(live, treatments, context)
  const weights = weightsOf(live)
  return {
    card: cardOf(life, {
      tags,
      weight: weights.at(-1) ?? weight,
      holds: cardHolds([...holds, ...withdrawals], context),
    }),
    stays: staysOf(live, stay ?? undefined).filter(
      ({ event, to }) => event !== stay?.event || to !== undefined,
    ),
    weights,
    treatments: treatments.map(({ row }) => row),
    withdrawals,
    findings: findingsOf(live, { life, treatments, identifiers: [], tags }, context),
  }
}
