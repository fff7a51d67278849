import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { InvoiceHead } from '@byre/contract/billing/invoices'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { useState } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { billingDay, planInWordsOf, type PlansById } from '../paid.ts'
import { sumInWords } from '../invoices/unresolved-payment.tsx'
import { SpendingChart } from './spending-chart.tsx'
import { monthName, spendingOf, type Month } from './spending.ts'

interface PictureProps {
  entity: BillingEntity
  paid: readonly PaidPlace[]
  plans: PlansById
  invoices: readonly InvoiceHead[]
}

/** What is charged next, and what a year has come to. */
export function Picture({ entity, paid, plans, invoices }: PictureProps) {
  return (
    <div className="halves">
      <Card title="Next charges">
        <NextCharges entity={entity} paid={paid} plans={plans} />
      </Card>
      <Card title="A year of spending">
        <Spending invoices={invoices} currency={entity.currency ?? 'cad'} />
      </Card>
    </div>
  )
}

interface Due {
  id: string
  at: string
  name: string
  plan: string
  total: number
  currency: string
}

/** By date, and within a date by name. */
function NextCharges({ entity, paid, plans }: Omit<PictureProps, 'invoices'>) {
  const due = paid
    .flatMap(({ id, place_name: name, next_charge: next }): Due[] =>
      next?.at && next.billing_entity_id === entity.id
        ? [{ ...next, id, at: next.at, name, plan: planInWordsOf(next.plan_id, plans) }]
        : [],
    )
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.name.localeCompare(b.name))
  return (
    <>
      <Table
        caption="Next charges by date"
        columns={[
          { header: 'On', cell: dueOn },
          { header: 'For', cell: ({ name, plan }: Due) => `${name}, ${plan}` },
          { header: 'Amount', end: true, cell: amountDue },
        ]}
        rows={due}
        rowKey={({ id }) => id}
        pageSize={5}
        empty={<p className="soft">Nothing will be charged.</p>}
      />
      {due.length > 0 && (
        <p className="soft">
          With tax, as things stand now.{' '}
          {sumInWords(due.map(({ total, currency }) => ({ amount: total, currency })))} in all.
          {entity.last_four === null &&
            ' Without a card nothing is charged, and what is due becomes read-only.'}
        </p>
      )}
    </>
  )
}

function Spending({ invoices, currency }: { invoices: readonly InvoiceHead[]; currency: string }) {
  const [now] = useState(() => new Date())
  const year = spendingOf(invoices, now)
  const total = year.reduce((sum, { amount }) => sum + amount, 0)
  if (total === 0) return <p className="soft">Nothing was invoiced in the last twelve months.</p>
  return (
    <>
      <p className="figures">
        <strong>{formatMoney(total, currency)}</strong> in twelve months, taxes included.
      </p>
      <SpendingChart year={year} currency={currency} />
      <details className="fold">
        <summary>By month</summary>
        <Table
          caption="Invoiced each month"
          columns={[
            { header: 'Month', cell: ({ month }: Month) => monthName(month, 'long') },
            { header: 'Invoiced', end: true, cell: ({ amount }: Month) => formatMoney(amount, currency) },
          ]}
          rows={year.toReversed()}
          rowKey={({ month }) => month}
          empty={null}
        />
      </details>
    </>
  )
}

const amountDue = ({ total, currency }: Due) => formatMoney(total, currency)
const dueOn = ({ at }: Due) => <span className="unbroken">{billingDay(at)}</span>
