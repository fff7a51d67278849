import type { Unpaid } from '@byre/contract/billing/unpaid'
import { useState } from 'react'
import { useOpenInvoices, usePaidPlaces } from './paid.ts'
import { useBillingEntities } from './use-billing-entities.ts'

type Which = { billing_entity_id: string } | { site_id: string } | { clinic_id: string }

/**
 * Whether a page may be drawn whose first lines say what is unpaid: once all that they say is there, or could not be
 * had, so that they push nothing down. What changes later does not take the page away again.
 */
export function useUnpaidDrawn(which: Which, unpaid: Unpaid | undefined, isWaiting: boolean): boolean {
  const paid = usePaidPlaces(unpaid ? which : null)
  const debts = useOpenInvoices(unpaid ? which : null)
  const entities = useBillingEntities()
  const isMissing = unpaid !== undefined && [paid, debts, entities].some(({ isPending }) => isPending)
  const [isDrawn, setDrawn] = useState(false)
  if (!isDrawn && !isWaiting && !isMissing) setDrawn(true)
  return isDrawn
}
