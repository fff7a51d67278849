import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { Readable } from 'node:stream'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import { csvBeginning, csvLine } from '@byre/contract/csv'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { listForExport, type Exported } from './invoice-exports.queries.ts'

const atOnce = 200

const columns = [
  'Number',
  'Kind',
  'For invoice',
  'Status',
  'Issued (UTC)',
  'Paid (UTC)',
  'Billed to',
  'Site or clinic',
  'Row',
  'Description',
  'From',
  'To (excluded)',
  'Tax number',
  'Amount',
  'Currency',
]

/**
 * The invoices and credit notes of a payer, or those of one day or month, as a table: one row a line and one a tax, so that the column of
 * amounts adds up to what was billed. Read page by page as it leaves; whoever may not see it is refused
 * before the first line.
 */
export async function exportInvoices(
  db: Db<'payments'>,
  caller: Caller,
  { id: billing_entity_id, issued = null }: { id: BillingEntityId; issued?: string | null | undefined },
): Promise<Readable> {
  const wanted = { ...caller, billing_entity_id, issued }
  const first = await pageAfter(db, wanted, 0)

  async function* table() {
    yield csvBeginning + csvLine(columns)
    for (let page = first; page.length > 0;) {
      yield page.flatMap(rowsOf).join('')
      const last = page.at(-1)?.sequence ?? 0
      page = page.length < atOnce ? [] : await pageAfter(db, wanted, last)
    }
  }
  return Readable.from(table())
}

type ExportedInvoice = { [Column in keyof Exported]: NonNullable<Exported[Column]> }

type Wanted = Omit<Parameters<typeof listForExport>[1], 'after' | 'limit'>

async function pageAfter(db: Db<'payments'>, wanted: Wanted, after: number) {
  const rows = answered(await listForExport(db, { ...wanted, after, limit: atOnce }))
  if (rows[0].payer_id === null) refuse('not_found')
  return rows.filter((row): row is typeof row & ExportedInvoice => row.sequence !== null)
}

function rowsOf(invoice: ExportedInvoice): string[] {
  const {
    number,
    kind,
    corrects_number,
    status,
    issued_at,
    paid_at,
    payer: billingEntity,
    place_name,
    currency,
  } = invoice
  const start = [
    number,
    kind === 'invoice' ? 'Invoice' : 'Credit note',
    corrects_number ?? '',
    status,
    issued_at,
    paid_at ?? '',
    billingEntity.name,
    place_name,
  ]
  const row = (cells: readonly string[], amount: number) =>
    csvLine([...start, ...cells, { cents: amount }, currency.toUpperCase()])
  return [
    ...invoice.lines.map((line) => row(['Line', line.description, line.from, line.to, ''], line.amount)),
    ...invoice.taxes.map((tax) =>
      row(['Tax', `${tax.name} ${tax.rate / 1000}%`, '', '', tax.number], tax.amount),
    ),
  ]
}
