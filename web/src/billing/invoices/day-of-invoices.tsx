import { plural, t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import {
  exportInvoices,
  listInvoices,
  type InvoiceDay,
  type InvoiceHead,
} from '@byre/contract/billing/invoices'
import { limits } from '@byre/contract/limits'
import { Link, useSearchParams } from 'react-router'
import { formatMoney } from '../../lib/format.ts'
import { usePageIn } from '../../lib/in-address.ts'
import { useAsk } from '../../lib/query.ts'
import { paths } from '../../paths.ts'
import { Status } from '../../ui/badge.tsx'
import { Download } from '../../ui/download.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Table } from '../../ui/table.tsx'
import { billingDay } from '../billing-day.ts'
import { asksBillingEntity } from '../paid.ts'
import { ConfirmAtBank } from './confirm-at-bank.tsx'
import { isDayOpen, withDay, type InvoicesWanted } from './invoice-address.ts'
import { InvoiceStatus } from './invoice-status.tsx'
import '../../ui/fold.css'

interface DayOfInvoicesProps {
  entity: BillingEntity
  of: InvoiceDay
  wanted: InvoicesWanted
  startsOpen: boolean
}

/** A day in one line: how many, and what they come to. Its invoices are read once it is opened. */
export function DayOfInvoices({ entity, of, wanted, startsOpen }: DayOfInvoicesProps) {
  const { day, count, currency } = of
  const [search, setSearch] = useSearchParams()
  const open = isDayOpen(search, day, startsOpen)
  return (
    <details
      className={startsOpen ? 'fold in-order' : 'fold'}
      open={open}
      onToggle={({ currentTarget: { open: isOpen } }) => {
        if (isOpen !== open)
          setSearch((now) => withDay(now, day, isOpen, startsOpen), {
            replace: true,
            preventScrollReset: true,
          })
      }}
    >
      <summary>
        {billingDay(day)}{' '}
        <span className="soft">
          · {t`${plural(count, { one: '# invoice', other: '# invoices' })}`} ·{' '}
          {formatMoney(of.amount, currency)}
        </span>{' '}
        {of.open > 0 && <Status is="warning">{t`${of.open} open`}</Status>}
      </summary>
      {open && <InvoicesOfDay entity={entity} day={day} count={count} wanted={wanted} />}
    </details>
  )
}

interface InvoicesOfDayProps {
  entity: BillingEntity
  day: string
  count: number
  wanted: InvoicesWanted
}

function InvoicesOfDay({ entity, day, count, wanted }: InvoicesOfDayProps) {
  const perPage = limits.perPage.default
  const pages = Math.ceil(Math.min(count, limits.listDepth) / perPage)
  const [page, turnTo] = usePageIn(`page_${day}`, pages)
  const invoices = useAsk(
    listInvoices,
    {
      ...wanted,
      billing_entity_id: entity.id,
      issued: day,
      sort: '-issued_at',
      page,
      per_page: perPage,
    },
    { keep: true },
  )
  return (
    <Loaded
      ask={invoices}
      skeleton={<Skeleton height="6rem" />}
      failed={t`There was an error while loading invoices.`}
    >
      {({ invoices }) => (
        <div className="stack short-rows">
          <Table
            caption={t`Invoices of ${billingDay(day)}`}
            columns={[
              { header: t`Number`, cell: numberOf },
              { header: t`For`, cell: ({ place_name: name }: InvoiceHead) => name },
              { header: t`Status`, cell: statusOf },
              {
                header: t`Total`,
                cell: ({ total, currency }: InvoiceHead) => formatMoney(total, currency),
                end: true,
              },
              { header: t`Do`, cell: confirmOf, quietHeader: true, end: true },
            ]}
            rows={invoices}
            rowKey={({ id }) => id}
            empty={null}
          />
          <Pages of={t`invoices of ${billingDay(day)}`} page={page} pages={pages} onTurn={turnTo} />
          {count > 1 && Object.keys(wanted).every((name) => name === 'issued') && (
            <div>
              <Download
                of={exportInvoices}
                input={{ id: entity.id, issued: day }}
                name={`${entity.name} ${day}.csv`}
              >
                {t`Download ${billingDay(day)}`}
              </Download>
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}

const numberOf = ({ id, number, billing_entity_id: billingEntityId }: InvoiceHead) => (
  <Link className="wide-target unbroken" to={paths.invoice(billingEntityId, id)}>
    <span className="unseen">{t`View`} </span>
    {number}
  </Link>
)
// The day it was paid is told where there is room.
const statusOf = (invoice: InvoiceHead) => <InvoiceStatus invoice={{ ...invoice, paid_at: null }} />

const confirmOf = (invoice: InvoiceHead) =>
  asksBillingEntity(invoice) ? <ConfirmAtBank debt={invoice}>{t`Confirm Payment`}</ConfirmAtBank> : null
