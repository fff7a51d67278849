import type { ReadName } from './names.ts'

/*
 * What a member of the staff may read while they see the portal as somebody: whole and in one place. What does not stand
 * here no visit may call. That is all that changes something, all of an account and its ways to sign in (sessions, factors, keys, its
 * data), documents and downloads, webhooks, what opens a place's own host, and the stream of events.
 */
const visitCalls: ReadonlySet<string> = new Set<ReadName>([
  'getUser',
  'getOverview',
  'listSpecies',
  'listPlans',
  'getPlan',
  'getPlanPrice',

  'listSites',
  'getSite',
  'getSiteDomain',
  'listSiteUsers',
  'listSiteInvites',
  'listSiteActivity',
  'getSiteHandOver',
  'getSitePlanProposal',
  'listClinics',
  'getClinic',
  'getClinicDomain',
  'listClinicUsers',
  'listClinicInvites',
  'listClinicActivity',
  'getClinicHandOver',
  'getClinicPlanProposal',
  'listReceivedSiteInvites',
  'listReceivedClinicInvites',
  'listReceivedBillingEntityInvites',

  'listBillingEntities',
  'getBillingEntity',
  'listBillingEntityUsers',
  'listBillingEntityInvites',
  'listBillingEntityActivity',
  'getBillingEntityHandOver',
  'listSubscriptions',
  'getSubscription',
  'listSubscriptionItems',
  'listPaidPlaces',
  'listInvoices',
  'listInvoiceDays',
  'getInvoice',
  'listUnpaid',
  'listPlanProposals',
  // Of a card nobody has more than its brand, last digits and expiry.
  'listCards',
  'getSpending',
])

/** Whether a visit may make the call of this name. */
export const mayVisit = (name: string) => visitCalls.has(name)
