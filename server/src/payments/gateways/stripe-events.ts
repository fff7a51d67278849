import { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { ForgedEvent, UnreadableEvent, type GatewayEvent } from '../ports.ts'

const toleranceSeconds = 300

const name = z.string().check(z.regex(/^[\w.]{1,255}$/))
const StripeEvent = z.object({
  id: name,
  type: name,
  data: z.optional(z.object({ object: z.looseObject({}) })),
})

/** What an event is about, by the object it carries; null for what nobody here has a use for. */
function aboutOf({ type, data }: z.output<typeof StripeEvent>): GatewayEvent['about'] | null {
  const about = (kind: GatewayEvent['about']['kind'], field: 'id' | 'payment_intent' = 'id') => {
    const { data: id } = z.safeParse(name, data?.object[field])
    return id === undefined ? null : { kind, id }
  }
  if (type.startsWith('payment_intent.')) return about('payment')
  if (type.startsWith('charge.') || type.startsWith('refund.')) return about('payment', 'payment_intent')
  if (type === 'setup_intent.succeeded') return about('setup')
  if (type === 'payment_method.automatically_updated' || type === 'payment_method.updated')
    return about('card')
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
  const { data: event } = z.safeParse(StripeEvent, provenMessage(secrets, body, signature))
  if (!event) throw new UnreadableEvent('it is not of the shape of events')
  const about = aboutOf(event)
  return about && { id: event.id, type: event.type, about }
}

function provenMessage(secrets: readonly string[], body: Buffer, signature: string): unknown {
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds)
    } catch (error) {
      // The library looks at the signature first: anything else it has against a message is about what it says.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
        throw new UnreadableEvent('it is no event', { cause: error })
    }
  }
  throw new ForgedEvent('no secret of ours made this signature')
}
