import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { formatMoney } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadedAll } from '../../ui/loaded-all.tsx'
import { owedFor, useOpenInvoices, usePaidPlaces } from '../paid.ts'
import { sumInWords } from '../names-and-sums.ts'
import type { ReactNode } from 'react'

interface Due {
  id: string
  words: string
  amount: number
  currency: string
}

/** What a card is charged the moment it is given: what is owed, and what waited for a card. Nothing without it. */
export function WithDues({ entity, children }: { entity: BillingEntity; children: ReactNode }) {
  const debts = useOpenInvoices({ billing_entity_id: entity.id })
  const paid = usePaidPlaces({ billing_entity_id: entity.id })
  return (
    <LoadedAll
      asks={{ debts, paid }}
      skeleton={<Skeleton height="20rem" />}
      failed={t`There was an error while loading invoices.`}
    >
      {({ debts, paid }) => (
        <>
          <Dues
            dues={[
              ...debts.map(({ id, number, place_name: name, total, credited, currency }) => ({
                id,
                words: t`${name}, invoice ${number}`,
                amount: owedFor({ total, credited }),
                currency,
              })),
              ...paid.flatMap(({ id, phase, place_name: name, next_charge: next }) =>
                phase === 'waiting' && next
                  ? [{ id, words: t`${name}, its next period`, amount: next.total, currency: next.currency }]
                  : [],
              ),
            ]}
          />
          {children}
        </>
      )}
    </LoadedAll>
  )
}

function Dues({ dues }: { dues: readonly Due[] }) {
  if (dues.length === 0) return null
  return (
    <Banner is="info">
      <p>{rich`${(<strong className="figures">{sumInWords(dues)}</strong>)} will be charged to this card at once:`}</p>
      <ul className="differences figures">
        {dues.map(({ id, words, amount, currency }) => (
          <li key={id}>
            {words}: {formatMoney(amount, currency)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
