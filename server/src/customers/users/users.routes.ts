import * as contract from '@byre/contract/people/users'
import type { Context } from '../../context.ts'
import type { Accounts } from '../ports.ts'
import { getUser, updateUser } from './users.actions.ts'

export function usersRoutes({ serve, db, config }: Context<'customers'>, accounts: Accounts): void {
  serve(contract.getUser, ({ caller, params }) => getUser(db, caller, params.id, config))
  serve(contract.updateUser, (asked) => updateUser(asked.params.id, asked, { accounts, config }))
}
