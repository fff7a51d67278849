import type { getSpending as GetSpending, Spending } from '@byre/contract/billing/spending'
import { findPayingEntities } from '../../customers/index.ts'
import { answered } from '../../platform/authentication/authenticate.ts'
import type { Call } from '../../platform/http/calls.ts'
import type { BillingContext } from '../billing.policy.ts'
import { withTax } from '../invoices/invoices.policy.ts'
import { nowhere } from './overview.actions.ts'
import { listComingCharges } from './overview.queries.ts'
import { listSpentMonths } from './spending.queries.ts'

const months = 12
const comingMs = 30 * 86_400_000

/** Two statements, asked together, whatever was invoiced. */
export async function getSpending(
  context: BillingContext,
  { db, caller, query }: Call<typeof GetSpending, 'payments'>,
): Promise<Spending> {
  const now = context.clock.now()
  const wanted = query.billing_entity_id ?? null
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1))
  const [spentRows, comingRows] = await Promise.all([
    listSpentMonths(db, { ...caller, billing_entity_id: wanted, since: first.toISOString() }),
    listComingCharges(db, caller),
  ])
  const until = new Date(now.getTime() + comingMs).toISOString()
  const coming = answered(comingRows).flatMap(({ billing_entity_id: id, at, ...due }) =>
    id === null || at === null || at > until || (wanted !== null && id !== wanted)
      ? []
      : [{ ...due, billing_entity_id: id, day: at.slice(0, 10) }],
  )
  const entities = await findPayingEntities(db, [...new Set(coming.map((one) => one.billing_entity_id))])

  const days = new Map<string, Spending['coming'][number]>()
  for (const { billing_entity_id: id, day, currency, amount, places } of coming) {
    const total = places * withTax(context, amount, entities.get(id) ?? nowhere)
    const known = days.get(day + currency)
    days.set(day + currency, {
      day,
      currency,
      total: total + (known?.total ?? 0),
      places: places + (known?.places ?? 0),
    })
  }
  return {
    months: yearOf(first, answered(spentRows)),
    coming: [...days.values()].toSorted((a, b) => a.day.localeCompare(b.day)),
  }
}

type Spent = Awaited<ReturnType<typeof listSpentMonths>>[number]

/** Each month of the year in each currency, also one in which nothing was invoiced. */
function yearOf(first: Date, rows: readonly Spent[]): Spending['months'] {
  const spent = rows.filter(({ month }) => month !== null)
  return [...new Set(spent.map(({ currency }) => currency))].toSorted().flatMap((currency) =>
    Array.from({ length: months }, (_, index) => {
      const start = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index, 1))
      const month = start.toISOString().slice(0, 7)
      const row = spent.find((one) => one.month === month && one.currency === currency)
      return { month, currency, paid: (row?.total ?? 0) - (row?.owed ?? 0), owed: row?.owed ?? 0 }
    }),
  )
}
