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
  serve(contract.exportMyData, ({ caller, command, from }) =>
    exportMyData(context, { command, caller, from }, { accounts, billing }),
  )
  serve(contract.listBlockers, ({ caller }) => listBlockers(db, caller, billing))
  serve(contract.deleteMe, ({ command, actor, body, from }) =>
    deleteMe({ command, actor, from }, { accounts, billing }, body),
  )
}
