import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { InvoiceHead } from '@byre/contract/billing/invoices'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { useState } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { owedFor, type PlansById } from '../paid.ts'
import { NextCharges } from './next-charges.tsx'
import { SpendingChart } from './spending-chart.tsx'
import { monthName } from '../month-names.ts'
import { spendingOf, type Month } from './spending.ts'

interface PictureProps {
  entity: BillingEntity
  paid: readonly PaidPlace[]
  plans: PlansById
  invoices: readonly InvoiceHead[]
  /** What is open. */
  debts: readonly InvoiceHead[]
}

/** What is charged next, and what a year has come to. */
export function Picture({ entity, paid, plans, invoices, debts }: PictureProps) {
  const owed = debts.reduce((sum, debt) => sum + owedFor(debt), 0)
  return (
    <div className="halves">
      <Card title="Next charges">
        <NextCharges entity={entity} paid={paid} plans={plans} owed={owed} />
      </Card>
      <Card title="A year of spending">
        <Spending invoices={invoices} owed={owed} currency={entity.currency ?? 'cad'} />
      </Card>
    </div>
  )
}

interface SpendingProps {
  invoices: readonly InvoiceHead[]
  owed: number
  currency: string
}

function Spending({ invoices, owed, currency }: SpendingProps) {
  const [now] = useState(() => new Date())
  const year = spendingOf(invoices, now)
  const total = year.reduce((sum, { amount }) => sum + amount, 0)
  if (total === 0) return <p className="soft">Nothing was invoiced in the last twelve months.</p>
  return (
    <>
      <p className="figures">
        <strong>{formatMoney(total, currency)}</strong> in twelve months, taxes included
        {owed > 0 && (
          <>
            ; <strong>{formatMoney(owed, currency)}</strong> of it is not paid yet
          </>
        )}
        .
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
