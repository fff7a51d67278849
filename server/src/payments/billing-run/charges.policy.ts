const hourMs = 3600 * 1000

/**
 * 20 hours in milliseconds: gateways keep keys for a day at least. A charge that nobody has heard of for so long is
 * not asked again: its end comes as an event, or an operator looks it up.
 */
export const staleAfterMs = 20 * hourMs

/** A payment that the gateway is still working on is looked up so often: each hour, in milliseconds. */
export const lookUpAfterMs = hourMs

/** The gateway has not said how it went; the job comes again. */
export class NoAnswer extends Error {}

/** The most that Stripe takes at once: eight digits of minor units (docs.stripe.com/currencies). */
const amountAtMost = 99_999_999

/** Invoices of one charge: what becomes of them is written in one transaction, which others wait for. */
export const sharesAtMost = 500

/** What an invoice still asks for. */
interface Owed {
  total: number
  credited: number
  currency: 'cad' | 'usd'
}

export const amountOf = ({ total, credited }: Pick<Owed, 'total' | 'credited'>) => total - credited

/**
 * The invoices, of those that are due, that one charge takes: of one currency, and as many as a gateway takes at once.
 * What is left is another charge.
 */
export function sharesOf<Invoice extends Owed>(due: readonly Invoice[]): Invoice[] {
  const shares: Invoice[] = []
  let sum = 0
  for (const invoice of due) {
    if (invoice.currency !== due[0]?.currency) continue
    if (shares.length > 0 && sum + amountOf(invoice) > amountAtMost) continue
    sum += amountOf(invoice)
    shares.push(invoice)
  }
  return shares
}

/** What stands on the payer's statement; the same whenever the same charge is asked for. */
export function descriptionOf(seller: string, numbers: readonly string[]): string {
  const [first = '', ...others] = numbers
  return `${seller} ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`
}
