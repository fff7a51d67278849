import { spokenHere } from '../words.ts'

const shape = /^(.*), (monthly|yearly|every (\d+) (month|year)s)(?:: (\d+) of (\d+) days)?( not used)?$/

/**
 * A line of an invoice as its reader's language says it: `Herd, monthly: 21 of 31 days not used`. Lines are kept in
 * English, as they were issued; one of another shape is said as it is.
 */
export function lineInWords(description: string, { t } = spokenHere()): string {
  const [, plan = '', every, count = '', interval, days = '', all = '', unused] =
    shape.exec(description) ?? []
  if (every === undefined) return description
  const term =
    interval === undefined
      ? every === 'monthly'
        ? t`${plan}, monthly`
        : t`${plan}, yearly`
      : interval === 'month'
        ? t`${plan}, every ${count} months`
        : t`${plan}, every ${count} years`
  if (days === '') return unused === undefined ? term : t`${term} not used`
  return unused === undefined
    ? t`${term}: ${days} of ${all} days`
    : t`${term}: ${days} of ${all} days not used`
}
