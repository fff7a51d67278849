import { noteOperator, type Operator } from '../auth/index.ts'
import type { Payments } from '../payments/index.ts'

interface CreditOrder {
  invoice_id: string
  number: string
  line: number | undefined
  /** What it was said to come to: refused where it would be anything else. */
  total: number
  /** What stands in the trail beside the invoice and its credit note. */
  about: Record<string, unknown>
}

/** Credits an invoice or a line of it, from the command line and in the back office; its reason stands on the credit note. */
export const creditAs = (
  payments: Pick<Payments, 'creditInvoice'>,
  operator: Operator,
  { invoice_id, number, line, total, about }: CreditOrder,
) =>
  payments.creditInvoice({
    invoice_id,
    line,
    total,
    reason: operator.reason,
    witness: (db, { number: credit_note }) =>
      noteOperator(db, operator, 'creditInvoice', { after: { invoice: number, ...about, credit_note } }),
  })

/** Minor units as people write them: 3334 is '33.34'. */
export const inUnits = (minor: number) => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
