import * as contract from '@byre/contract/billing/billing-entities'
import type { Context } from '../../context.ts'
import { getBillingEntity, listBillingEntities } from './billing-entities.actions.ts'
import {
  createBillingEntity,
  deleteBillingEntity,
  updateBillingEntity,
} from './billing-entity-changes.actions.ts'
import type { Billing } from '../ports.ts'

export function billingEntitiesRoutes({ serve, db, config }: Context<'customers'>, billing: Billing): void {
  serve(contract.listBillingEntities, ({ asker, query }) => listBillingEntities(db, asker, query))
  serve(contract.createBillingEntity, ({ deed, actor, body, from }) =>
    createBillingEntity(deed, actor, body, from, { limitFactor: config.limitFactor, billing }),
  )
  serve(contract.getBillingEntity, ({ asker, params }) => getBillingEntity(db, asker, params.id))
  serve(contract.updateBillingEntity, ({ deed, actor, params, body, from }) =>
    updateBillingEntity(deed, actor, params.id, body, from, billing),
  )
  serve(contract.deleteBillingEntity, ({ deed, actor, params, from }) =>
    deleteBillingEntity(deed, actor, params.id, from, billing),
  )
}
