import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { exportInvoices, listInvoiceDays, type InvoiceDay } from '@byre/contract/billing/invoices'
import { limits } from '@byre/contract/limits'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { useSearchParams } from 'react-router'
import { changed } from '../../lib/in-address.ts'
import { useAsk } from '../../lib/query.ts'
import { Pages } from '../../ui/pages.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Download } from '../../ui/download.tsx'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { monthName } from '../month-names.ts'
import { DayOfInvoices } from './day-of-invoices.tsx'
import { invoicesWanted, pageWanted } from './invoice-address.ts'
import { InvoiceFilters } from './invoice-filters.tsx'
import './invoice.css'

/** So many days are open from the start; the others are read when they are opened. */
const openDays = { onPhone: 1, beyond: 3 }

/** A payer's invoices by month and day, the newest first: all, or those that the address asks for. */
export function Invoices({ entity, places }: { entity: BillingEntity; places: readonly PaidPlace[] }) {
  const [search, setSearch] = useSearchParams()
  const isWide = useWidth(beyondPhone)
  const wanted = invoicesWanted(search, places)
  const page = pageWanted(search)
  const days = useAsk(
    listInvoiceDays,
    { id: entity.id, ...wanted, page, per_page: limits.perPage.default },
    { keep: true },
  )
  const isNarrowed = Object.keys(wanted).length > 0
  // A file is of all that was issued then.
  const isOfAll = !wanted.status && !wanted.site_id && !wanted.clinic_id
  return (
    <div className="stack in-order">
      {(isNarrowed || days.data?.total !== 0) && <InvoiceFilters places={places} />}
      <Loaded
        ask={days}
        skeleton={<Skeleton height="14rem" />}
        failed={t`There was an error while loading invoices.`}
      >
        {({ invoice_days: days, total, per_page: perPage }) =>
          total === 0 ? (
            <EmptyState title={isNarrowed ? t`No invoices found` : t`No Invoices`} drawing="receipt">
              {isNarrowed
                ? t`Nothing matches. Try another state, place or day.`
                : t`Charges will appear here once the first free trial has ended.`}
            </EmptyState>
          ) : (
            <>
              {monthsOf(days).map(([month, days]) => (
                <section key={month} className="stack in-order" aria-label={monthName(month, 'long')}>
                  <div className="card-head">
                    <h3 className="card-title">{monthName(month, 'long')}</h3>
                    {isOfAll && (
                      <Download
                        of={exportInvoices}
                        input={{ id: entity.id, issued: month }}
                        name={`${entity.name} ${month}.csv`}
                      >
                        {t`Download ${monthName(month, 'long')}`}
                      </Download>
                    )}
                  </div>
                  {days.map(({ day, ...rest }) => (
                    <DayOfInvoices
                      key={day}
                      entity={entity}
                      wanted={wanted}
                      of={{ day, ...rest }}
                      startsOpen={page === 1 && isAmongFirst(day)}
                    />
                  ))}
                </section>
              ))}
              <Pages
                of={t`days of invoices`}
                page={page}
                pages={Math.ceil(Math.min(total, limits.listDepth) / perPage)}
                onTurn={(next) => setSearch((now) => changed(now, { page: next > 1 ? String(next) : '' }))}
              />
              <div>
                <Download
                  of={exportInvoices}
                  input={{ id: entity.id }}
                  name={`${entity.name} invoices.csv`}
                >{t`Download all as CSV`}</Download>
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  )

  function isAmongFirst(day: string): boolean {
    return (
      days.data?.invoice_days
        .slice(0, isWide ? openDays.beyond : openDays.onPhone)
        .some((one) => one.day === day) ?? false
    )
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
