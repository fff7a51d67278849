import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { namedCards, type Card, type CardSetup } from '@byre/contract/billing/cards'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { call } from '../../lib/api.ts'
import { Refusal } from '../../lib/refusal.ts'
import { useCall } from '../../lib/use-call.ts'
import { versionOf } from '../../lib/wire.ts'
import { Banner } from '../../ui/banner.tsx'
import { FormShell } from '../../ui/forms/form-shell.tsx'
import { useAfterCard } from './after-card.ts'
import { useWayBack } from './card-link.tsx'
import { CardFace } from './card-face.tsx'
import { CardPurpose } from './card-form.tsx'
import { textForm } from '../../ui/forms/form-texts.ts'
import { BillingAddress, placeFields, placeProblems, usePlaceDefaults } from '../billing-address.tsx'
import { comebackAddress } from './stripe-comeback.ts'
import { openStripe, type StripeElements, type StripeJs } from './stripe-script.ts'

interface StripeFrameProps {
  entity: BillingEntity
  card: Card | null
  setup: CardSetup
}

type Opened = { stripe: StripeJs; elements: StripeElements }

/** The processor's own fields: what is typed there never passes through us, which is the point. */
export function StripeFrame({ entity, card, setup }: StripeFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const opening = useRef<Promise<Opened> | null>(null)
  const [isLost, setIsLost] = useState(false)
  const place = usePlaceDefaults(entity)
  const wayBack = useWayBack(entity.id)
  const after = useAfterCard(entity.id, card ? t`Card was updated.` : t`Card was added.`)
  const { ask } = useCall(namedCards.add)
  const [schema] = useState(() => textForm(placeFields, (values) => placeProblems(entity, values)))

  useEffect(() => {
    const leaving = new AbortController()
    opening.current = open(setup, frame, leaving.signal)
    opening.current.catch(() => !leaving.signal.aborted && setIsLost(true))
    return () => leaving.abort()
  }, [setup])

  const send = async (values: Record<string, string>) => {
    const payment_method = await methodOf(await opening.current!, values)
    return card
      ? call(namedCards.update, { id: card.id, payment_method, ...values }, { ifMatch: versionOf(card) })
      : ask({ billing_entity_id: entity.id, payment_method, ...values })
  }

  return (
    <FormShell
      schema={schema}
      defaults={place}
      send={send}
      onDone={after}
      submit={card ? t`Update Card` : t`Add Card`}
      busy={card ? t`Updating card..` : t`Adding card..`}
      cancel={wayBack}
    >
      <div className="stack">
        <CardPurpose entity={entity} />
        {card && <CardFace card={card} />}
        <div ref={frame} className="processor-frame" />
        <BillingAddress entity={entity} />
        {isLost && (
          <Banner is="danger" live>
            {notThere}
          </Banner>
        )}
      </div>
    </FormShell>
  )
}

async function open(
  setup: CardSetup,
  { current: place }: RefObject<HTMLDivElement | null>,
  leaving: AbortSignal,
): Promise<Opened> {
  const stripe = await openStripe(setup.publishable_key ?? '').catch(() => null)
  if (leaving.aborted || !place || !stripe) throw cardRefusal(notThere)
  const elements = stripe.elements({ clientSecret: setup.client_secret })
  const fields = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } })
  leaving.addEventListener('abort', () => fields.destroy())
  return new Promise((resolve, reject) => {
    fields.on('ready', () => resolve({ stripe, elements }))
    fields.on('loaderror', () => reject(cardRefusal(notThere)))
    fields.mount(place)
  })
}

/** What the card is called at the processor, once that has taken it. */
async function methodOf(
  { stripe, elements }: Opened,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const filled = await elements.submit()
  if (filled.error) throw cardRefusal(filled.error.message)
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    confirmParams: { return_url: comebackAddress(values) },
    redirect: 'if_required',
  })
  const method = setupIntent?.payment_method
  if (error || !method) throw cardRefusal(error?.message)
  return method
}

/** What the processor says against a card, in its own words. */
const cardRefusal = (message = t`Your card was declined.`) =>
  new Refusal({
    code: 'card.declined',
    message,
    status: 400,
    fieldErrors: [],
    requestId: null,
    retryAfterMs: null,
    answer: null,
  })

const notThere = t`The card fields could not be loaded. Please check your connection and open this page again.`
