import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { exportInvoices, listInvoices, type InvoiceHead } from '@byre/contract/billing/invoices'
import { limits } from '@byre/contract/limits'
import { useState } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { useAsk } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { ConfirmAtBank } from './confirm-at-bank.tsx'
import { Download } from '../../ui/download.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { InvoiceStatus } from './invoice-status.tsx'
import { asksBillingEntity, billingDay } from '../paid.ts'
import { InvoiceRecipients } from './recipients.tsx'

/** Every invoice of a payer, the newest first. */
export function Invoices({ entity }: { entity: BillingEntity }) {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<string | null>(null)
  const invoices = useAsk(
    listInvoices,
    { billing_entity_id: entity.id, sort: '-issued_at', page, per_page: limits.perPage.default },
    { keep: true },
  )
  return (
    <div className="stack">
      <Loaded
        ask={invoices}
        skeleton={<Skeleton height="14rem" />}
        failed="There was an error while loading invoices."
      >
        {({ invoices, total, per_page: perPage }) => (
          <>
            <Table
              caption="Invoices"
              columns={[
                { header: 'Number', cell: numberOf },
                { header: 'Date', cell: dateOf },
                { header: 'For', cell: ({ place_name: name }: InvoiceHead) => name },
                { header: 'Status', cell: statusOf },
                {
                  header: 'Total',
                  cell: ({ total, currency }: InvoiceHead) => formatMoney(total, currency),
                  end: true,
                },
                { header: 'Open', cell: viewOf(setShown), quietHeader: true, end: true },
              ]}
              rows={invoices}
              rowKey={({ id }) => id}
              empty={
                <EmptyState title="No Invoices">
                  What was charged will appear here, from the end of the first free trial on.
                </EmptyState>
              }
            />
            <Pages
              of="invoices"
              page={page}
              pages={Math.ceil(Math.min(total, limits.listDepth) / perPage)}
              onTurn={setPage}
            />
            {total > 0 && (
              <div>
                <Download of={exportInvoices} input={{ id: entity.id }} name={`${entity.name} invoices.csv`}>
                  Download all as CSV
                </Download>
              </div>
            )}
          </>
        )}
      </Loaded>
      <InvoiceRecipients entity={entity} />
      {shown && <InvoiceDialog id={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

const numberOf = ({ number }: InvoiceHead) => <span className="unbroken">{number}</span>
const dateOf = ({ issued_at: time }: InvoiceHead) => <span className="unsplit">{billingDay(time)}</span>
// The day it was paid is told where there is room.
const statusOf = (invoice: InvoiceHead) => <InvoiceStatus invoice={{ ...invoice, paid_at: null }} />

function viewOf(show: (id: string) => void) {
  return function View(invoice: InvoiceHead) {
    const { id, number } = invoice
    return (
      <div className="actions">
        {asksBillingEntity(invoice) && <ConfirmAtBank debt={invoice}>Confirm Payment</ConfirmAtBank>}
        <Button onClick={() => show(id)}>
          View<span className="unseen"> {number}</span>
        </Button>
      </div>
    )
  }
}
