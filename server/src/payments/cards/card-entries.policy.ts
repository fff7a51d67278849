import { t } from '@byre/contract/words'
import { addressProblems, billingAddressProblems, tidyAddress } from '@byre/contract/addresses'
import {
  CardChange,
  type NamedCardChange,
  type NewCard,
  type NewNamedCard,
} from '@byre/contract/billing/cards'
import * as z from 'zod/mini'
import type { BillingEntityAccess, BillingAddress } from '../../customers/index.ts'
import { refuse } from '../../platform/errors.ts'
import type { CardEntry } from '../ports.ts'

/** What a change of a card asks for: another one in its place, or a new expiry alone. */
export interface GivenChange {
  entry: CardEntry | null
  exp_month: number
  exp_year: number
}

export function typedCard({ number, cvc, ...body }: z.output<typeof NewCard>): CardEntry {
  return { details: { number, cvc, exp_month: Number(body.exp_month), exp_year: Number(body.exp_year) } }
}

export function typedChange({ number, cvc, ...body }: z.output<typeof CardChange>): GivenChange {
  const expiry = { exp_month: Number(body.exp_month), exp_year: Number(body.exp_year) }
  const isWhole = number !== undefined && cvc !== undefined
  return { entry: isWhole ? { details: { number, cvc, ...expiry } } : null, ...expiry }
}

type Named = z.output<typeof NewNamedCard>

/** Refuses a call that carries a number or a code where the browser gives cards to the gateway itself (P01). */
function refuseNumbers({ number, cvc }: Pick<Named, 'number' | 'cvc'>): void {
  if (number !== undefined || cvc !== undefined) refuse('card.numbers_refused')
}

/** The card that a browser has given to the gateway. */
export function namedCard(body: Pick<Named, 'number' | 'cvc' | 'payment_method'>): CardEntry {
  refuseNumbers(body)
  const { payment_method } = body
  return payment_method === undefined
    ? refuse('request.invalid', { errors: [{ field: 'payment_method', message: t`Please enter a card.` }] })
    : { payment_method }
}

export function namedChange(body: z.output<typeof NamedCardChange>): GivenChange {
  refuseNumbers(body)
  if (body.payment_method !== undefined) return { entry: namedCard(body), exp_month: 0, exp_year: 0 }
  const { exp_month, exp_year } = body
  const judged = z.safeParse(CardChange, { exp_month, exp_year })
  if (judged.success) return typedChange(judged.data)
  const errors = judged.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }))
  return refuse('request.invalid', { errors })
}

/** What came along with a card of where its payer is. */
export type SaidPlace = Pick<z.output<typeof NewCard>, 'country' | 'region'>

/**
 * Where a payer without a country or region is, as whoever gives a card of it says; null where that is
 * known. Refuses while it is not, since taxes go by it.
 */
export function placeToNote(
  billingEntity: Pick<BillingEntityAccess, 'country' | 'region' | 'postal_code'>,
  said: SaidPlace,
): BillingAddress | null {
  if (billingEntity.country !== null && billingEntity.region !== null) return null
  const { country, region } = tidyAddress({
    country: said.country ?? billingEntity.country,
    region: said.region ?? billingEntity.region,
  })
  const errors = billingAddressProblems({ country, region })
  if (errors.length > 0 || !country || !region) return refuse('request.invalid', { errors })
  const { postal_code } = billingEntity
  return {
    country,
    region,
    postal_code: addressProblems({ country, postal_code }).length > 0 ? null : postal_code,
  }
}
