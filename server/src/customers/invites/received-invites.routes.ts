import * as contract from '@byre/contract/people/received-invites'
import type { Context } from '../../context.ts'
import { answerInvite, listReceived } from './received-invites.actions.ts'

export function receivedInvitesRoutes({ serve, db }: Context<'customers'>): void {
  serve(contract.listReceivedSiteInvites, ({ caller, query }) => listReceived(db, caller, 'site', query))
  serve(contract.acceptSiteInvite, ({ command, actor, params, from }) =>
    answerInvite(command, actor, 'site', params.id, 'accepted', from),
  )
  serve(contract.declineSiteInvite, ({ command, actor, params, from }) =>
    answerInvite(command, actor, 'site', params.id, 'declined', from),
  )

  serve(contract.listReceivedClinicInvites, ({ caller, query }) => listReceived(db, caller, 'clinic', query))
  serve(contract.acceptClinicInvite, ({ command, actor, params, from }) =>
    answerInvite(command, actor, 'clinic', params.id, 'accepted', from),
  )
  serve(contract.declineClinicInvite, ({ command, actor, params, from }) =>
    answerInvite(command, actor, 'clinic', params.id, 'declined', from),
  )

  serve(contract.listReceivedBillingEntityInvites, ({ caller, query }) =>
    listReceived(db, caller, 'billing_entity', query),
  )
  serve(contract.acceptBillingEntityInvite, ({ command, actor, params, from }) =>
    answerInvite(command, actor, 'billing_entity', params.id, 'accepted', from),
  )
  serve(contract.declineBillingEntityInvite, ({ command, actor, params, from }) =>
    answerInvite(command, actor, 'billing_entity', params.id, 'declined', from),
  )
}
