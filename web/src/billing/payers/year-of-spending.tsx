import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { Spending } from '@byre/contract/billing/spending'
import { useSearchParams } from 'react-router'
import { formatMoney } from '../../lib/format.ts'
import { changed } from '../../lib/in-address.ts'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Table } from '../../ui/table.tsx'
import '../../ui/fold.css'
import { monthName } from '../month-names.ts'
import { SpendingChart, type Month } from './spending-chart.tsx'

/** Twelve months of what was invoiced, as bars and in figures; one currency at a time. */
export function YearOfSpending({ months }: { months: Spending['months'] }) {
  const currencies = [...new Set(months.map(({ currency }) => currency))]
  const [search, setSearch] = useSearchParams()
  const chosen = currencies.find((one) => one === search.get('currency')) ?? currencies[0]
  const [first, ...rest] = months.filter(({ currency }) => currency === chosen)
  const title = t`A year of spending`
  if (!first)
    return (
      <Card title={title}>
        <p className="soft">{t`Nothing was invoiced in the last twelve months.`}</p>
      </Card>
    )
  const year: [Month, ...Month[]] = [first, ...rest]
  const money = (amount: number) => formatMoney(amount, first.currency)
  const paid = year.reduce((sum, month) => sum + month.paid, 0)
  const owed = year.reduce((sum, month) => sum + month.owed, 0)
  return (
    <Card
      title={title}
      actions={
        currencies.length > 1 && (
          <Choice
            label={t`Currency`}
            compact
            value={first.currency}
            options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
            onChoose={(currency) =>
              setSearch((now) => changed(now, { currency }), { preventScrollReset: true })
            }
          />
        )
      }
    >
      <p className="figures">{rich`${(<strong>{money(paid + owed)}</strong>)} in twelve months, taxes included${
        owed > 0 && <>{rich`; ${(<strong>{money(owed)}</strong>)} of it is not paid yet`}</>
      }.`}</p>
      <SpendingChart year={year} />
      <details className="fold">
        <summary>{t`By month`}</summary>
        <Table
          caption={t`Invoiced each month`}
          columns={[
            { header: t`Month`, cell: ({ month }: Month) => monthName(month, 'long') },
            { header: t`Paid`, end: true, cell: ({ paid }: Month) => money(paid) },
            { header: t`Owed`, end: true, cell: ({ owed }: Month) => money(owed) },
          ]}
          rows={year.toReversed()}
          rowKey={({ month }) => month}
          empty={null}
        />
      </details>
    </Card>
  )
}
