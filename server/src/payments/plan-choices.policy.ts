import type { Payer, Place } from '../customers/index.ts'

/** What a payer pays in, fixed by its first item; before that `usd` in the USA, else `cad` (specification 6.1). */
export function currencyOf(payer: Payer): 'cad' | 'usd' {
  return payer.currency ?? (payer.country === 'USA' ? 'usd' : 'cad')
}

/** A plan as this payer may buy it for this place. */
export function wantedPlan(place: Place, payer: Payer, planId: string) {
  return { plan_id: planId, product: productOf(place), currency: currencyOf(payer) }
}

export const productOf = (place: Place): 'sites' | 'clinics' => (place.kind === 'site' ? 'sites' : 'clinics')

export function idsOf(place: Place) {
  return {
    site_id: place.kind === 'site' ? place.id : null,
    clinic_id: place.kind === 'clinic' ? place.id : null,
  }
}
