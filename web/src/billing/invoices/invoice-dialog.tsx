import { getInvoice, getInvoicePdf, getReceipt } from '@byre/contract/billing/invoices'
import { taxNumberInWords } from '@byre/contract/billing/tax-numbers'
import { formatMoney } from '../../lib/format.ts'
import { useAsk } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { addressInWords } from '../../ui/forms/address.ts'
import { ConfirmAtBank } from './confirm-at-bank.tsx'
import { Download } from '../../ui/download.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { CorrectAddress } from './invoices-correction.tsx'
import { InvoiceStatus } from './invoice-status.tsx'
import { MoneyLines } from '../money-lines.tsx'
import { asksBillingEntity, billingDay } from '../paid.ts'
import { pay } from './unresolved-payment.tsx'
import { AtOnce } from '../plans/subscription-actions.tsx'

const titles = { invoice: 'Invoice', credit_note: 'Credit note' }

/** One invoice or credit note as it was issued. */
export function InvoiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const invoice = useAsk(getInvoice, { id })
  return (
    <Dialog
      title={`${titles[invoice.data?.kind ?? 'invoice']} ${invoice.data?.number ?? ''}`}
      onClose={onClose}
    >
      <Loaded
        ask={invoice}
        skeleton={<Skeleton height="16rem" />}
        failed="There was an error while loading the invoice."
      >
        {(invoice) => (
          <div className="stack">
            <Facts>
              <Fact name="Date">{billingDay(invoice.issued_at)}</Fact>
              <Fact name="For">{invoice.place_name}</Fact>
              <Fact name="Billed to">
                {[
                  invoice.payer.name,
                  addressInWords(invoice.payer),
                  ...(invoice.payer.tax_numbers ?? []).map(taxNumberInWords),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Fact>
              <Fact name="Status">
                <InvoiceStatus invoice={invoice} />
              </Fact>
              {invoice.corrects_number !== null && (
                <Fact name={invoice.kind === 'invoice' ? 'In place of' : 'For invoice'}>
                  {invoice.corrects_number}
                </Fact>
              )}
              {invoice.replaced_by_number !== null && (
                <Fact name="Replaced by">{invoice.replaced_by_number}</Fact>
              )}
              {invoice.reason !== null && <Fact name="Reason">{invoice.reason}</Fact>}
            </Facts>
            <MoneyLines of={`Lines of invoice ${invoice.number}`} amounts={invoice} sum="Total" />
            {invoice.credited > 0 && (
              <p className="figures">{formatMoney(invoice.credited, invoice.currency)} of it was credited.</p>
            )}
            <div className="actions">
              {asksBillingEntity(invoice) && <ConfirmAtBank debt={invoice}>Confirm Payment</ConfirmAtBank>}
              <Download of={getInvoicePdf} input={{ id }} name={`${invoice.number}.pdf`}>
                Download PDF
              </Download>
              {invoice.kind === 'invoice' && invoice.status === 'paid' && (
                <Download of={getReceipt} input={{ id }} name={`${invoice.number} receipt.pdf`}>
                  Receipt
                </Download>
              )}
              <CorrectAddress invoice={invoice} onCorrected={onClose} />
              {invoice.status === 'open' && invoice.next_try_at !== null && !asksBillingEntity(invoice) && (
                <AtOnce done="The card is being tried." go={() => pay([invoice])}>
                  Try Again
                </AtOnce>
              )}
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
