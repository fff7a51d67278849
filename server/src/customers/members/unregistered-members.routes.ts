import * as contract from '@byre/contract/people/unregistered-members'
import type { Context } from '../../context.ts'
import { addHand, removeHandFrom, renameHandTo } from './unregistered-members.actions.ts'

const additions = { site: contract.addSiteHand, clinic: contract.addClinicHand }
const renamings = { site: contract.renameSiteHand, clinic: contract.renameClinicHand }
const removals = { site: contract.removeSiteHand, clinic: contract.removeClinicHand }

export function handsRoutes({ serve, config }: Context<'customers'>): void {
  for (const kind of ['site', 'clinic'] as const) {
    serve(additions[kind], ({ params, body, ...acting }) =>
      addHand(acting, { kind, placeId: params.id }, body, config.limitFactor),
    )
    serve(renamings[kind], ({ params, body, ...acting }) =>
      renameHandTo(acting, { kind, placeId: params.id }, params.handId, body),
    )
    serve(removals[kind], ({ params, ...acting }) =>
      removeHandFrom(acting, { kind, placeId: params.id }, params.handId),
    )
  }
}
