import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { Plan } from '@byre/contract/billing/plans'

/** What the radio card 'Create new Billing Information' stands for (specification 5.6). */
export const createNew = '-1'

/** Its Owners and Admins may use it to pay, and see all of it. */
export const mayPayWith = (entity: Pick<BillingEntity, 'role'>) => entity.role !== 'User'

/** With exactly one it is the one; with none a new one is made; of several the person chooses. */
export function preselected(billingEntities: readonly Pick<BillingEntity, 'id'>[]): string {
  const [first, ...others] = billingEntities
  if (!first) return createNew
  return others.length === 0 ? first.id : ''
}

export const currencyIn = (country: string | null | undefined): Plan['currency'] =>
  country === 'USA' ? 'usd' : 'cad'

/** Fixed by the first thing it pays for, before that by its country. */
export const currencyOf = (billingEntity: Pick<BillingEntity, 'currency' | 'country'>) =>
  billingEntity.currency ?? currencyIn(billingEntity.country)
