import { Stripe } from 'stripe'
import { ForgedEvent, type GatewayEvent } from './gateway.ts'

const toleranceSeconds = 300

/** What an event is about, by the object it carries; null for what nobody here has a use for. */
function aboutOf({ type, data }: Stripe.Event): GatewayEvent['about'] | null {
  const object = data.object as { id?: string; payment_intent?: string | null }
  const about = (kind: GatewayEvent['about']['kind'], id: string | null | undefined) =>
    id ? ({ kind, id } as const) : null
  if (type.startsWith('payment_intent.')) return about('payment', object.id)
  if (type.startsWith('charge.') || type.startsWith('refund.')) return about('payment', object.payment_intent)
  if (type === 'setup_intent.succeeded') return about('setup', object.id)
  if (type === 'payment_method.automatically_updated' || type === 'payment_method.updated')
    return about('card', object.id)
  return null
}

/** Reads Stripe's message once one of the secrets proves it; two are in force while they are exchanged. */
export function readStripeEvent(
  secrets: readonly string[],
  body: Buffer,
  signature: string,
): GatewayEvent | null {
  const at = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1])
  // The library looks for messages that are too old, not for those of tomorrow.
  if (!(at - Date.now() / 1000 <= toleranceSeconds)) throw new ForgedEvent('it is not of this time')
  const event = provenEvent(secrets, body, signature)
  const about = aboutOf(event)
  return about && { id: event.id, type: event.type, about }
}

function provenEvent(secrets: readonly string[], body: Buffer, signature: string): Stripe.Event {
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  throw new ForgedEvent('no secret of ours made this signature')
}
