import * as contract from '@byre/contract/people/ownership-transfers'
import { subjectKinds } from '@byre/contract/subject-kinds'
import type { Context } from '../../context.ts'
import {
  acceptHandOver,
  declineHandOver,
  getOwnershipTransfer,
  offerHandOver,
  withdrawHandOver,
} from './ownership-transfers.actions.ts'

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

export function ownershipTransfersRoutes({ serve, db, config, secrets }: Context<'customers'>): void {
  const mailContext = { secrets, limitFactor: config.limitFactor }
  for (const kind of subjectKinds) {
    serve(offered[kind], ({ caller, params }) =>
      getOwnershipTransfer(db, caller, { kind, placeId: params.id }),
    )
    serve(offers[kind], ({ params, body, ...acting }) =>
      offerHandOver(acting, { kind, placeId: params.id }, body.user_id, mailContext),
    )
    serve(withdrawals[kind], ({ params, ...acting }) =>
      withdrawHandOver(acting, { kind, placeId: params.id }),
    )
    serve(acceptances[kind], ({ params, ...acting }) => acceptHandOver(acting, { kind, placeId: params.id }))
    serve(refusals[kind], ({ params, ...acting }) => declineHandOver(acting, { kind, placeId: params.id }))
  }
}
