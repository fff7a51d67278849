import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { InvoiceHead } from '@byre/contract/billing/invoices'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import type { Spending } from '@byre/contract/billing/spending'
import { Card } from '../../ui/card.tsx'
import { owedFor, type PlansById } from '../paid.ts'
import { NextCharges } from './next-charges.tsx'
import { YearOfSpending } from './year-of-spending.tsx'

interface PictureProps {
  entity: BillingEntity
  paid: readonly PaidPlace[]
  plans: PlansById
  spending: Spending
  /** What is open. */
  debts: readonly InvoiceHead[]
}

/** What is charged next, and what a year has come to. */
export function Picture({ entity, paid, plans, spending, debts }: PictureProps) {
  const owed = debts.reduce((sum, debt) => sum + owedFor(debt), 0)
  return (
    <div className="stack">
      <Card title={t`Next charges`}>
        <NextCharges entity={entity} paid={paid} plans={plans} owed={owed} />
      </Card>
      <YearOfSpending months={spending.months} />
    </div>
  )
}
