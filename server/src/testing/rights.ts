import type { SubjectKind } from '@byre/contract/subject-kinds'
import { callsOf, type CallOf } from './calls-of-kinds.ts'

/*
 * Who may do what, as the whole product answers it: specification 4, cell by cell. Read it beside the table of rights,
 * `contract/src/rights.ts`. A call stands by the name that the kinds of places share. The place's payer, where it has
 * one, gives everybody the same role as the place. `none` is a list with nothing in it.
 *
 * 401 nobody is signed in · 404 not there, as far as they can know · 403 a member without the right ·
 * 409 may, but it cannot be done so
 */

export const actors = ['anonymous', 'stranger', 'staff', 'User', 'Admin', 'Owner'] as const
export type RightsActor = (typeof actors)[number]

type Line<Call> = readonly [what: string, call: Call, answers: string]

const ofEveryPlace: readonly Line<CallOf<SubjectKind>>[] = [
  ['make a User an Admin', 'changeUserRole', '401  404  404  403  200  200'],
  ['make an Admin a User', 'changeUserRole', '401  404  404  403  200  200'],
  ['make a User an Owner', 'changeUserRole', '401  404  404  403  403  200'],
  ['make an Owner an Admin', 'changeUserRole', '401  404  404  403  403  200'],
  ['make oneself an Owner', 'changeUserRole', '401  404  404  403  403  200'],
  ['remove a User', 'removeUser', '401  404  404  403  200  200'],
  ['remove an Admin', 'removeUser', '401  404  404  403  200  200'],
  ['remove an Owner', 'removeUser', '401  404  404  403  403  200'],
  ['leave', 'removeUser', '401  404  404  200  200  200'],
  ['see what was done', 'listActivity', '401  404  404  403  200  200'],
  ['take what was done as a table', 'exportActivity', '401  404  404  403  200  200'],
  ['see the offer to another', 'getHandOver', '401  404  404  200  200  200'],
  ['offer it to another', 'offerHandOver', '401  404  404  403  403  201'],
  ['take the offer back', 'withdrawHandOver', '401  404  404  403  403  200'],
  ['accept an offer to oneself', 'acceptHandOver', '401  404  404  200  200  409'],
  ['decline an offer to oneself', 'declineHandOver', '401  404  404  200  200  409'],
  ['accept another’s offer', 'acceptHandOver', '401  404  404  409  409  409'],
  ['decline another’s offer', 'declineHandOver', '401  404  404  409  409  409'],
  ['invite a User', 'invite', '401  404  404  403  201  201'],
  ['invite an Admin', 'invite', '401  404  404  403  201  201'],
  ['see who was invited', 'listInvites', '401  404  404  403  200  200'],
  ['change an invitation’s role', 'changeInvite', '401  404  404  403  200  200'],
  ['send an invitation again', 'resendInvite', '401  404  404  403  200  200'],
  ['take an invitation back', 'revokeInvite', '401  404  404  403  200  200'],
  ['see its webhooks', 'listWebhooks', '401  404  404  403  200  200'],
  ['add a webhook', 'addWebhook', '401  404  404  403  201  201'],
  ['switch a webhook off', 'changeWebhook', '401  404  404  403  200  200'],
  ['give a webhook a new secret', 'renewWebhookSecret', '401  404  404  403  200  200'],
  ['see what a webhook was sent', 'listDeliveries', '401  404  404  403  200  200'],
  ['have a webhook sent a test', 'sendToWebhook', '401  404  404  403  201  201'],
  ['remove a webhook', 'removeWebhook', '401  404  404  403  200  200'],
]

const ofSitesAndClinics: readonly Line<CallOf<'site' | 'clinic'>>[] = [
  ['see it', 'get', '401  404  404  200  200  200'],
  ['see who belongs to it', 'listUsers', '401  404  404  200  200  200'],
  ['launch it', 'createHandOff', '401  404  404  201  201  201'],
  ['edit its name', 'update', '401  404  404  403  200  200'],
  ['change its subdomain', 'update', '401  404  404  403  403  200'],
  ['give it a domain', 'update', '401  404  404  403  403  200'],
  ['change its plan', 'update', '401  404  404  403  403  200'],
  ['change who pays', 'update', '401  404  404  403  403  200'],
  ['delete it', 'delete', '401  404  404  403  403  200'],
  ['restore it', 'restore', '401  404  404  403  403  200'],
  ['see how its domain stands', 'getDomain', '401  404  404  200  200  200'],
  ['look its domain up', 'checkDomain', '401  404  404  403  200  200'],
  ['put a hand on the list', 'addHand', '401  404  404  403  201  201'],
  ['rename a hand', 'renameHand', '401  404  404  403  200  200'],
  ['take a hand off the list', 'removeHand', '401  404  404  403  200  200'],
  ['see its keys', 'listKeys', '401  404  404  403  200  200'],
  ['make a key of it', 'createKey', '401  404  404  403  201  201'],
  ['revoke a key of it', 'revokeKey', '401  404  404  403  200  200'],
  ['see its subscription', 'getSubscription', '401  404  404  404  200  200'],
  ['list what it costs', 'listSubscriptionItems', '401  none none none 200  200'],
  ['choose a plan again', 'createSubscriptionItem', '401  404  404  403  403  409'],
  ['see what a plan would cost', 'previewSubscriptionItem', '401  404  404  403  200  200'],
  ['choose another plan', 'changeSubscriptionItem', '401  404  404  403  403  200'],
  ['stop its subscription', 'changeSubscriptionItem', '401  404  404  403  200  200'],
  ['see what plan is proposed', 'getPlanProposal', '401  404  404  403  200  200'],
  ['propose a plan they may choose', 'proposePlan', '401  404  404  403  403  409'],
  ['propose a plan to whoever pays', 'proposePlan', '401  404  404  403  403  201'],
  ['take back no proposal', 'withdrawPlanProposal', '401  404  404  403  403  409'],
  ['take a proposal back', 'withdrawPlanProposal', '401  404  404  403  403  200'],
  ['accept a plan that they are to pay', 'acceptPlanProposal', '401  404  404  403  200  200'],
  ['decline a plan that they are to pay', 'declinePlanProposal', '401  404  404  403  200  200'],
  ['accept a plan that others are to pay', 'acceptPlanProposal', '401  404  404  404  403  403'],
  ['decline a plan that others are to pay', 'declinePlanProposal', '401  404  404  404  403  403'],
  ['see what a new plan would cost', 'previewNewItem', '401  404  404  403  403  409'],
]

const ofBillingEntities: readonly Line<CallOf<'billing_entity'>>[] = [
  ['see it', 'get', '401  404  404  200  200  200'],
  ['see who belongs to it', 'listUsers', '401  404  404  403  200  200'],
  ['edit its name', 'update', '401  404  404  403  200  200'],
  ['delete it', 'delete', '401  404  404  403  403  200'],
  ['delete it while it pays', 'delete', '401  404  404  403  403  409'],
  ['add someone known', 'addUser', '401  404  404  403  201  201'],
  ['have it pay for a new site', 'createSite', '401  404  404  403  201  201'],
  ['have it pay for a new clinic', 'createClinic', '401  404  404  403  201  201'],
  ['add a card', 'addCard', '401  404  404  403  201  201'],
  ['see its card', 'getCard', '401  404  404  404  200  200'],
  ['list its cards', 'listCards', '401  none none none 200  200'],
  ['change its card', 'updateCard', '401  404  404  403  200  200'],
  ['remove its card', 'removeCard', '401  404  404  403  200  200'],
  ['see the subscription of a place', 'getSubscription', '401  404  404  404  200  200'],
  ['see what it would cost on a plan', 'previewSubscriptionItem', '401  404  404  403  200  200'],
  ['stop paying for a place', 'changeSubscriptionItem', '401  404  404  403  200  200'],
  ['see who gets its invoices', 'listInvoiceRecipients', '401  404  404  404  200  200'],
  ['have them sent elsewhere too', 'addInvoiceRecipient', '401  404  404  403  201  201'],
  ['ask an address again', 'resendInvoiceRecipient', '401  404  404  403  200  200'],
  ['ask its own address again', 'resendBillingEmail', '401  404  404  403  200  200'],
  ['see what plans are proposed', 'listPlanProposals', '401  404  404  403  200  200'],
  ['accept a plan that they are to pay', 'acceptPlanProposal', '401  404  404  403  200  200'],
  ['decline a plan that they are to pay', 'declinePlanProposal', '401  404  404  403  200  200'],
  ['stop sending them there', 'removeInvoiceRecipient', '401  404  404  403  200  200'],
  ['take its invoices as a table', 'exportInvoices', '401  404  404  404  200  200'],
  ['see the days of its invoices', 'listInvoiceDays', '401  404  404  404  200  200'],
  ['see how cards are entered', 'setUpCard', '401  404  404  403  200  200'],
  ['confirm a card', 'confirmCard', '401  404  404  403  200  200'],
  ['see an invoice', 'getInvoice', '401  404  404  404  200  200'],
  ['take an invoice as a document', 'getInvoicePdf', '401  404  404  404  200  200'],
  ['take a receipt', 'getReceipt', '401  404  404  404  200  200'],
  ['pay a paid invoice', 'payInvoice', '401  404  404  403  409  409'],
  ['correct a void invoice', 'correctInvoice', '401  404  404  403  409  409'],
]

export interface Cells {
  what: string
  call: string
  /** In the order of `actors`. */
  answers: string[]
}

const read = <K extends SubjectKind>(kind: K, lines: readonly Line<CallOf<K>>[]): Cells[] =>
  lines.map(([what, call, answers]) => ({
    what,
    call: callsOf[kind][call] as string,
    answers: answers.split(/ +/),
  }))

export const cellsOf = {
  site: read('site', [...ofSitesAndClinics, ...ofEveryPlace]),
  clinic: read('clinic', [...ofSitesAndClinics, ...ofEveryPlace]),
  billing_entity: read('billing_entity', [...ofBillingEntities, ...ofEveryPlace]),
}
