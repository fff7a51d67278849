import { t } from './words.ts'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idParams, time } from './fields.ts'
import { whole } from './lists.ts'
import { limits } from './limits.ts'
import { kindNames, type SubjectKind } from './subject-kinds.ts'

type Words = Readonly<Record<string, string>>

/** What can be done to every kind of place, by the command's name. */
const shared = {
  changeRole: t`Changed a role`,
  removeMember: t`Removed a member`,
  putBackMember: t`Put a removed member back`,
  leave: t`Left`,
  offerHandOver: t`Offered it to another owner`,
  withdrawHandOver: t`Took the offer to another owner back`,
  acceptHandOver: t`Became its owner`,
  declineHandOver: t`Declined to become its owner`,
  addWebhook: t`Added a webhook`,
  changeWebhook: t`Changed a webhook`,
  renewWebhookSecret: t`Gave a webhook a new secret`,
  removeWebhook: t`Removed a webhook`,
  sendToWebhook: t`Had a webhook sent events again`,
  endWebhook: t`Switched off a webhook that did not answer`,
} as const satisfies Words

/** What can be done to a site or clinic alone. */
const ofSitesAndClinics = {
  createHandOff: t`Launched it`,
  verifyDomain: t`Verified its own domain`,
  warnDomain: t`Found its own domain failing`,
  removeDomain: t`Gave up its own domain`,
  createSubscriptionItem: t`Chose a plan`,
  changeSubscriptionItem: t`Changed the plan`,
  endSubscription: t`Ended the subscription`,
  keepSubscription: t`Kept the subscription`,
  pauseSubscription: t`Paused the subscription`,
  resumeSubscription: t`Resumed the subscription`,
  extendTrial: t`Extended the free trial`,
  giveAddress: t`Got another’s address`,
  takeAddress: t`Lost an address`,
  proposePlan: t`Proposed a plan to whoever pays`,
  withdrawPlanProposal: t`Took a proposed plan back`,
  acceptPlanProposal: t`Accepted a proposed plan`,
  declinePlanProposal: t`Declined a proposed plan`,
  createPlaceKey: t`Made an API key`,
  revokePlaceKey: t`Revoked an API key`,
  addHand: t`Put someone on the list by name`,
  renameHand: t`Renamed someone on the list`,
  removeHand: t`Took someone off the list`,
} as const satisfies Words

/** What is done about the invitations to each kind of place; whoever is invited hears of it at once. */
export const inviteActionsOf = {
  site: {
    inviteToSite: t`Invited someone`,
    changeSiteInvite: t`Changed the role of an invitation`,
    resendSiteInvite: t`Sent an invitation again`,
    revokeSiteInvite: t`Took an invitation back`,
    reopenSiteInvite: t`Undid taking an invitation back`,
    voidSiteInvite: t`Ended an invitation whose sender may not invite any more`,
    acceptSiteInvite: t`Accepted an invitation`,
    declineSiteInvite: t`Declined an invitation`,
  },
  clinic: {
    inviteToClinic: t`Invited someone`,
    changeClinicInvite: t`Changed the role of an invitation`,
    resendClinicInvite: t`Sent an invitation again`,
    revokeClinicInvite: t`Took an invitation back`,
    reopenClinicInvite: t`Undid taking an invitation back`,
    voidClinicInvite: t`Ended an invitation whose sender may not invite any more`,
    acceptClinicInvite: t`Accepted an invitation`,
    declineClinicInvite: t`Declined an invitation`,
  },
  billing_entity: {
    inviteToBillingEntity: t`Invited someone`,
    changeBillingEntityInvite: t`Changed the role of an invitation`,
    resendBillingEntityInvite: t`Sent an invitation again`,
    revokeBillingEntityInvite: t`Took an invitation back`,
    reopenBillingEntityInvite: t`Undid taking an invitation back`,
    voidBillingEntityInvite: t`Ended an invitation whose sender may not invite any more`,
    acceptBillingEntityInvite: t`Accepted an invitation`,
    declineBillingEntityInvite: t`Declined an invitation`,
  },
} as const satisfies Record<SubjectKind, Words>

/** The fixed vocabulary of a place's activity: each command's name, and what it says. */
export const actionsOf = {
  site: {
    createSite: t`Set up the site`,
    updateSite: t`Changed the site`,
    deleteSite: t`Deleted the site`,
    restoreSite: t`Restored the site`,
    changeSettings: t`Changed how the app is set up`,
    makeViewer: t`Let a member only look in the app`,
    endViewer: t`Let a viewer work in the app again`,
    setLotTarget: t`Said what a lot is meant to gain`,
    beginImport: t`Began to bring a herd from a file`,
    addDemo: t`Added demo animals`,
    removeDemo: t`Took the demo animals away`,
    exportHerd: t`Downloaded the whole herd`,
    overrideHold: t`Let a held animal ship`,
    lockShipList: t`Locked a ship list`,
    reopenShipList: t`Opened a ship list again`,
    departShipList: t`Sent a ship list off`,
    ...ofSitesAndClinics,
    ...inviteActionsOf.site,
    ...shared,
  },
  clinic: {
    createClinic: t`Set up the clinic`,
    updateClinic: t`Changed the clinic`,
    deleteClinic: t`Deleted the clinic`,
    restoreClinic: t`Restored the clinic`,
    ...ofSitesAndClinics,
    ...inviteActionsOf.clinic,
    ...shared,
  },
  billing_entity: {
    createBillingEntity: t`Added the billing information`,
    updateBillingEntity: t`Changed the billing information`,
    deleteBillingEntity: t`Removed the billing information`,
    addMember: t`Added a member`,
    addCard: t`Added a card`,
    tryCard: t`Tried a card that was refused`,
    replaceCard: t`Replaced the card`,
    changeCardExpiry: t`Changed the expiry of the card`,
    updateCard: t`Was told of a newer card`,
    removeCard: t`Removed the card`,
    correctInvoice: t`Corrected the address on an invoice`,
    addInvoiceRecipient: t`Had invoices sent to another address`,
    resendInvoiceRecipient: t`Asked an address again to confirm`,
    removeInvoiceRecipient: t`Had invoices no longer sent to an address`,
    refuseInvoices: t`Said no to mail about the billing information`,
    confirmInvoiceRecipient: t`Confirmed that an address gets invoices`,
    payInvoice: t`Tried a payment again`,
    creditInvoice: t`Was credited an invoice`,
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
    z.string(t`Please give a time.`).check(
      z.regex(
        /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/,
        t`Please give a date or a UTC time.`,
      ),
      z.refine((text) => !Number.isNaN(Date.parse(text)), t`Please give a date or a UTC time.`),
    ),
    z.transform((text) => new Date(text).toISOString()),
  ),
)

const filters = {
  /** Who did it. */
  who: z.optional(id),
  deed: z.optional(z.enum(commandNames, t`Please choose what was done.`)),
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
