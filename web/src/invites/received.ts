import { t } from '@byre/contract/words'
import {
  acceptBillingEntityInvite,
  acceptClinicInvite,
  acceptSiteInvite,
  declineBillingEntityInvite,
  declineClinicInvite,
  declineSiteInvite,
  listReceivedBillingEntityInvites,
  listReceivedClinicInvites,
  listReceivedSiteInvites,
  type ReceivedBillingEntityInvite,
  type ReceivedClinicInvite,
  type ReceivedSiteInvite,
} from '@byre/contract/people/received-invites'
import { paths } from '../paths.ts'
import { subjectKinds } from '../products.ts'

/* Invitations by what they lead to: their tab, their words and their calls. */

export type ReceivedInvite = ReceivedSiteInvite | ReceivedClinicInvite | ReceivedBillingEntityInvite

export interface ReceivedKind {
  tab: 'sites' | 'clinics' | 'billing'
  /** Of the tab: 'Sites (2)'. */
  label: string
  /** Within a sentence. */
  one: 'site' | 'clinic' | 'billing information'
  open: (id: string) => string
  calls: {
    list:
      | typeof listReceivedSiteInvites
      | typeof listReceivedClinicInvites
      | typeof listReceivedBillingEntityInvites
    accept: typeof acceptSiteInvite | typeof acceptClinicInvite | typeof acceptBillingEntityInvite
    decline: typeof declineSiteInvite | typeof declineClinicInvite | typeof declineBillingEntityInvite
  }
}

const sites: ReceivedKind = {
  tab: 'sites',
  label: t`Sites`,
  one: 'site',
  open: paths.site,
  calls: { list: listReceivedSiteInvites, accept: acceptSiteInvite, decline: declineSiteInvite },
}
const clinics: ReceivedKind = {
  tab: 'clinics',
  label: t`Clinics`,
  one: 'clinic',
  open: paths.clinic,
  calls: { list: listReceivedClinicInvites, accept: acceptClinicInvite, decline: declineClinicInvite },
}
const billing: ReceivedKind = {
  tab: 'billing',
  label: t`Billing`,
  one: 'billing information',
  open: paths.billingEntity,
  calls: {
    list: listReceivedBillingEntityInvites,
    accept: acceptBillingEntityInvite,
    decline: declineBillingEntityInvite,
  },
}

const byProduct = { sites, clinics }

/** Of the products this build manages, the brand's own first; then what pays for them. */
export const receivedKinds: readonly ReceivedKind[] = [
  ...subjectKinds.map(({ product }) => byProduct[product]),
  billing,
]

/** What an invitation leads to. */
export function placeOf(invite: ReceivedInvite): { id: string; name: string } {
  if ('site' in invite) return invite.site
  return 'clinic' in invite ? invite.clinic : invite.billing_entity
}
