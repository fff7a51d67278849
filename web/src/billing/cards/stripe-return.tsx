import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { namedCards, type Card, type CardSetup, type GivenCard } from '@byre/contract/billing/cards'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { Refusal, Unreachable } from '../../lib/refusal.ts'
import { versionOf } from '../../lib/wire.ts'
import { paths } from '../../paths.ts'
import { useAfterCard } from './after-card.ts'
import { NotKept } from './card-not-kept.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import type { StripeComeback } from './stripe-comeback.ts'
import { openStripe } from './stripe-script.ts'

interface StripeReturnProps {
  entity: BillingEntity
  /** The card that is to be replaced. */
  card: Card | null
  setup: CardSetup
  comeback: StripeComeback
}

/** Finishes what a bank was asked: reads there how it went, has the card kept, and says so. */
export function StripeReturn(props: StripeReturnProps) {
  const [turn, setTurn] = useState(0)
  return <Finishing key={turn} {...props} onAgain={() => setTurn(turn + 1)} />
}

function Finishing({ entity, card, setup, comeback, onAgain }: StripeReturnProps & { onAgain: () => void }) {
  const [failure, setFailure] = useState<unknown>(null)
  const [begun] = useState({ entity, card, setup, comeback })
  const after = useAfterCard(entity.id, card ? t`Card was updated.` : t`Card was added.`, { replace: true })
  const [done, setDone] = useState<GivenCard | null>(null)

  useEffect(() => {
    let isLeft = false
    keep(begun).then(
      (kept) => !isLeft && setDone(kept),
      (error: unknown) => !isLeft && setFailure(error),
    )
    return () => {
      isLeft = true
    }
  }, [begun])
  useEffect(() => {
    if (done) after(done)
  }, [done, after])

  if (failure === null) return <FormSkeleton fields={1} />
  const form = card ? paths.editCard(entity.id) : paths.newCard(entity.id)
  return <NotKept billingEntityId={entity.id} failure={failure} onAgain={onAgain} form={form} />
}

/** Under a key of this setup: a reload, or another tab that comes back too, keeps one card. */
async function keep({ entity, card, setup, comeback }: StripeReturnProps): Promise<GivenCard> {
  const payment_method = await methodOf(setup, comeback.secret)
  const { country, region } = comeback
  const given = { payment_method, country, region }
  if (card) return call(namedCards.update, { id: card.id, ...given }, { ifMatch: versionOf(card) })
  return call(
    namedCards.add,
    { billing_entity_id: entity.id, ...given },
    { idempotencyKey: `setup:${payment_method}` },
  )
}

async function methodOf({ publishable_key: key }: CardSetup, secret: string): Promise<string> {
  const stripe = await openStripe(key ?? '').catch((error: unknown) => {
    throw new Unreachable(error)
  })
  const { setupIntent } = await stripe.retrieveSetupIntent(secret)
  const { status, payment_method: method } = setupIntent ?? {}
  if (status === 'succeeded' && method) return method
  const waits = status === 'processing' || status === 'requires_action'
  throw new Refusal({
    code: waits ? 'card.unconfirmed' : 'card.declined',
    message: t`Your card was declined.`,
    status: 400,
    fieldErrors: [],
    requestId: null,
    retryAfterMs: null,
    answer: null,
  })
}
