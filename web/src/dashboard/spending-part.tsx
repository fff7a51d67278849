import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { getSpending, type Spending } from '@byre/contract/billing/spending'
import { sumInWords } from '../billing/names-and-sums.ts'
import { billingDay } from '../billing/billing-day.ts'
import { YearOfSpending } from '../billing/payers/year-of-spending.tsx'
import { formatMoney } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { Card } from '../ui/card.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'

/** Twelve months of spending, and what the next 30 days bring, of all payers that the reader runs. */
export function SpendingPart() {
  const spending = useAsk(getSpending, {})
  return (
    <div className="spending-room">
      <Loaded
        ask={spending}
        skeleton={<Skeleton height="26rem" />}
        failed={t`An error occurred while loading what was spent.`}
      >
        {({ months, coming }) => (
          <div className="spending-parts">
            <YearOfSpending months={months} />
            <Coming coming={coming} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

type Day = Spending['coming'][number]

const dayOf = ({ day }: Day) => <span className="unbroken">{billingDay(day)}</span>

function Coming({ coming }: Pick<Spending, 'coming'>) {
  return (
    <Card title={t`The next 30 days`}>
      {coming.length > 0 && (
        <p className="figures">{rich`${(<strong>{sumInWords(coming.map(({ total, currency }) => ({ amount: total, currency })))}</strong>)} as things stand, taxes included.`}</p>
      )}
      <div className="narrow-columns">
        <Table
          caption={t`Charges of the next 30 days`}
          columns={[
            { header: t`Date`, cell: dayOf },
            { header: t`Places`, end: true, cell: ({ places }: Day) => places },
            {
              header: t`Amount`,
              end: true,
              cell: ({ total, currency }: Day) => formatMoney(total, currency),
            },
          ]}
          rows={coming}
          rowKey={({ day, currency }) => day + currency}
          pageSize={4}
          pageIn="coming_page"
          empty={<p className="soft">{t`Nothing is charged.`}</p>}
        />
      </div>
    </Card>
  )
}
