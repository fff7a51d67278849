import type { AppReplyOf } from '@byre/contract/app-calls'
import { calendarDays, type listHoldDays, type listHolds } from '@byre/contract/herd/holds'
import type { FoldContext } from '@byre/rules/fold-animal'
import { refuse } from '../../platform/errors.ts'
import { visited } from '../../platform/authentication/visitors.ts'
import type { SiteCall } from '../../tenants/index.ts'
import {
  cursorOf,
  endOf,
  noId,
  paged,
  readCursor,
  shownCard,
  shownWithdrawal,
} from '../animals/cards.policy.ts'
import { endOfTodayIn, todayIn } from '../days.policy.ts'
import { endless } from '../events/projections.policy.ts'
import { joined } from '../joined.policy.ts'
import { daysFrom, readFolding, unknownIn, withEndless } from './holds.policy.ts'
import { countHoldDays, findFolding, listHolds as findHolds, type HeldRow } from './holds.queries.ts'

type Listing = SiteCall<typeof listHolds, 'herd'>
type Counting = SiteCall<typeof listHoldDays, 'herd'>

const choiceOf = ({ commodity, market, pen, why }: Counting['query']) => ({
  commodity: commodity ?? null,
  market: market ?? null,
  pen: pen ?? null,
  why: why ?? null,
})

/** Where a page begins: behind the last one's last row, at what has no end, or at a time. */
function beginningOf({ after, endless: only, from }: Listing['query']): [at: string, id: string] {
  if (after !== undefined) {
    const read = readCursor(after, ['time', 'id'])
    if (!read) refuse('request.invalid', { field: 'after', message: 'Please begin anew.' })
    return read as [string, string]
  }
  return [only ? endless : (from ?? '1970-01-01T00:00:00.000Z'), noId]
}

export async function answerHolds({ db, caller, query }: Listing): Promise<AppReplyOf<typeof listHolds>> {
  const [after_at, after_id] = beginningOf(query)
  const choice = choiceOf(query)
  const rows = visited(
    await findHolds(choice)(db, {
      ...caller,
      ...choice,
      to: query.to ?? endless,
      after_at,
      after_id,
      limit: query.limit + 1,
    }),
  )
  const folding = requireChoice(rows[0].context, query)
  const zone = folding?.zone ?? 'UTC'
  const { page, next } = paged(joined<HeldRow>(rows), query.limit, (row) => cursorOf(row.clear_at!, row.id))
  return {
    holds: page.map((row) => ({
      animal: shownCard(row),
      clear_at: endOf(row.clear_at!),
      because: row.because.map(shownWithdrawal),
    })),
    next,
    today_ends_at: new Date(endOfTodayIn(zone, Date.now())).toISOString(),
    shown: {
      zone,
      home: folding?.home ?? '',
      market: query.market ?? folding?.home ?? '',
      markets: [...(folding?.markets ?? [])],
      commodity: query.commodity ?? null,
      commodities: [...(folding?.commodities ?? [])],
    },
  }
}

/** What the animals are folded under, which must know what was asked for. */
function requireChoice(
  context: string | null,
  asked: { commodity?: string | undefined; market?: string | undefined },
): FoldContext | null {
  const folding = readFolding(context)
  const unknown = unknownIn(folding, asked)
  if (unknown) refuse('request.invalid', unknown)
  return folding
}

export async function answerHoldDays({
  db,
  caller,
  query,
}: Counting): Promise<AppReplyOf<typeof listHoldDays>> {
  const [{ context }] = visited(await findFolding(db, caller))
  const zone = requireChoice(context, query)?.zone ?? 'UTC'
  const { days, starts } = daysFrom(todayIn(zone, Date.now()), calendarDays, zone)
  const choice = choiceOf(query)
  const rows = visited(await countHoldDays(choice)(db, { ...caller, ...choice, bounds: withEndless(starts) }))
  const heads = new Map(rows.map(({ bound, head }) => [bound, head ?? 0]))
  const headOf = (bound: number) => heads.get(bound) ?? 0
  return {
    days: days.map((day, at) => ({ day, starts_at: starts[at]!, head: headOf(at + 1) })),
    later: { starts_at: starts.at(-1)!, head: headOf(starts.length) },
    endless: headOf(starts.length + 1),
  }
}
