import { rich } from '../ui/rich.tsx'
import type { ReactNode } from 'react'
import { plural, t } from '@byre/contract/words'
import type { Unpaid } from '@byre/contract/billing/unpaid'
import { Link } from 'react-router'
import { formatMoney } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { billingDay } from '../billing/billing-day.ts'
import { CardLink } from '../billing/cards/card-link.tsx'
import { namesInWords } from '../billing/names-and-sums.ts'

/** A line for each payer who does not pay, the worst first, each with the one thing that helps. */
export function UnpaidBanners({ unpaid }: { unpaid: readonly Unpaid[] }) {
  return (
    <section aria-label={t`Unpaid`} className="stack">
      {unpaid.map((one, index) => (
        <Banner
          key={one.billing_entity_id}
          is={one.status === 'stopped' ? 'danger' : 'warning'}
          action={<Remedy of={one} kind={index === 0 ? 'primary' : 'plain'} />}
        >
          <p>
            {whatIsUnpaid(one)} {consequenceOf(one)}
          </p>
        </Banner>
      ))}
    </section>
  )
}

/** The accent is for the worst alone. */
function Remedy({ of: { billing_entity_id: id, remedy }, kind }: { of: Unpaid; kind: 'primary' | 'plain' }) {
  if (remedy === 'add_card') return <CardLink billingEntityId={id} kind={kind}>{t`Add Card`}</CardLink>
  if (remedy === 'confirm')
    return <ButtonLink to={paths.billingEntity(id)} kind={kind}>{t`Confirm Payment`}</ButtonLink>
  return <CardLink billingEntityId={id} replaces kind={kind}>{t`Replace Card`}</CardLink>
}

function whatIsUnpaid(unpaid: Unpaid): ReactNode {
  const { amount, currency } = unpaid
  const names = namesInWords(unpaid.place_names)
  const whoPays = <Link to={paths.billingEntity(unpaid.billing_entity_id)}>{unpaid.billing_entity_name}</Link>
  if (amount === 0 || currency === null) return rich`${whoPays} has no card to pay for ${names}.`
  return rich`${whoPays} owes ${formatMoney(amount, currency)} for ${names}.`
}

function consequenceOf({ status, amount, place_ids: places, remedy, next_try_at: nextTry }: Unpaid): string {
  const count = places.length
  const isOwed = amount > 0
  switch (status) {
    case 'stopped':
      return isOwed
        ? t`${plural(count, { one: 'It is', other: 'They are' })} stopped until that is paid. Nothing is lost.`
        : t`${plural(count, { one: 'It is', other: 'They are' })} stopped until there is one. Nothing is lost.`
    case 'read_only':
      return isOwed
        ? t`${plural(count, { one: 'It is', other: 'They are' })} read-only until that is paid. Nothing is lost.`
        : t`${plural(count, { one: 'It is', other: 'They are' })} read-only until there is one. Nothing is lost.`
    case 'past_due':
    case 'active':
      if (remedy === 'confirm') return t`The bank asks you to confirm; nothing is charged until you do.`
      return nextTry
        ? t`Everything works as before; the card is tried again on ${billingDay(nextTry)}.`
        : t`Everything works as before, for two weeks after the first try.`
  }
}
