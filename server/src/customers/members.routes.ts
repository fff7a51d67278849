import * as contract from '@byre/contract/members'
import type { Context } from '../platform/context.ts'
import { listPlaceUsers } from './members.actions.ts'

export function membersRoutes({ serve, db }: Context<'customers'>): void {
  serve(contract.listSiteUsers, ({ asker, params, query }) =>
    listPlaceUsers(db, asker, 'site', params.id, query),
  )
  serve(contract.listBillingEntityUsers, ({ asker, params, query }) =>
    listPlaceUsers(db, asker, 'billing_entity', params.id, query),
  )
}
