import { shareOf, sumOf } from '../money.policy.ts'

/*
 * Sales taxes of Canada by the payer's province, from one dated table; a payer in the USA is charged
 * none. Rates in thousandths of a percent, so that 9.975 % is whole.
 *
 * Sources: Canada Revenue Agency, "GST/HST calculator (and rates)" and "Harmonized sales tax rate
 * decrease in Nova Scotia"; Revenu Québec, "Tables of GST and QST rates"; Province of British Columbia,
 * "Provincial sales tax (PST)"; Government of Saskatchewan, "Provincial Sales Tax"; Manitoba Finance,
 * "Retail Sales Tax". A tax is charged only where the operator has given its number.
 */

interface Rate {
  tax: 'GST' | 'HST' | 'QST' | 'PST'
  /** Two letters; null: every province that has no HST. */
  region: string | null
  /** From this UTC date on, until the next row of the same tax and region. */
  from: string
  /** Thousandths of a percent: 13,000 is 13 %. */
  rate: number
}

/** GST, HST, QST and PST since 2008 or later, from the sources above; a change of a rate is a new row. */
const rates: readonly Rate[] = [
  { tax: 'GST', region: null, from: '2008-01-01', rate: 5_000 },
  { tax: 'HST', region: 'ON', from: '2010-07-01', rate: 13_000 },
  { tax: 'HST', region: 'NB', from: '2016-07-01', rate: 15_000 },
  { tax: 'HST', region: 'NL', from: '2016-07-01', rate: 15_000 },
  { tax: 'HST', region: 'PE', from: '2016-10-01', rate: 15_000 },
  { tax: 'HST', region: 'NS', from: '2010-07-01', rate: 15_000 },
  { tax: 'HST', region: 'NS', from: '2025-04-01', rate: 14_000 },
  { tax: 'QST', region: 'QC', from: '2013-01-01', rate: 9_975 },
  { tax: 'PST', region: 'BC', from: '2013-04-01', rate: 7_000 },
  { tax: 'PST', region: 'SK', from: '2017-03-23', rate: 6_000 },
  { tax: 'PST', region: 'MB', from: '2019-07-01', rate: 7_000 },
]

/** The operator's registrations, as in `TAX_NUMBERS`. One number serves GST and HST. */
export type TaxNumbers = Readonly<Record<string, string>>

export interface TaxLine {
  /** `GST`, or `PST (BC)` where provinces differ. */
  name: string
  /** Thousandths of a percent. */
  rate: number
  number: string
  /** What it is reckoned on, and what it comes to: minor units. */
  base: number
  amount: number
}

export interface TaxedAddress {
  country: string | null
  region: string | null
}

/**
 * The taxes on an invoice's subtotal (minor units), issued on a UTC date (`2026-11-20`), by `rates`. Each tax is
 * reckoned on the whole subtotal and rounded once, half a cent upwards; QST and PST are not reckoned on GST. A
 * Canadian payer whose province is not known, and one without a country, is charged GST alone.
 */
export function taxesOn(
  subtotal: number,
  { country, region }: TaxedAddress,
  date: string,
  numbers: TaxNumbers,
): TaxLine[] {
  if (country === 'USA') return []
  const inForce = rates.filter((one) => one.from <= date && (one.region === null || one.region === region))
  const latest = new Map(inForce.toSorted((a, b) => (a.from < b.from ? -1 : 1)).map((one) => [one.tax, one]))
  if (latest.has('HST')) latest.delete('GST')
  return [...latest.values()]
    .toSorted((a, b) => order.indexOf(a.tax) - order.indexOf(b.tax))
    .flatMap((one) => {
      const number = numberOf(one, numbers)
      if (number === undefined) return []
      const name = one.tax === 'PST' ? `PST (${one.region})` : one.tax
      return [{ name, rate: one.rate, number, base: subtotal, amount: shareOf(subtotal, one.rate, 100_000) }]
    })
}

const order: Rate['tax'][] = ['GST', 'HST', 'QST', 'PST']

function numberOf({ tax, region }: Rate, numbers: TaxNumbers): string | undefined {
  if (tax === 'PST') return numbers[`PST-${region}`]
  return tax === 'HST' ? (numbers['HST'] ?? numbers['GST']) : numbers[tax]
}

/** What all taxes come to, in minor units. */
export const taxSum = (taxes: readonly TaxLine[]) => sumOf(taxes.map((tax) => tax.amount))
