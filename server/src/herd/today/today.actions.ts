import type { AppReplyOf } from '@byre/contract/app-calls'
import { todayShows, type getToday } from '@byre/contract/herd/today'
import { addDays } from '@byre/rules/dates'
import { visited } from '../../platform/authentication/visitors.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { countedKinds } from '../animals/animals.actions.ts'
import { todayIn } from '../days.policy.ts'
import { heldOf } from '../gate/gate.policy.ts'
import { daysFrom, readFolding, usualMarket } from '../holds/holds.policy.ts'
import { findFolding } from '../holds/holds.queries.ts'
import { findToday } from './today.queries.ts'

/** Two statements: whose clock it goes by, and all that is counted by it. */
export async function answerToday({
  db,
  caller,
}: SiteCall<typeof getToday, 'herd'>): Promise<AppReplyOf<typeof getToday>> {
  const [{ context, markets }] = visited(await findFolding(db, caller))
  const folding = readFolding(context)
  const market = usualMarket(folding, markets)
  const zone = folding?.zone ?? 'UTC'
  const { days, starts } = daysFrom(
    addDays(todayIn(zone, Date.now()), 1 - todayShows.days),
    todayShows.days,
    zone,
  )
  // Of home alone the animals' own column tells it.
  const choice = {
    commodity: null,
    market: market === folding?.home ? null : market,
    pen: null,
    why: null,
  }
  const today_ends = starts.at(-1)!
  const [row] = visited(await findToday(choice)(db, { ...caller, ...choice, today_ends, days: starts }))
  const pens = row.pens ?? []
  const ofPens = pens.reduce((sum, { head }) => sum + head, 0)
  const [head, penned] = [row.head ?? 0, row.penned ?? 0]
  const treated = new Map((row.treated ?? []).map(({ day, ...counts }) => [day, counts]))
  return {
    has_animals: row.has_animals ?? false,
    head,
    pens,
    other_pens: { pens: (row.pens_used ?? 0) - pens.length, head: penned - ofPens },
    unpenned: head - penned,
    holds: {
      market: market ?? '',
      held: row.held ?? 0,
      endless: row.endless ?? 0,
      ends_today: row.ends_today ?? 0,
      next_at: row.next_at === null ? null : new Date(row.next_at).toISOString(),
    },
    findings: countedKinds(row.findings),
    treated: days.map((day, at) => ({ day, ...(treated.get(at + 1) ?? { head: 0, alone: 0 }) })),
    not_moved_back: {
      head: row.out_of_pen ?? 0,
      animals: (row.still_out ?? []).map(({ id, main_tag, pulled_at }) => ({
        id,
        main_tag,
        pulled_at: new Date(pulled_at).toISOString(),
      })),
    },
    loads: {
      lists: (row.loads ?? []).map(({ doubtful, load_at, ...load }) => ({
        ...load,
        load_at: new Date(load_at).toISOString(),
        may_not: heldOf(doubtful, { market: load.market, load_at }),
      })),
      more: Math.max(0, (row.loads_planned ?? 0) - todayShows.loads),
    },
    zone,
    today_ends_at: today_ends,
  }
}
