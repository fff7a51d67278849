import type { MoneyLine, TaxLine } from '@byre/contract/billing/money'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { BillingEntityAccess } from '../../customers/index.ts'
import { refuse } from '../../platform/errors.ts'
import { prove, type Proven } from '../../platform/proven.ts'
import { byOperator, type InvoiceAccess } from '../access.policy.ts'
import { shareOf, sumOf } from '../money.policy.ts'
import { taxSum } from '../invoices/taxes.policy.ts'

/** An invoice with the proof that it may be credited, and for whom. */
export interface ProvenInvoice {
  id: InvoiceAccess
  billing_entity_id: Proven<'edit' | 'operator', BillingEntityId>
}

interface Owed {
  id: string
  billing_entity_id: BillingEntityId
}

/** An invoice to somebody whose billing information the actor may edit; refuses another's. */
export function correctable<Invoice extends Owed>(
  billingEntity: BillingEntityAccess<'edit'>,
  invoice: Invoice,
) {
  if (invoice.billing_entity_id !== billingEntity.id) refuse('not_found')
  return { ...invoice, id: prove('edit', invoice.id), billing_entity_id: billingEntity.id }
}

/** Any invoice, for an operator. */
export function creditable<Invoice extends Owed>(invoice: Invoice) {
  return {
    ...invoice,
    id: byOperator(invoice.id),
    billing_entity_id: byOperator(invoice.billing_entity_id),
  }
}

/** The credit note that was just issued for an invoice that may be credited. */
export const creditNoteOf = (_invoice: ProvenInvoice, id: string): InvoiceAccess => prove('edit', id)

/** What an invoice charged, or a credit note of it took back (then negative). */
interface Charged {
  lines: readonly MoneyLine[]
  taxes: readonly TaxLine[]
}

interface Credit {
  credited_lines: readonly number[]
  subtotal: number
  taxes: readonly TaxLine[]
}

/**
 * Lines, taxes and sums of a credit note for one line of an invoice (from 1), or for all that is left of it;
 * null where nothing can be credited so. Taxes are reckoned on all that is credited so far, less what was
 * credited before: together the notes take back to the cent what was charged. All amounts are minor units of the
 * invoice's currency, the sums 0 or less; rates are the invoice's own, as they were when it was issued.
 */
export function creditOf({ lines, taxes }: Charged, before: readonly Credit[], line: number | null) {
  const done = new Set(before.flatMap((credit) => credit.credited_lines))
  const wanted = lines.map((_, at) => at + 1).filter((n) => !done.has(n) && (line === null || line === n))
  const credited = wanted.flatMap((n) => lines[n - 1] ?? [])
  const subtotal = sumOf(credited.map(({ amount }) => amount))
  const soFar = sumOf([subtotal, ...before.map((credit) => -credit.subtotal)])
  if (wanted.length === 0 || subtotal <= 0 || soFar > sumOf(lines.map(({ amount }) => amount))) return null

  const back = taxes.map((tax, at) => {
    const given = sumOf(before.map((credit) => -(credit.taxes[at]?.amount ?? 0)))
    const amount = shareOf(soFar, tax.rate, 100_000) - given
    return { ...tax, base: -subtotal, amount: negative(amount) }
  })
  const tax = taxSum(back)
  return {
    credited_lines: wanted,
    lines: credited.map(takenBack),
    taxes: back,
    subtotal: -subtotal,
    tax,
    total: sumOf([-subtotal, tax]),
  }
}

const negative = (amount: number) => (amount === 0 ? 0 : -amount)

const takenBack = (line: MoneyLine): MoneyLine => ({
  ...line,
  kind: line.kind === 'charge' ? 'credit' : 'charge',
  amount: negative(line.amount),
})
