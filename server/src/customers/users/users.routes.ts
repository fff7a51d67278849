import * as contract from '@byre/contract/people/users'
import type { Context } from '../../context.ts'
import type { Accounts } from '../ports.ts'
import { getUser, updateUser } from './users.actions.ts'

export function usersRoutes({ serve, db, config }: Context<'customers'>, accounts: Accounts): void {
  serve(contract.getUser, ({ asker, params }) => getUser(db, asker, params.id, config))
  serve(contract.updateUser, ({ deed, actor, params, body, from }) =>
    updateUser({ deed, actor, from }, accounts, params.id, body, config),
  )
}
