import { getInvoice } from '@byre/contract/invoices'
import { useAsk } from '../lib/query.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/states.tsx'
import { addressInWords } from './address.ts'
import { Fact, Facts } from './facts.tsx'
import { InvoiceStatus } from './invoice-status.tsx'
import { MoneyLines } from './money-lines.tsx'
import { billingDay } from './paid.ts'
import { payAll } from './payment-trouble.tsx'
import { AtOnce } from './subscription-deeds.tsx'

/** One invoice as it was issued. */
export function InvoiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const invoice = useAsk(getInvoice, { id })
  return (
    <Dialog title={`Invoice ${invoice.data?.number ?? ''}`} onClose={onClose}>
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
                {[invoice.payer.name, addressInWords(invoice.payer)].filter(Boolean).join(', ')}
              </Fact>
              <Fact name="Status">
                <InvoiceStatus invoice={invoice} />
              </Fact>
            </Facts>
            <MoneyLines of={`Lines of invoice ${invoice.number}`} amounts={invoice} sum="Total" />
            {invoice.status === 'open' && invoice.next_try_at !== null && (
              <div className="deeds">
                <AtOnce done="The card is being tried." go={() => payAll([invoice])}>
                  Try Again
                </AtOnce>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
