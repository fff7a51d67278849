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
  serve(contract.createBillingEntity, (asked) =>
    createBillingEntity(asked, { limitFactor: config.limitFactor, billing }),
  )
  serve(contract.getBillingEntity, ({ caller, params }) => getBillingEntity(db, caller, params.id))
  serve(contract.updateBillingEntity, (asked) => updateBillingEntity(asked.params.id, asked, billing))
  serve(contract.deleteBillingEntity, ({ params, ...acting }) =>
    deleteBillingEntity(params.id, acting, billing),
  )
}
