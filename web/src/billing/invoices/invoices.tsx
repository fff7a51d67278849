import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { exportInvoices, listInvoiceDays, type InvoiceDay } from '@byre/contract/billing/invoices'
import { limits } from '@byre/contract/limits'
import { useState } from 'react'
import { useAsk } from '../../lib/query.ts'
import { Pages } from '../../ui/pages.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Download } from '../../ui/download.tsx'
import { monthName } from '../month-names.ts'
import { DayOfInvoices } from './day-of-invoices.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { InvoiceRecipients } from './recipients.tsx'

/** So many days are open from the start; the others are read when they are opened. */
const openDays = 3

/** Every invoice of a payer by month and day, the newest first. */
export function Invoices({ entity }: { entity: BillingEntity }) {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<string | null>(null)
  const days = useAsk(
    listInvoiceDays,
    { id: entity.id, page, per_page: limits.perPage.default },
    { keep: true },
  )
  return (
    <div className="stack">
      <Loaded
        ask={days}
        skeleton={<Skeleton height="14rem" />}
        failed="There was an error while loading invoices."
      >
        {({ invoice_days: days, total, per_page: perPage }) =>
          total === 0 ? (
            <EmptyState title="No Invoices">
              What was charged will appear here, from the end of the first free trial on.
            </EmptyState>
          ) : (
            <>
              {monthsOf(days).map(([month, days]) => (
                <section key={month} className="stack" aria-label={monthName(month, 'long')}>
                  <div className="card-head">
                    <h3 className="card-title">{monthName(month, 'long')}</h3>
                    <Download
                      of={exportInvoices}
                      input={{ id: entity.id, issued: month }}
                      name={`${entity.name} ${month}.csv`}
                    >
                      {`Download ${monthName(month, 'long')}`}
                    </Download>
                  </div>
                  {days.map(({ day, ...rest }) => (
                    <DayOfInvoices
                      key={day}
                      entity={entity}
                      of={{ day, ...rest }}
                      startsOpen={page === 1 && isAmongFirst(day)}
                      show={setShown}
                    />
                  ))}
                </section>
              ))}
              <Pages
                of="days of invoices"
                page={page}
                pages={Math.ceil(Math.min(total, limits.listDepth) / perPage)}
                onTurn={setPage}
              />
              <div>
                <Download of={exportInvoices} input={{ id: entity.id }} name={`${entity.name} invoices.csv`}>
                  Download all as CSV
                </Download>
              </div>
            </>
          )
        }
      </Loaded>
      <InvoiceRecipients entity={entity} />
      {shown && <InvoiceDialog id={shown} onClose={() => setShown(null)} />}
    </div>
  )

  function isAmongFirst(day: string): boolean {
    return days.data?.invoice_days.slice(0, openDays).some((one) => one.day === day) ?? false
  }
}

function monthsOf(days: readonly InvoiceDay[]): [string, InvoiceDay[]][] {
  const months = new Map<string, InvoiceDay[]>()
  for (const day of days) {
    const month = day.day.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), day])
  }
  return [...months]
}
