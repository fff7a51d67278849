import * as contract from '@byre/contract/people/hand-overs'
import { placeKinds } from '@byre/contract/place-kinds'
import type { Context } from '../../context.ts'
import {
  acceptHandOver,
  declineHandOver,
  getHandOver,
  offerHandOver,
  withdrawHandOver,
} from './hand-overs.actions.ts'

const offered = {
  site: contract.getSiteHandOver,
  clinic: contract.getClinicHandOver,
  billing_entity: contract.getBillingEntityHandOver,
}
const offers = {
  site: contract.offerSiteHandOver,
  clinic: contract.offerClinicHandOver,
  billing_entity: contract.offerBillingEntityHandOver,
}
const withdrawals = {
  site: contract.withdrawSiteHandOver,
  clinic: contract.withdrawClinicHandOver,
  billing_entity: contract.withdrawBillingEntityHandOver,
}
const acceptances = {
  site: contract.acceptSiteHandOver,
  clinic: contract.acceptClinicHandOver,
  billing_entity: contract.acceptBillingEntityHandOver,
}
const refusals = {
  site: contract.declineSiteHandOver,
  clinic: contract.declineClinicHandOver,
  billing_entity: contract.declineBillingEntityHandOver,
}

export function handOversRoutes({ serve, db, config, secrets }: Context<'customers'>): void {
  const means = { secrets, limitFactor: config.limitFactor }
  for (const kind of placeKinds) {
    serve(offered[kind], ({ asker, params }) => getHandOver(db, asker, { kind, placeId: params.id }))
    serve(offers[kind], ({ deed, actor, params, body, from }) =>
      offerHandOver(deed, actor, { kind, placeId: params.id }, body.user_id, from, means),
    )
    serve(withdrawals[kind], ({ deed, actor, params, from }) =>
      withdrawHandOver(deed, actor, { kind, placeId: params.id }, from),
    )
    serve(acceptances[kind], ({ deed, actor, params, from }) =>
      acceptHandOver(deed, actor, { kind, placeId: params.id }, from),
    )
    serve(refusals[kind], ({ deed, actor, params, from }) =>
      declineHandOver(deed, actor, { kind, placeId: params.id }, from),
    )
  }
}
