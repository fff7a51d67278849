import { t } from '@byre/contract/words'
import {
  createBillingEntity,
  listBillingEntities,
  type BillingEntity,
} from '@byre/contract/billing/billing-entities'
import { limits } from '@byre/contract/limits'
import { useState } from 'react'
import { useAsk } from '../lib/query.ts'
import { inWords, Refusal } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import type { Fill } from '../ui/forms/form-shell.tsx'
import { entityOf, organizationNames } from './entity-values.ts'
import { createNew } from './billing-entities.ts'

/** All billing information the person belongs to. */
export const useBillingEntities = () =>
  useAsk(listBillingEntities, { per_page: limits.perPage.billingEntities, sort: 'name' })

const inAddingWords = inWords({ 'server.failed': t`An error occurred while adding a billingEntity.` })

/**
 * Makes the new payer of a form, once: it becomes the chosen one before anything else is tried, so
 * that trying again does not make another.
 */
export function useNewBillingEntity() {
  const { ask, busy } = useCall(createBillingEntity)
  const [made, setMade] = useState<readonly BillingEntity[]>([])

  const billingEntityIn = async (values: { billing_entity_id: string }, fill: Fill): Promise<string> => {
    if (values.billing_entity_id !== createNew) return values.billing_entity_id
    const entity = await ask(entityOf(values)).catch((error: unknown) =>
      inAddingWords(error instanceof Refusal ? error.onFields(organizationNames) : error),
    )
    setMade((before) => [...before, entity])
    fill({ billing_entity_id: entity.id })
    return entity.id
  }
  /** What was made a moment ago is there before the list is asked for again. */
  const withMade = (listed: readonly BillingEntity[]) => [
    ...listed,
    ...made.filter(({ id }) => !listed.some((entity) => entity.id === id)),
  ]
  return { billingEntityIn, making: busy, withMade }
}
