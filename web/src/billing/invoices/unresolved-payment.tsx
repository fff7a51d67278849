import { plural, t } from '@byre/contract/words'
import { payInvoice } from '@byre/contract/billing/invoice-payments'
import type { InvoiceHead } from '@byre/contract/billing/invoices'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { lazy, Suspense, type ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { inWords } from '../../lib/refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { CardLink } from '../cards/card-link.tsx'
import { namesInWords, sumInWords } from '../names-and-sums.ts'
import { ConfirmAtBank } from './confirm-at-bank.tsx'
import { billingDay } from '../billing-day.ts'
import { asksBillingEntity, owedFor, waitsForCard, type AskedInvoice } from '../paid.ts'
import { AtOnce } from '../plans/subscription-actions.tsx'
import { Waiting } from '../../ui/skeletons.tsx'

const UnpaidPlaces = lazy(async () => ({ default: (await import('./unpaid-places.tsx')).UnpaidPlaces }))

interface UnresolvedPaymentProps {
  billingEntity: { id: string; last_four: string | null }
  /** Everything the payer pays for, or one place of it. */
  places: readonly PaidPlace[]
  /** What is open for these places. */
  debts: readonly InvoiceHead[]
  /** These are all of the payer's, so that they are tried again as one charge. */
  isAll?: boolean
}

/** What is not paid, said early and calmly, with the one thing to do. */
export function UnresolvedPayment({ billingEntity, places, debts, isAll }: UnresolvedPaymentProps) {
  const waiting = places.filter((paid) =>
    waitsForCard(
      paid,
      debts.filter(({ subscription_id: id }) => id === paid.id),
    ),
  )
  const isUnpaid = (debt: InvoiceHead) =>
    places.some(({ id, status }) => id === debt.subscription_id && status !== 'active')
  const unconfirmed = debts.filter(asksBillingEntity)
  const failed = debts.filter((debt) => isUnpaid(debt) && !asksBillingEntity(debt))
  return (
    <>
      {unconfirmed.length > 0 && <Unconfirmed debts={unconfirmed} places={places} />}
      {failed.length > 0 && (
        <Unpaid
          billingEntity={billingEntity}
          debts={failed}
          places={places}
          isAll={isAll}
          kind={unconfirmed.length > 0 ? 'plain' : 'primary'}
        />
      )}
      {failed.length > 1 && (
        <Suspense fallback={<Waiting />}>
          <UnpaidPlaces
            debts={failed}
            places={places}
            payAlone={billingEntity.last_four === null ? null : (debt) => pay([debt])}
          />
        </Suspense>
      )}
      {unconfirmed.length + failed.length === 0 && waiting.length > 0 && billingEntity.last_four === null && (
        <NoCard billingEntity={billingEntity} places={waiting} />
      )}
    </>
  )
}

/** One press each: every payment has a page of its own at the bank, whatever it is for. */
function Unconfirmed({
  debts,
  places,
}: Pick<UnresolvedPaymentProps, 'places'> & { debts: readonly AskedInvoice[] }) {
  const payments = [...new Set(debts.map(({ action_url: url }) => url))].map((url) =>
    debts.filter((debt) => debt.action_url === url),
  )
  return (
    <Banner
      is="warning"
      action={payments.map((debts, index) => (
        <ConfirmAtBank key={debts[0]!.id} debt={debts[0]!} kind={index === 0 ? 'primary' : 'plain'}>
          {payments.length === 1 ? t`Confirm Payment` : t`Confirm ${sumOfDebts(debts)}`}
        </ConfirmAtBank>
      ))}
    >
      <p>{t`Your bank asks you to confirm the payment of ${sumOfDebts(debts)} for ${namesOf(debts)}. Nothing is charged until you do. ${consequenceOf(debts, places)}`}</p>
    </Banner>
  )
}

interface Failed extends UnresolvedPaymentProps {
  /** The one button of the page, or beside another. */
  kind: 'primary' | 'plain'
}

function Unpaid({ billingEntity, debts, places, isAll, kind }: Failed) {
  const worst = worstOf(debts, places)
  const nextTry = debts.flatMap(({ next_try_at: at }) => at ?? []).toSorted()[0]
  return (
    <Banner
      is={worst === 'stopped' ? 'danger' : 'warning'}
      action={<OneThing billingEntity={billingEntity} debts={debts} isAll={isAll} kind={kind} />}
    >
      <p>{t`The payment of ${sumOfDebts(debts)} for ${namesOf(debts)} did not go through. ${consequenceOf(debts, places)}`}</p>
      {nextTry && billingEntity.last_four !== null && (
        <p>{t`We try the card again by ourselves on ${billingDay(nextTry)}.`}</p>
      )}
    </Banner>
  )
}

/** A card that will never pay is replaced; one that may is tried again. */
function OneThing({ billingEntity, debts, isAll, kind }: Omit<Failed, 'places'>): ReactNode {
  if (billingEntity.last_four === null)
    return <CardLink billingEntityId={billingEntity.id} kind={kind}>{t`Add Card`}</CardLink>
  const retriable = debts.filter(({ next_try_at: at }) => at !== null)
  if (retriable.length === 0)
    return <CardLink billingEntityId={billingEntity.id} replaces kind={kind}>{t`Replace Card`}</CardLink>
  return (
    <div className="actions">
      <AtOnce done={t`The card is being tried.`} go={() => pay(retriable, isAll)}>{t`Try Again`}</AtOnce>
      <CardLink billingEntityId={billingEntity.id} replaces>{t`Replace Card`}</CardLink>
    </div>
  )
}

/** Each alone, or with the first of them all that its payer owes, as one charge. */
export async function pay(debts: readonly Pick<InvoiceHead, 'id'>[], isAll = false): Promise<void> {
  for (const { id } of isAll ? debts.slice(0, 1) : debts)
    await call(payInvoice, { id, ...(isAll && { all: '1' }) }).catch(
      inWords({ 'server.failed': t`There was an error while paying the invoice.` }),
    )
}

function NoCard({ billingEntity, places }: Pick<UnresolvedPaymentProps, 'billingEntity' | 'places'>) {
  const due = places.flatMap(({ next_charge: next }) => next ?? [])
  return (
    <Banner
      is="warning"
      action={<CardLink billingEntityId={billingEntity.id} kind="primary">{t`Add Card`}</CardLink>}
    >
      <p>{t`${namesInWords(places.map(({ place_name: name }) => name))} ${plural(places.length, { one: 'is', other: 'are' })} read-only until there is a card. Nothing was charged and nothing is lost.`}</p>
      {due.length > 0 && (
        <p>{t`With a card, ${sumInWords(due.map(({ total, currency }) => ({ amount: total, currency })))} is charged at once.`}</p>
      )}
    </Banner>
  )
}

type Shut = 'past_due' | 'read_only' | 'stopped'

const consequence: Record<Shut, string> = {
  past_due: t`Everything works as before. If it stays unpaid, it is read-only two weeks after the first try, and stopped a week later.`,
  read_only: t`It is read-only until that is paid, and is stopped three weeks after the first try.`,
  stopped: t`It is stopped until that is paid. Nothing is lost.`,
}

const consequenceOfSeveral: Record<Shut, string> = {
  past_due: t`Everything works as before. If they stay unpaid, they are read-only two weeks after the first try, and stopped a week later.`,
  read_only: t`They are read-only until that is paid, and are stopped three weeks after the first try.`,
  stopped: t`They are stopped until that is paid. Nothing is lost.`,
}

function consequenceOf(debts: readonly InvoiceHead[], places: readonly PaidPlace[]): string {
  const names = new Set(debts.map(({ subscription_id: id }) => id))
  return (names.size === 1 ? consequence : consequenceOfSeveral)[worstOf(debts, places)]
}

function worstOf(debts: readonly InvoiceHead[], all: readonly PaidPlace[]): Shut {
  const places = all.filter(({ id }) => debts.some((debt) => debt.subscription_id === id))
  if (places.some(({ status }) => status === 'stopped')) return 'stopped'
  return places.some(({ status, phase }) => status === 'read_only' && phase !== 'paused')
    ? 'read_only'
    : 'past_due'
}

const namesOf = (debts: readonly InvoiceHead[]) =>
  namesInWords([...new Set(debts.map(({ place_name: name }) => name))].toSorted())

const sumOfDebts = (debts: readonly InvoiceHead[]) =>
  sumInWords(debts.map((debt) => ({ amount: owedFor(debt), currency: debt.currency })))
