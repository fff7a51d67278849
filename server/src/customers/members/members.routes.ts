import { findColleagues as findColleaguesCall } from '@byre/contract/people/colleagues'
import * as contract from '@byre/contract/people/members'
import { subjectKinds } from '@byre/contract/subject-kinds'
import type { Context } from '../../context.ts'
import { findColleagues } from './colleagues.actions.ts'
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

export function membersRoutes({ serve, db, config }: Context<'customers'>): void {
  for (const kind of subjectKinds) {
    serve(lists[kind], (asked) => listPlaceUsers(db, asked, { kind, placeId: asked.params.id }, config))
    serve(roleChanges[kind], ({ params, body, ...acting }) =>
      changeRole(acting, { kind, placeId: params.id, userId: params.userId }, body),
    )
    serve(removals[kind], ({ params, ...acting }) =>
      removeUser(acting, { kind, placeId: params.id, userId: params.userId }),
    )
  }
  serve(findColleaguesCall, (asked) => findColleagues(db, asked))
  serve(contract.addBillingEntityUser, ({ params, body, ...acting }) =>
    addMember(acting, { kind: 'billing_entity', placeId: params.id, userId: params.userId }, body),
  )
}
