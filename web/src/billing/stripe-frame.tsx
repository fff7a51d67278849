import type { BillingEntity } from '@byre/contract/billing-entities'
import { namedCards, type Card, type CardSetup } from '@byre/contract/cards'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { call } from '../lib/api.ts'
import { sentenceOf } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import { versionOf } from '../lib/wire.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useAfterCard } from './after-card.ts'
import { CardFace } from './card-face.tsx'
import { CardPurpose } from './card-form.tsx'
import { openStripe, type StripeElements, type StripeJs } from './stripe-script.ts'

interface StripeFrameProps {
  entity: BillingEntity
  card: Card | null
  setup: CardSetup
}

type Opened = { stripe: StripeJs; elements: StripeElements }

/** The processor's own fields: what is typed there never passes through us, which is the point. */
export function StripeFrame({ entity, card, setup }: StripeFrameProps) {
  const place = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const after = useAfterCard(entity.id, card ? 'Card was updated.' : 'Card was added.')
  const { ask } = useCall(namedCards.add)

  useEffect(() => {
    let isLeft = false
    let leave = () => {}
    const mount = async () => {
      const stripe = await openStripe(setup.publishable_key ?? '')
      if (isLeft || !place.current) return
      const elements = stripe.elements({ clientSecret: setup.client_secret })
      const fields = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } })
      fields.on('ready', () => setOpened({ stripe, elements }))
      fields.on('loaderror', () => setProblem(notThere))
      fields.mount(place.current)
      leave = () => fields.destroy()
    }
    mount().catch(() => setProblem(notThere))
    return () => {
      isLeft = true
      leave()
    }
  }, [setup])

  const send = async ({ stripe, elements }: Opened) => {
    const filled = await elements.submit()
    if (filled.error) return setProblem(filled.error.message ?? null)
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    })
    const method = setupIntent?.payment_method
    if (error || !method) return setProblem(error?.message ?? 'Your card was declined.')
    after(
      card
        ? await call(namedCards.update, { id: card.id, payment_method: method }, { ifMatch: versionOf(card) })
        : await ask({ billing_entity_id: entity.id, payment_method: method }),
    )
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!opened || busy) return
    setBusy(true)
    setProblem(null)
    send(opened)
      .catch((error: unknown) => setProblem(sentenceOf(error)))
      .finally(() => setBusy(false))
  }

  return (
    <form className="form" aria-busy={busy} onSubmit={submit}>
      <CardPurpose entity={entity} />
      {card && <CardFace card={card} />}
      <div ref={place} className="processor-frame" />
      {problem && (
        <Banner is="danger" live>
          {problem}
        </Banner>
      )}
      <div className="form-buttons">
        <Button
          type="submit"
          kind="primary"
          busy={busy || !opened}
          busyLabel={opened ? 'Adding card..' : 'Loading..'}
        >
          {card ? 'Update Card' : 'Add Card'}
        </Button>
        <ButtonLink to={paths.billingEntity(entity.id)}>Cancel</ButtonLink>
      </div>
    </form>
  )
}

const notThere = 'The card fields could not be loaded. Please check your connection and open this page again.'
