import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { InvoiceHead } from '@byre/contract/billing/invoices'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { useState } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { owedFor } from '../paid.ts'
import { AtOnce } from '../plans/subscription-actions.tsx'
import { dialogIn } from '../../ui/fetched/dialog-in.tsx'

const EndDialog = dialogIn(async () => (await import('../plans/subscription-dialogs.tsx')).EndDialog)

interface UnpaidPlacesProps {
  debts: readonly InvoiceHead[]
  places: readonly PaidPlace[]
  /** Null: there is no card to pay one with. */
  payAlone: ((debt: InvoiceHead) => Promise<unknown>) | null
}

/** What one declined charge was for: each can be paid alone, or ended. */
export function UnpaidPlaces({ debts, places, payAlone }: UnpaidPlacesProps) {
  const [ending, setEnding] = useState<PaidPlace | null>(null)
  const mayEnd = ({ subscription_id: id }: InvoiceHead) =>
    places.find(
      (paid) => paid.id === id && paid.cancel_at === null && paid.pending_billing_entity_id === null,
    )
  return (
    <Card title={t`Not paid`}>
      <Table
        caption={t`What is not paid`}
        columns={[
          { header: t`For`, cell: ({ place_name: name }: InvoiceHead) => name },
          {
            header: t`Invoice`,
            cell: numberOf,
          },
          {
            header: t`Owed`,
            end: true,
            cell: (debt: InvoiceHead) => formatMoney(owedFor(debt), debt.currency),
          },
          { header: t`Do`, quietHeader: true, end: true, cell: actionsOf(mayEnd, setEnding, payAlone) },
        ]}
        rows={debts}
        rowKey={({ id }) => id}
        pageSize={5}
        pageIn="unpaid_page"
        empty={null}
      />
      {ending && <EndDialog paid={ending} onClose={() => setEnding(null)} />}
    </Card>
  )
}

const numberOf = ({ number }: InvoiceHead) => <span className="unbroken">{number}</span>

function actionsOf(
  mayEnd: (debt: InvoiceHead) => PaidPlace | undefined,
  end: (paid: PaidPlace) => void,
  payAlone: UnpaidPlacesProps['payAlone'],
) {
  return function Actions(debt: InvoiceHead) {
    const paid = mayEnd(debt)
    return (
      <div className="actions">
        {payAlone && (
          <AtOnce
            done={t`The card is being tried.`}
            go={() => payAlone(debt)}
          >{rich`Pay This One${(<span className="unseen"> {t`for ${debt.place_name}`}</span>)}`}</AtOnce>
        )}
        {paid && (
          <Button
            kind="removal"
            className="action-last"
            onClick={() => end(paid)}
          >{rich`End${(<span className="unseen"> {debt.place_name}</span>)}`}</Button>
        )}
      </div>
    )
  }
}
