import * as contract from '@byre/contract/people/received-invites'
import type { Context } from '../../context.ts'
import { answerInvite, listReceived } from './received-invites.actions.ts'

export function receivedInvitesRoutes({ serve, db }: Context<'customers'>): void {
  serve(contract.listReceivedSiteInvites, ({ asker, query }) => listReceived(db, asker, 'site', query))
  serve(contract.acceptSiteInvite, ({ deed, actor, params, from }) =>
    answerInvite(deed, actor, 'site', params.id, 'accepted', from),
  )
  serve(contract.declineSiteInvite, ({ deed, actor, params, from }) =>
    answerInvite(deed, actor, 'site', params.id, 'declined', from),
  )

  serve(contract.listReceivedClinicInvites, ({ asker, query }) => listReceived(db, asker, 'clinic', query))
  serve(contract.acceptClinicInvite, ({ deed, actor, params, from }) =>
    answerInvite(deed, actor, 'clinic', params.id, 'accepted', from),
  )
  serve(contract.declineClinicInvite, ({ deed, actor, params, from }) =>
    answerInvite(deed, actor, 'clinic', params.id, 'declined', from),
  )

  serve(contract.listReceivedBillingEntityInvites, ({ asker, query }) =>
    listReceived(db, asker, 'billing_entity', query),
  )
  serve(contract.acceptBillingEntityInvite, ({ deed, actor, params, from }) =>
    answerInvite(deed, actor, 'billing_entity', params.id, 'accepted', from),
  )
  serve(contract.declineBillingEntityInvite, ({ deed, actor, params, from }) =>
    answerInvite(deed, actor, 'billing_entity', params.id, 'declined', from),
  )
}
