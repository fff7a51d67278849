import { within, type PlatformDb } from '../../platform/database/db.ts'
import {
  findInvoiceForStaff,
  findSubscriptionForStaff,
  listNewestInvoices,
  searchInvoiceNumbers,
} from './staff.queries.ts'

/* What the back office shows of invoices and subscriptions; each takes the platform's view of a handle. */

const newestAtMost = 20

export const searchInvoicesForStaff = (
  db: PlatformDb,
  search: { text: string; id: string | null; limit: number },
) => searchInvoiceNumbers(within<'payments'>(db), search)

export const newestInvoicesOf = (db: PlatformDb, billing_entity_id: string) =>
  listNewestInvoices(within<'payments'>(db), { billing_entity_id, limit: newestAtMost })

export async function invoiceForStaff(db: PlatformDb, id: string) {
  const [invoice] = await findInvoiceForStaff(within<'payments'>(db), { id })
  if (!invoice) return null
  const { billing_entity_id, payer, lines, ...facts } = invoice
  return {
    ...facts,
    payer: { id: billing_entity_id as string, name: payer.name },
    lines: lines.map(({ description, amount }) => ({ description, amount })),
  }
}

export async function subscriptionForStaff(db: PlatformDb, place_id: string) {
  const [subscription] = await findSubscriptionForStaff(within<'payments'>(db), { place_id })
  return subscription ?? null
}
