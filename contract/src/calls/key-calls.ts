import type { KeyScope } from '../accounts/api-keys.ts'
import type { CallName } from './names.ts'

/*
 * Which calls an API key may make, and by which of its scopes: whole and in one place. What does not stand here no key
 * may do. That is all that concerns money (cards, plans, subscriptions, payments, and setting up, deleting or restoring
 * a place, which begin and end a subscription), all that concerns an account (passwords, addresses, factors, sessions,
 * keys, mail preferences, its data and its end), and all by which somebody becomes an Owner or belongs to a payer.
 * What a scope opens, the person whose key it is must have a right to as well, or the role that a place's key was made with.
 */
const keyCalls: Readonly<Partial<Record<CallName, KeyScope>>> = {
  listSites: 'places:read',
  getSite: 'places:read',
  getSiteDomain: 'places:read',
  listSiteActivity: 'places:read',
  exportSiteActivity: 'places:read',
  listClinics: 'places:read',
  getClinic: 'places:read',
  getClinicDomain: 'places:read',
  listClinicActivity: 'places:read',
  exportClinicActivity: 'places:read',
  listSpecies: 'places:read',
  validateDomain: 'places:read',
  followEvents: 'places:read',

  updateSite: 'places:write',
  checkSiteDomain: 'places:write',
  updateClinic: 'places:write',
  checkClinicDomain: 'places:write',

  getUser: 'people:read',
  listSiteUsers: 'people:read',
  listSiteInvites: 'people:read',
  listClinicUsers: 'people:read',
  listClinicInvites: 'people:read',

  changeSiteUserRole: 'people:write',
  removeSiteUser: 'people:write',
  inviteToSite: 'people:write',
  changeSiteInvite: 'people:write',
  resendSiteInvite: 'people:write',
  revokeSiteInvite: 'people:write',
  addSiteHand: 'people:write',
  renameSiteHand: 'people:write',
  removeSiteHand: 'people:write',
  changeClinicUserRole: 'people:write',
  removeClinicUser: 'people:write',
  inviteToClinic: 'people:write',
  changeClinicInvite: 'people:write',
  resendClinicInvite: 'people:write',
  revokeClinicInvite: 'people:write',
  addClinicHand: 'people:write',
  renameClinicHand: 'people:write',
  removeClinicHand: 'people:write',

  listPlans: 'billing:read',
  getPlan: 'billing:read',
  listBillingEntities: 'billing:read',
  getBillingEntity: 'billing:read',
  listBillingEntityActivity: 'billing:read',
  exportBillingEntityActivity: 'billing:read',
  listSubscriptions: 'billing:read',
  getSubscription: 'billing:read',
  listSubscriptionItems: 'billing:read',
  listPaidPlaces: 'billing:read',
  listInvoices: 'billing:read',
  listInvoiceDays: 'billing:read',
  getInvoice: 'billing:read',
  getInvoicePdf: 'billing:read',
  getReceipt: 'billing:read',
  exportInvoices: 'billing:read',
  listUnpaid: 'billing:read',
  getSpending: 'billing:read',
}

/** The scope by which a key may make the call of this name; undefined: no key may. */
export const scopeOf = (name: string): KeyScope | undefined =>
  Object.hasOwn(keyCalls, name) ? keyCalls[name as CallName] : undefined

/** An invitation is somebody's word: it names who sent it, and ends when they may no longer invite. A place's key has nobody's. */
const callsOfPeople: ReadonlySet<string> = new Set<CallName>([
  'inviteToSite',
  'changeSiteInvite',
  'resendSiteInvite',
  'revokeSiteInvite',
  'inviteToClinic',
  'changeClinicInvite',
  'resendClinicInvite',
  'revokeClinicInvite',
])

/** The same for a key that belongs to a site or clinic and to nobody. */
export const placeKeyScopeOf = (name: string): KeyScope | undefined =>
  callsOfPeople.has(name) ? undefined : scopeOf(name)

/** Fields that no key may send, though the call is open to it: they change what somebody is charged. */
export const fieldsOfMoney = ['plan_id', 'billing_entity_id'] as const
