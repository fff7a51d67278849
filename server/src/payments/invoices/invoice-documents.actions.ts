import type { Invoice } from '@byre/contract/billing/invoices'
import type { Words } from '@byre/contract/words'
import { Readable } from 'node:stream'
import { callerLanguage } from '../../customers/index.ts'
import type { Caller } from '../../platform/authentication/authenticate.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import { drawApart } from '../../platform/documents/document-thread.ts'
import { wordsOf } from '../../platform/languages/languages.ts'
import { refuse } from '../../platform/errors.ts'
import type { Branding } from '../../platform/branding.ts'
import type { Attachment } from '../../platform/mail/mail.ts'
import { Download } from '../../platform/reply.ts'
import { documentOf, fileNameOf, type Sort } from './invoice-documents.policy.ts'
import { findInvoiceFor } from './invoices.actions.ts'
import { findDocument } from './invoices.queries.ts'

/* Invoices, credit notes and receipts as documents, drawn from what was frozen when they are asked for, in the caller's language. */

export async function getInvoicePdf(branding: Branding, db: Db<'payments'>, caller: Caller, id: string) {
  const invoice = await findInvoiceFor(db, caller, id)
  return download(branding, wordsOf(await callerLanguage(platformOf(db), caller)), invoice, 'invoice')
}

/** Only what was paid has a receipt. */
export async function getReceipt(branding: Branding, db: Db<'payments'>, caller: Caller, id: string) {
  const invoice = await findInvoiceFor(db, caller, id)
  if (!hasReceipt(invoice)) refuse('not_found')
  return download(branding, wordsOf(await callerLanguage(platformOf(db), caller)), invoice, 'receipt')
}

const hasReceipt = ({ kind, status }: Pick<Invoice, 'kind' | 'status'>) =>
  kind === 'invoice' && status === 'paid'

async function download(branding: Branding, words: Words, invoice: Invoice, sort: Sort): Promise<Download> {
  const bytes = await drawApart(branding, documentOf(words, invoice, sort))
  return new Download(fileNameOf(invoice, sort), Readable.from([bytes]))
}

/** Many invoices of one payer, with the receipts of those that were paid, as one file. */
export async function attachmentOfAll(
  branding: Branding,
  db: Db<'payments'>,
  words: Words,
  ids: readonly string[],
): Promise<Attachment[]> {
  const rows = (await Promise.all(ids.map((id) => findDocument(db, { id })))).flat()
  const documents = rows.flatMap((row) => sortsOf(row).map((sort) => documentOf(words, row, sort)))
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const content = (await drawApart(branding, documents)).toString('base64')
  return [{ name: `invoices-${first.number}-to-${last.number}.pdf`, type: 'application/pdf', content }]
}

const sortsOf = (row: Pick<Invoice, 'kind' | 'status'>): Sort[] =>
  hasReceipt(row) ? ['invoice', 'receipt'] : ['invoice']

/** An invoice for a mail that carries it, with its receipt where it was paid. */
export async function attachmentsOf(
  branding: Branding,
  db: Db<'payments'>,
  words: Words,
  id: string,
): Promise<Attachment[]> {
  const [row] = await findDocument(db, { id })
  if (!row) return []
  return Promise.all(
    sortsOf(row).map(async (sort) => ({
      name: fileNameOf(row, sort),
      type: 'application/pdf' as const,
      content: (await drawApart(branding, documentOf(words, row, sort))).toString('base64'),
    })),
  )
}
