import * as contract from '@byre/contract/people/invites'
import type { Context } from '../../context.ts'
import { listInvites } from './invite-lists.actions.ts'
import { changeInvite, invite, resendInvite, revokeInvite } from './invites.actions.ts'

/** Billing entities have no host of their own; sites' and clinics' invitations are served in tenants/. */
export function invitesRoutes(context: Context<'customers'>): void {
  const { serve, db } = context
  const at = (id: string) => ({ kind: 'billing_entity', id }) as const

  serve(contract.inviteToBillingEntity, ({ params, body, ...doing }) =>
    invite(doing, at(params.id), body, context),
  )
  serve(contract.listBillingEntityInvites, (asked) => listInvites(db, asked, at(asked.params.id), context))
  serve(contract.changeBillingEntityInvite, ({ params, body, ...doing }) =>
    changeInvite(doing, at(params.id), { id: params.inviteId, ...body }, context),
  )
  serve(contract.revokeBillingEntityInvite, ({ params, ...doing }) =>
    revokeInvite(doing, at(params.id), params.inviteId),
  )
  serve(contract.resendBillingEntityInvite, ({ params, ...doing }) =>
    resendInvite(doing, at(params.id), params.inviteId, context),
  )
}
