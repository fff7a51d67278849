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
  serve(contract.listBillingEntities, ({ caller, query }) => listBillingEntities(db, caller, query))
  serve(contract.createBillingEntity, ({ command, actor, body, from }) =>
    createBillingEntity(command, actor, body, from, { limitFactor: config.limitFactor, billing }),
  )
  serve(contract.getBillingEntity, ({ caller, params }) => getBillingEntity(db, caller, params.id))
  serve(contract.updateBillingEntity, ({ command, actor, params, body, from }) =>
    updateBillingEntity(command, actor, params.id, body, from, billing),
  )
  serve(contract.deleteBillingEntity, ({ command, actor, params, from }) =>
    deleteBillingEntity(command, actor, params.id, from, billing),
  )
}
