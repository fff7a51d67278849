import type { InvoiceHead } from '@byre/contract/billing/invoices'

/* A year of invoices, month by month. */

const months = 12
const monthOf = (time: string) => time.slice(0, 7)

export interface Month {
  /** `2026-11` */
  month: string
  /** What was invoiced, credits taken off, in minor units with tax. */
  amount: number
}

/** The twelve months up to `now`, or up to the newest invoice where its clock is ahead; what is void does not count. */
export function spendingOf(invoices: readonly InvoiceHead[], now: Date): Month[] {
  const last = [now.toISOString(), ...invoices.map(({ issued_at: time }) => time)].toSorted().at(-1) ?? ''
  const [year, month] = monthOf(last).split('-').map(Number) as [number, number]
  const amounts = new Map<string, number>()
  for (const { issued_at: time, total, status } of invoices) {
    if (status !== 'void') amounts.set(monthOf(time), (amounts.get(monthOf(time)) ?? 0) + total)
  }
  return Array.from({ length: months }, (_, index) => {
    const first = new Date(Date.UTC(year, month - months + index, 1)).toISOString()
    return { month: monthOf(first), amount: amounts.get(monthOf(first)) ?? 0 }
  })
}
