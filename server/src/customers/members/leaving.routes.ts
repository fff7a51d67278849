import * as contract from '@byre/contract/people/leaving'
import type { Context } from '../../context.ts'
import { deleteMe, listBlockers } from './leaving.actions.ts'
import { exportMyData } from '../users/personal-data.actions.ts'
import type { Accounts, Billing } from '../ports.ts'

export function leavingRoutes(
  context: Context<'customers'>,
  { accounts, billing }: { accounts: Accounts; billing: Billing },
): void {
  const { serve, db } = context
  serve(contract.exportMyData, ({ asker, deed, from }) =>
    exportMyData(context, { deed, asker, from }, { accounts, billing }),
  )
  serve(contract.listBlockers, ({ asker }) => listBlockers(db, asker, billing))
  serve(contract.deleteMe, ({ deed, actor, body, from }) =>
    deleteMe({ deed, actor, from }, { accounts, billing }, body),
  )
}
