import * as contract from '@byre/contract/staff/records'
import type { Context } from '../context.ts'
import type { RequestFacts } from '../platform/audit/audit.ts'
import { findActor, type Caller } from '../platform/authentication/authenticate.ts'
import type { Database } from '../platform/database/db.ts'
import {
  getStaffAccount,
  getStaffBillingEntity,
  getStaffInvoice,
  getStaffJob,
  getStaffPlace,
  listTimeline,
  searchRecords,
  type Looking,
} from './records.actions.ts'
import { looking, operatorOf } from './staff.actions.ts'

export function recordsRoutes({ serve, config }: Context<'staff'>, database: Database): void {
  const by = async ({ caller, from }: { caller: Caller; from: RequestFacts }): Promise<Looking> => {
    const { actor } = await findActor(database.db, caller)
    return {
      database,
      config,
      operator: await operatorOf(database.db, actor.user_id, { reason: looking, from }),
    }
  }
  serve(contract.searchRecords, async ({ query, ...asked }) => searchRecords(await by(asked), query.q))
  serve(contract.getStaffAccount, async ({ params, ...asked }) => getStaffAccount(await by(asked), params.id))
  serve(contract.getStaffSite, async ({ params, ...asked }) =>
    getStaffPlace(await by(asked), 'site', params.id),
  )
  serve(contract.getStaffClinic, async ({ params, ...asked }) =>
    getStaffPlace(await by(asked), 'clinic', params.id),
  )
  serve(contract.getStaffBillingEntity, async ({ params, ...asked }) =>
    getStaffBillingEntity(await by(asked), params.id),
  )
  serve(contract.getStaffInvoice, async ({ params, ...asked }) => getStaffInvoice(await by(asked), params.id))
  serve(contract.getStaffJob, async ({ params, ...asked }) => getStaffJob(await by(asked), params.id))
  serve(contract.listTimeline, async ({ params, query, ...asked }) =>
    listTimeline(await by(asked), params.id, query.after ?? null),
  )
}
