import * as contract from '@byre/contract/people/unregistered-members'
import type { Context } from '../../context.ts'
import { addHand, removeHandFrom, renameHandTo } from './unregistered-members.actions.ts'

const additions = { site: contract.addSiteHand, clinic: contract.addClinicHand }
const renamings = { site: contract.renameSiteHand, clinic: contract.renameClinicHand }
const removals = { site: contract.removeSiteHand, clinic: contract.removeClinicHand }

export function handsRoutes({ serve, config }: Context<'customers'>): void {
  for (const kind of ['site', 'clinic'] as const) {
    serve(additions[kind], ({ command, actor, params, body, from }) =>
      addHand(command, actor, { kind, placeId: params.id }, body, from, config.limitFactor),
    )
    serve(renamings[kind], ({ command, actor, params, body, from }) =>
      renameHandTo(command, actor, { kind, placeId: params.id }, params.handId, body, from),
    )
    serve(removals[kind], ({ command, actor, params, from }) =>
      removeHandFrom(command, actor, { kind, placeId: params.id }, params.handId, from),
    )
  }
}
