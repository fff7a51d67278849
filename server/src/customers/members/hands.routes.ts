import * as contract from '@byre/contract/people/hands'
import type { Context } from '../../context.ts'
import { addHand, removeHandFrom, renameHandTo } from './hands.actions.ts'

const additions = { site: contract.addSiteHand, clinic: contract.addClinicHand }
const renamings = { site: contract.renameSiteHand, clinic: contract.renameClinicHand }
const removals = { site: contract.removeSiteHand, clinic: contract.removeClinicHand }

export function handsRoutes({ serve, config }: Context<'customers'>): void {
  for (const kind of ['site', 'clinic'] as const) {
    serve(additions[kind], ({ deed, actor, params, body, from }) =>
      addHand(deed, actor, { kind, placeId: params.id }, body, from, config.limitFactor),
    )
    serve(renamings[kind], ({ deed, actor, params, body, from }) =>
      renameHandTo(deed, actor, { kind, placeId: params.id }, params.handId, body, from),
    )
    serve(removals[kind], ({ deed, actor, params, from }) =>
      removeHandFrom(deed, actor, { kind, placeId: params.id }, params.handId, from),
    )
  }
}
