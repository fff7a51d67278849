import * as z from 'zod/mini'

/** What a payer pays in: Canadian or US dollars, amounts in cents. Fixed by the first thing it pays for. */
const currencies = ['cad', 'usd'] as const
export const Currency = z.enum(currencies)
export type Currency = z.infer<typeof Currency>

/** One line of an invoice, or of what a change would cost: a plan for some UTC days. */
export const MoneyLine = z.object({
  /** `charge` for days to come, `credit` for days that were charged before. */
  kind: z.enum(['charge', 'credit']),
  description: z.string(),
  plan_id: z.string(),
  /** The first UTC day, and the one after the last: `2026-11-20`. */
  from: z.string(),
  to: z.string(),
  /** Of so many days of its period. */
  days: z.number(),
  of_days: z.number(),
  /** Minor units, without tax; negative for a credit. */
  amount: z.number(),
})
export type MoneyLine = z.infer<typeof MoneyLine>

export const TaxLine = z.object({
  /** `GST`, `HST`, `QST` or `PST (BC)`. */
  name: z.string(),
  /** Thousandths of a percent: 9.975 % is 9975. */
  rate: z.number(),
  /** The seller's registration for it. */
  number: z.string(),
  /** What it is reckoned on, and what it comes to: minor units. */
  base: z.number(),
  amount: z.number(),
})
export type TaxLine = z.infer<typeof TaxLine>

/**
 * Lines, taxes and their sums, in minor units of `currency`: `total` is `subtotal` and `tax`. Negative on credit
 * notes.
 */
export const amounts = {
  currency: Currency,
  lines: z.array(MoneyLine),
  taxes: z.array(TaxLine),
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
}

/** The same without the lines. */
export const costs = {
  currency: Currency,
  taxes: amounts.taxes,
  subtotal: amounts.subtotal,
  tax: amounts.tax,
  total: amounts.total,
}
