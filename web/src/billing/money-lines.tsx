import { t } from '@byre/contract/words'
import { taxName } from '@byre/contract/billing/tax-numbers'
import { lineInWords } from '@byre/contract/billing/lines'
import type { Invoice } from '@byre/contract/billing/invoices'
import { formatMoney, localeHere } from '../lib/format.ts'
import './billing.css'

type Amounts = Pick<Invoice, 'lines' | 'taxes' | 'total' | 'currency'>

/** What something costs: lines, taxes, and what they come to. */
export function MoneyLines({ of, amounts, sum }: { of: string; amounts: Amounts; sum: string }) {
  const { lines, taxes, total, currency } = amounts
  return (
    <dl className="sums figures" aria-label={of}>
      {lines.map((line) => (
        <div key={`${line.kind} ${line.from} ${line.plan_id}`}>
          <dt>{lineInWords(line.description)}</dt>
          <dd>{formatMoney(line.amount, currency)}</dd>
        </div>
      ))}
      {taxes.map(({ name, rate, amount }) => (
        <div key={name}>
          <dt>
            {t`${taxName(name)} ${(rate / 1000).toLocaleString(localeHere(), { maximumFractionDigits: 3 })}%`}
          </dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
      <div className="sums-total">
        <dt>{sum}</dt>
        <dd>{formatMoney(total, currency)}</dd>
      </div>
    </dl>
  )
}
