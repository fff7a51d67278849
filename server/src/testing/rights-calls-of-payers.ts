import { randomUUID } from 'node:crypto'
import { newAttempt } from './billing.ts'
import type { IdempotentCommand, Setting } from './rights-calls.ts'

/* How the rights about invoices and about confirming a card are used. */

/** A copy of the first invoice of all, as this payer's. */
const invoice =
  (changes: Record<string, string | null>) =>
  async ({ testApp, billingEntity }: Setting) => {
    const id = randomUUID()
    await testApp.database.pool.query(
      `insert into payments.invoices
     select (jsonb_populate_record(i, $1::jsonb)).*
     from payments.invoices i order by i.issued_at, i.id limit 1`,
      [{ id, billing_entity_id: billingEntity, ...changes }],
    )
    return { invoice: id }
  }
const theInvoice = (_: Setting, { invoice = '' }: Record<string, string>) => ({ id: invoice })
const ofInvoice: IdempotentCommand = { arrange: invoice({}), params: theInvoice }

export const billingEntityCommands: Record<string, IdempotentCommand> = {
  'see how cards are entered': { body: ({ billingEntity }) => ({ billing_entity_id: billingEntity }) },
  'confirm a card': {
    arrange: async ({ testApp, owner, billingEntity }) => ({
      attempt: await newAttempt(testApp, owner, billingEntity),
    }),
    params: (_, { attempt = '' }) => ({ id: attempt }),
  },
  'see an invoice': ofInvoice,
  'see the days of its invoices': { arrange: ofInvoice.arrange },
  'take an invoice as a document': ofInvoice,
  'take a receipt': ofInvoice,
  'pay a paid invoice': ofInvoice,
  'correct a void invoice': {
    arrange: invoice({ status: 'void', paid_at: null }),
    params: theInvoice,
    body: () => ({
      name: 'Another Ranch',
      address: '3550, chemin de l’Église',
      city: 'Rimouski',
      country: 'Canada',
      region: 'QC',
    }),
  },
}
