import { plural, t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { InvoiceHead } from '@byre/contract/billing/invoices'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { getSpending, type Spending } from '@byre/contract/billing/spending'
import { useAsk } from '../../lib/query.ts'
import { useCardOf } from '../cards/card-expiry.tsx'
import { Skeleton, useHeld } from '../../ui/skeleton.tsx'
import { Figure, Figures } from '../figures.tsx'
import { KeptCard } from '../cards/kept-card.tsx'
import { sumInWords } from '../names-and-sums.ts'
import { billingDay } from '../billing-day.ts'
import { owedFor, useOpenInvoices, usePaidPlaces } from '../paid.ts'

/** How a payer stands: what this month came to, what comes next, what is owed, and the card that pays. */
export function BillingHead({ entity }: { entity: BillingEntity }) {
  const which = { billing_entity_id: entity.id }
  const spending = useAsk(getSpending, which)
  const paid = usePaidPlaces(which)
  const debts = useOpenInvoices(which)
  const cards = useCardOf(entity.id)
  const isWhole = ![spending, paid, debts, cards].some(({ isPending }) => isPending)
  if (useHeld(!isWhole)) return <Skeleton height="10rem" />
  const unknown = { is: '–' }
  return (
    <section className="billing-head" aria-label={t`How it stands`}>
      <Figures>
        <Figure name={t`This month`} {...(spending.data ? thisMonth(spending.data) : unknown)} />
        <Figure name={t`Next charge`} {...(paid.data ? nextCharge(entity, paid.data) : unknown)} />
        <Figure name={t`Owed`} {...(debts.data ? owed(debts.data) : unknown)} />
      </Figures>
      <KeptCard entity={entity} />
    </section>
  )
}

/** The last of those that are told is the present one. */
function thisMonth({ months }: Spending) {
  const now = months
    .map(({ month }) => month)
    .toSorted()
    .at(-1)
  const sums = months
    .filter(({ month }) => month === now)
    .map(({ paid, owed, currency }) => ({ amount: paid + owed, currency }))
    .filter(({ amount }) => amount !== 0)
  return { is: sumInWords(sums) || t`Nothing`, more: sums.length > 0 && t`invoiced, with tax` }
}

/** All that is charged on the first day that has a charge. */
function nextCharge({ id }: BillingEntity, paid: readonly PaidPlace[]) {
  const coming = paid
    .flatMap(({ next_charge: next }) => (next?.at && next.billing_entity_id === id ? [next] : []))
    .map(({ at, total, currency }) => ({ at: at ?? '', amount: total, currency }))
    .toSorted((a, b) => a.at.localeCompare(b.at))
  const [first] = coming
  if (!first) return { is: t`None` }
  const that = coming.filter(({ at }) => at.slice(0, 10) === first.at.slice(0, 10))
  return {
    is: sumInWords(that),
    more: that.length > 1 ? t`${billingDay(first.at)}, for ${that.length} places` : billingDay(first.at),
  }
}

function owed(debts: readonly InvoiceHead[]) {
  const sum = sumInWords(debts.map((debt) => ({ amount: owedFor(debt), currency: debt.currency })))
  if (!sum) return { is: t`Nothing` }
  return { is: sum, more: t`${plural(debts.length, { one: '# invoice', other: '# invoices' })}` }
}
