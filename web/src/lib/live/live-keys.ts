import type { CallName, ReadName } from '@byre/contract/calls/names'
import type { EventKind, LiveEvent } from '@byre/contract/events'

/*
 * What to ask again when something changed, by the names under which answers are kept. Whatever names the
 * id of a place that changed is asked again too, so only lists and the like stand here.
 */

const ofPlaces = [
  'listSubscriptions',
  'listSubscriptionItems',
  'getSubscription',
  'listPaidPlaces',
  'listUnpaid',
  'getOverview',
  'getSpending',
  'listPlanProposals',
  'listBlockers',
] as const satisfies readonly ReadName[]

export const askedAgain: Readonly<Record<Exclude<EventKind, 'everything'>, readonly ReadName[]>> = {
  site: ['listSites', ...ofPlaces],
  clinic: ['listClinics', ...ofPlaces],
  // A site or clinic shows who pays for it, and with which card.
  billing_entity: [
    'listBillingEntities',
    'listCards',
    'getCard',
    'listInvoices',
    'listInvoiceDays',
    'getInvoice',
    'listSites',
    'getSite',
    'listClinics',
    'getClinic',
    ...ofPlaces,
  ],
  invite: [
    'getOverview',
    'listReceivedSiteInvites',
    'listReceivedClinicInvites',
    'listReceivedBillingEntityInvites',
  ],
  account: [
    'getUser',
    'getMailPreferences',
    'listSessions',
    'listSecurityEvents',
    'listTrustedDevices',
    'getTotp',
    'getBackupCodes',
    'listPasskeys',
    'listApiKeys',
    'listSupportVisits',
  ],
}

/** Asking these would begin something at the card processor anew. */
const leftAlone: CallName = 'setUpCard'

/** Whether an answer kept under this key may be another one since the event. */
export function concerns({ kind, id }: LiveEvent, key: readonly unknown[]): boolean {
  const [name] = key
  if (name === leftAlone) return false
  return (
    kind === 'everything' ||
    askedAgain[kind].some((read) => read === name) ||
    JSON.stringify(key).includes(id)
  )
}
