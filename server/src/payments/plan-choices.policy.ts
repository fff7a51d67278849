import type { BillingEntityTerms, Place } from '../customers/index.ts'

/** What a payer pays in, fixed by its first item; before that `usd` in the USA, else `cad` (specification 6.1). */
export function currencyOf(billingEntity: BillingEntityTerms): 'cad' | 'usd' {
  return billingEntity.currency ?? (billingEntity.country === 'USA' ? 'usd' : 'cad')
}

/** A plan as this payer may buy it for this place. */
export function wantedPlan(place: Place, billingEntity: BillingEntityTerms, planId: string) {
  return { plan_id: planId, product: productOf(place), currency: currencyOf(billingEntity) }
}

export const productOf = (place: Place): 'sites' | 'clinics' => (place.kind === 'site' ? 'sites' : 'clinics')

export function idsOf(place: Place) {
  return {
    site_id: place.kind === 'site' ? place.id : null,
    clinic_id: place.kind === 'clinic' ? place.id : null,
  }
}
