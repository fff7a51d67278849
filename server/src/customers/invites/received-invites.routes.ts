import * as contract from '@byre/contract/people/received-invites'
import type { Context } from '../../context.ts'
import { answerInvite, listReceived } from './received-invites.actions.ts'

export function receivedInvitesRoutes({ serve, db }: Context<'customers'>): void {
  serve(contract.listReceivedSiteInvites, ({ caller, query }) => listReceived(db, caller, 'site', query))
  serve(contract.acceptSiteInvite, ({ params, ...acting }) =>
    answerInvite('site', params.id, 'accepted', acting),
  )
  serve(contract.declineSiteInvite, ({ params, ...acting }) =>
    answerInvite('site', params.id, 'declined', acting),
  )

  serve(contract.listReceivedClinicInvites, ({ caller, query }) => listReceived(db, caller, 'clinic', query))
  serve(contract.acceptClinicInvite, ({ params, ...acting }) =>
    answerInvite('clinic', params.id, 'accepted', acting),
  )
  serve(contract.declineClinicInvite, ({ params, ...acting }) =>
    answerInvite('clinic', params.id, 'declined', acting),
  )

  serve(contract.listReceivedBillingEntityInvites, ({ caller, query }) =>
    listReceived(db, caller, 'billing_entity', query),
  )
  serve(contract.acceptBillingEntityInvite, ({ params, ...acting }) =>
    answerInvite('billing_entity', params.id, 'accepted', acting),
  )
  serve(contract.declineBillingEntityInvite, ({ params, ...acting }) =>
    answerInvite('billing_entity', params.id, 'declined', acting),
  )
}
