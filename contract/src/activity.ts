import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idParams, time } from './fields.ts'
import { whole } from './lists.ts'
import { limits } from './limits.ts'
import { kindNames, type SubjectKind } from './subject-kinds.ts'

type Words = Readonly<Record<string, string>>

/** What can be done to every kind of place, by the command's name. */
const shared = {
  changeRole: 'Changed a role',
  removeMember: 'Removed a member',
  putBackMember: 'Put a removed member back',
  leave: 'Left',
  offerHandOver: 'Offered it to another owner',
  withdrawHandOver: 'Took the offer to another owner back',
  acceptHandOver: 'Became its owner',
  declineHandOver: 'Declined to become its owner',
  addWebhook: 'Added a webhook',
  changeWebhook: 'Changed a webhook',
  renewWebhookSecret: 'Gave a webhook a new secret',
  removeWebhook: 'Removed a webhook',
  sendToWebhook: 'Had a webhook sent events again',
  endWebhook: 'Switched off a webhook that did not answer',
} as const satisfies Words

/** What can be done to a site or clinic alone. */
const ofSitesAndClinics = {
  createHandOff: 'Launched it',
  verifyDomain: 'Verified its own domain',
  warnDomain: 'Found its own domain failing',
  removeDomain: 'Gave up its own domain',
  createSubscriptionItem: 'Chose a plan',
  changeSubscriptionItem: 'Changed the plan',
  endSubscription: 'Ended the subscription',
  keepSubscription: 'Kept the subscription',
  pauseSubscription: 'Paused the subscription',
  resumeSubscription: 'Resumed the subscription',
  extendTrial: 'Extended the free trial',
  giveAddress: 'Got another’s address',
  takeAddress: 'Lost an address',
  proposePlan: 'Proposed a plan to whoever pays',
  withdrawPlanProposal: 'Took a proposed plan back',
  acceptPlanProposal: 'Accepted a proposed plan',
  declinePlanProposal: 'Declined a proposed plan',
  createPlaceKey: 'Made an API key',
  revokePlaceKey: 'Revoked an API key',
  addHand: 'Put someone on the list by name',
  renameHand: 'Renamed someone on the list',
  removeHand: 'Took someone off the list',
} as const satisfies Words

/** What is done about the invitations to each kind of place; whoever is invited hears of it at once. */
export const inviteActionsOf = {
  site: {
    inviteToSite: 'Invited someone',
    changeSiteInvite: 'Changed the role of an invitation',
    resendSiteInvite: 'Sent an invitation again',
    revokeSiteInvite: 'Took an invitation back',
    reopenSiteInvite: 'Undid taking an invitation back',
    voidSiteInvite: 'Ended an invitation whose sender may not invite any more',
    acceptSiteInvite: 'Accepted an invitation',
    declineSiteInvite: 'Declined an invitation',
  },
  clinic: {
    inviteToClinic: 'Invited someone',
    changeClinicInvite: 'Changed the role of an invitation',
    resendClinicInvite: 'Sent an invitation again',
    revokeClinicInvite: 'Took an invitation back',
    reopenClinicInvite: 'Undid taking an invitation back',
    voidClinicInvite: 'Ended an invitation whose sender may not invite any more',
    acceptClinicInvite: 'Accepted an invitation',
    declineClinicInvite: 'Declined an invitation',
  },
  billing_entity: {
    inviteToBillingEntity: 'Invited someone',
    changeBillingEntityInvite: 'Changed the role of an invitation',
    resendBillingEntityInvite: 'Sent an invitation again',
    revokeBillingEntityInvite: 'Took an invitation back',
    reopenBillingEntityInvite: 'Undid taking an invitation back',
    voidBillingEntityInvite: 'Ended an invitation whose sender may not invite any more',
    acceptBillingEntityInvite: 'Accepted an invitation',
    declineBillingEntityInvite: 'Declined an invitation',
  },
} as const satisfies Record<SubjectKind, Words>

/** The fixed vocabulary of a place's activity: each command's name, and what it says. */
export const actionsOf = {
  site: {
    createSite: 'Set up the site',
    updateSite: 'Changed the site',
    deleteSite: 'Deleted the site',
    restoreSite: 'Restored the site',
    changeSettings: 'Changed how the app is set up',
    makeViewer: 'Let a member only look in the app',
    endViewer: 'Let a viewer work in the app again',
    setLotTarget: 'Said what a lot is meant to gain',
    beginImport: 'Began to bring a herd from a file',
    addDemo: 'Added demo animals',
    removeDemo: 'Took the demo animals away',
    exportHerd: 'Downloaded the whole herd',
    overrideHold: 'Let a held animal ship',
    lockShipList: 'Locked a ship list',
    reopenShipList: 'Opened a ship list again',
    departShipList: 'Sent a ship list off',
    ...ofSitesAndClinics,
    ...inviteActionsOf.site,
    ...shared,
  },
  clinic: {
    createClinic: 'Set up the clinic',
    updateClinic: 'Changed the clinic',
    deleteClinic: 'Deleted the clinic',
    restoreClinic: 'Restored the clinic',
    ...ofSitesAndClinics,
    ...inviteActionsOf.clinic,
    ...shared,
  },
  billing_entity: {
    createBillingEntity: 'Added the billing information',
    updateBillingEntity: 'Changed the billing information',
    deleteBillingEntity: 'Removed the billing information',
    addMember: 'Added a member',
    addCard: 'Added a card',
    tryCard: 'Tried a card that was refused',
    replaceCard: 'Replaced the card',
    changeCardExpiry: 'Changed the expiry of the card',
    updateCard: 'Was told of a newer card',
    removeCard: 'Removed the card',
    correctInvoice: 'Corrected the address on an invoice',
    addInvoiceRecipient: 'Had invoices sent to another address',
    resendInvoiceRecipient: 'Asked an address again to confirm',
    removeInvoiceRecipient: 'Had invoices no longer sent to an address',
    refuseInvoices: 'Said no to mail about the billing information',
    confirmInvoiceRecipient: 'Confirmed that an address gets invoices',
    payInvoice: 'Tried a payment again',
    creditInvoice: 'Was credited an invoice',
    ...inviteActionsOf.billing_entity,
    ...shared,
  },
} as const satisfies Record<SubjectKind, Words>

/** A command as the audit trail of this kind of place names it. */
export type ActionOf<K extends SubjectKind> = keyof (typeof actionsOf)[K]
export type ActionName = { [K in SubjectKind]: ActionOf<K> }[SubjectKind]

/** A payer also sees what its sites and clinics do that costs it. */
export const commandWords: Words = {
  ...actionsOf.site,
  ...actionsOf.clinic,
  ...actionsOf.billing_entity,
}
const commandNames = Object.keys(commandWords) as [string, ...string[]]

/** One field that a command set or changed. */
export const Change = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type Change = z.infer<typeof Change>

export const Activity = z.object({
  id: z.string(),
  at: time,
  /** Null: the system, or an account that is gone. Of a place's own key the key's id. */
  actor_id: z.nullable(z.string()),
  actor_name: z.nullable(z.string()),
  /** The API key by which they did it; null: they did it themselves. */
  key_name: z.nullable(z.string()),
  deed: z.string(),
  /** The command in words. */
  what: z.string(),
  /** The person it was done to. */
  about_id: z.nullable(z.string()),
  about_name: z.nullable(z.string()),
  /** Where it was done, when not here: a payer also sees what its sites and clinics cost it. */
  place_id: z.nullable(z.string()),
  place_name: z.nullable(z.string()),
  changes: z.array(Change),
  /** The network address it was done from. */
  network: z.string(),
})
export type Activity = z.infer<typeof Activity>

const instant = z.optional(
  z.pipe(
    z.string('Please give a time.').check(
      z.regex(
        /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/,
        'Please give a date or a UTC time.',
      ),
      z.refine((text) => !Number.isNaN(Date.parse(text)), 'Please give a date or a UTC time.'),
    ),
    z.transform((text) => new Date(text).toISOString()),
  ),
)

const filters = {
  /** Who did it. */
  who: z.optional(id),
  deed: z.optional(z.enum(commandNames, 'Please choose what was done.')),
  /** From this time on. */
  from: instant,
  /** Before this time. */
  to: instant,
}

const listActivityOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: `/api/v1/${kindNames[kind].path}/:id/activity`,
    summary: `Who did what with a ${kindNames[kind].words} in the last 400 days, newest first`,
    who: { right: 'seeActivity', of: kind },
    params: idParams,
    query: z.object({
      ...filters,
      per_page: z._default(
        whole(1, limits.perPage.max, `per_page must be 1 to ${limits.perPage.max}.`),
        limits.perPage.default,
      ),
      /** The `next` of the page before. */
      after: z.optional(id),
    }),
    reply: z.object({
      activity: z.array(Activity),
      /** What to send as `after` for the next page; null on the last. */
      next: z.nullable(z.string()),
    }),
    refusals: ['not_found', 'role.insufficient'],
  })

export const listSiteActivity = listActivityOf('site', 'listSiteActivity')
export const listClinicActivity = listActivityOf('clinic', 'listClinicActivity')
export const listBillingEntityActivity = listActivityOf('billing_entity', 'listBillingEntityActivity')

const exportActivityOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: `/api/v1/${kindNames[kind].path}/:id/activity.csv`,
    summary: `The whole filtered activity of a ${kindNames[kind].words} as a table`,
    who: { right: 'seeActivity', of: kind },
    params: idParams,
    query: z.object(filters),
    reply: z.string(),
    produces: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="activity.csv"' },
    refusals: ['not_found', 'role.insufficient'],
  })

export const exportSiteActivity = exportActivityOf('site', 'exportSiteActivity')
export const exportClinicActivity = exportActivityOf('clinic', 'exportClinicActivity')
export const exportBillingEntityActivity = exportActivityOf('billing_entity', 'exportBillingEntityActivity')
