import * as contract from '@byre/contract/people/members'
import { placeKinds } from '@byre/contract/place-kinds'
import type { Context } from '../../context.ts'
import { addMember, changeRole, removeUser } from './member-changes.actions.ts'
import { listPlaceUsers } from './members.actions.ts'

const lists = {
  site: contract.listSiteUsers,
  clinic: contract.listClinicUsers,
  billing_entity: contract.listBillingEntityUsers,
}
const roleChanges = {
  site: contract.changeSiteUserRole,
  clinic: contract.changeClinicUserRole,
  billing_entity: contract.changeBillingEntityUserRole,
}
const removals = {
  site: contract.removeSiteUser,
  clinic: contract.removeClinicUser,
  billing_entity: contract.removeBillingEntityUser,
}

export function membersRoutes({ serve, db }: Context<'customers'>): void {
  for (const kind of placeKinds) {
    serve(lists[kind], ({ caller, params, query }) => listPlaceUsers(db, caller, kind, params.id, query))
    serve(roleChanges[kind], ({ command, actor, params, body, from }) =>
      changeRole(command, actor, { kind, placeId: params.id, userId: params.userId }, body, from),
    )
    serve(removals[kind], ({ command, actor, params, from }) =>
      removeUser(command, actor, { kind, placeId: params.id, userId: params.userId }, from),
    )
  }
  serve(contract.addBillingEntityUser, ({ command, actor, params, body, from }) =>
    addMember(
      command,
      actor,
      { kind: 'billing_entity', placeId: params.id, userId: params.userId },
      body,
      from,
    ),
  )
}
