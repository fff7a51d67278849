import {
  taxNumberKeys,
  taxNumberProblems,
  taxNumbersAsked,
  type TaxNumberKey,
} from '@byre/contract/billing/tax-numbers'
import type { FieldError } from '@byre/contract/errors'

/* Which tax numbers a payer may have goes by where it is, so each is judged with the other. */

interface Where {
  country?: string | null | undefined
  region?: string | null | undefined
}
type TaxNumbers = { [Key in TaxNumberKey]?: string | null | undefined }

/** Whether a change must be judged with the tax numbers, or the place, that are stored. */
export const bearsOnTaxNumbers = (sent: Where & TaxNumbers) =>
  ['country' as const, 'region' as const, ...taxNumberKeys].some((name) => sent[name] !== undefined)

/** Sent numbers judged by where the payer is then; of stored ones those that are not for there any more are emptied. */
export function fitTaxNumbers(
  stored: Where & TaxNumbers,
  sent: Where & TaxNumbers,
): { problems: FieldError[]; emptied: TaxNumbers } {
  const { country = stored.country, region = stored.region } = sent
  const where = { country, region }
  const fitting = taxNumbersAsked(where)
  const gone = taxNumberKeys.filter((key) => sent[key] === undefined && stored[key] && !fitting.includes(key))
  const numbers = Object.fromEntries(taxNumberKeys.map((key) => [key, sent[key]]))
  return {
    problems: taxNumberProblems({ ...numbers, ...where }),
    emptied: Object.fromEntries(gone.map((key) => [key, null])),
  }
}
