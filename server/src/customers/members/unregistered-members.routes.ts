import * as contract from '@byre/contract/people/unregistered-members'
import type { Context } from '../../context.ts'
import {
  addHand,
  removeUnregisteredMemberFrom,
  renameUnregisteredMemberTo,
} from './unregistered-members.actions.ts'

const additions = { site: contract.addSiteHand, clinic: contract.addClinicHand }
const renamings = { site: contract.renameSiteHand, clinic: contract.renameClinicHand }
const removals = { site: contract.removeSiteHand, clinic: contract.removeClinicHand }

export function unregisteredMembersRoutes({ serve, config }: Context<'customers'>): void {
  for (const kind of ['site', 'clinic'] as const) {
    serve(additions[kind], ({ params, body, ...acting }) =>
      addHand(acting, { kind, placeId: params.id }, body, config.limitFactor),
    )
    serve(renamings[kind], ({ params, body, ...acting }) =>
      renameUnregisteredMemberTo(acting, { kind, placeId: params.id }, params.handId, body),
    )
    serve(removals[kind], ({ params, ...acting }) =>
      removeUnregisteredMemberFrom(acting, { kind, placeId: params.id }, params.handId),
    )
  }
}
