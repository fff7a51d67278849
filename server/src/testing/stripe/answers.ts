export type Fields = Record<string, string>

export interface StripeAnswer {
  status: number
  body: Record<string, unknown>
}

/** How a payment method behaves, as Stripe's test cards do. */
export type Temper =
  | 'pays'
  | 'declined'
  | 'insufficient_funds'
  | 'stolen_card'
  | 'expired_card'
  | 'asks_on_setup'
  | 'asks_always'
  | 'slow'

/* What Stripe answers, in the shapes of its published reference. */

export const ok = (body: object): StripeAnswer => ({ status: 200, body: body as Record<string, unknown> })
export const fault = (status: number, error: Record<string, unknown>): StripeAnswer => ({
  status,
  body: { error },
})
export const missing = (what: string) =>
  fault(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` })
export const wrong = (code: string, message: string) =>
  fault(400, { type: 'invalid_request_error', code, message })
/** A payment method is attached to one customer, once: neither another may have it, nor this one again. */
export const unusable = fault(400, {
  type: 'invalid_request_error',
  code: 'payment_method_unexpected_state',
  param: 'payment_method',
  message: 'The payment method may not be used by this customer.',
})

export function refusalOf(temper: Temper): { type: string; code: string; decline_code: string } | null {
  if (temper === 'expired_card')
    return { type: 'card_error', code: 'expired_card', decline_code: 'expired_card' }
  if (temper === 'declined')
    return { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' }
  if (temper === 'insufficient_funds' || temper === 'stolen_card')
    return { type: 'card_error', code: 'card_declined', decline_code: temper }
  return null
}

export function metadataOf(fields: Fields): Record<string, string> {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
    return key === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}
