import type * as accounts from '../accounts/accounts.ts'
import type * as apiKeys from '../accounts/api-keys.ts'
import type * as auth from '../accounts/auth.ts'
import type * as devices from '../accounts/devices.ts'
import type * as passkeySignIns from '../accounts/passkey-sign-ins.ts'
import type * as secondFactors from '../accounts/second-factors.ts'
import type * as signIns from '../accounts/sign-ins.ts'
import type * as activity from '../activity.ts'
import type * as billingEntities from '../billing/billing-entities.ts'
import type * as cards from '../billing/cards.ts'
import type * as invoicePayments from '../billing/invoice-payments.ts'
import type * as invoiceRecipients from '../billing/invoice-recipients.ts'
import type * as invoices from '../billing/invoices.ts'
import type * as overview from '../billing/overview.ts'
import type * as paidPlaces from '../billing/paid-places.ts'
import type * as planProposals from '../billing/plan-proposals.ts'
import type * as plans from '../billing/plans.ts'
import type * as spending from '../billing/spending.ts'
import type * as subscriptions from '../billing/subscriptions.ts'
import type * as unpaid from '../billing/unpaid.ts'
import type * as webhooks from '../billing/webhooks.ts'
import type * as events from '../events.ts'
import type * as colleagues from '../people/colleagues.ts'
import type * as invites from '../people/invites.ts'
import type * as leaving from '../people/leaving.ts'
import type * as mailPreferences from '../people/mail-preferences.ts'
import type * as members from '../people/members.ts'
import type * as ownershipTransfers from '../people/ownership-transfers.ts'
import type * as receivedInvites from '../people/received-invites.ts'
import type * as unregisteredMembers from '../people/unregistered-members.ts'
import type * as users from '../people/users.ts'
import type * as clinics from '../places/clinics.ts'
import type * as domainClaims from '../places/domain-claims.ts'
import type * as hostNames from '../places/host-names.ts'
import type * as launchCodes from '../places/launch-codes.ts'
import type * as placeKeys from '../places/place-keys.ts'
import type * as sites from '../places/sites.ts'
import type * as staffCommands from '../staff/commands.ts'
import type * as staffRecords from '../staff/records.ts'
import type * as visits from '../staff/visits.ts'
import type * as species from '../species.ts'
import type * as outgoingWebhooks from '../webhooks.ts'

/*
 * The names of all calls, as types alone: what names a call elsewhere does not compile when it is misspelt, and no
 * bundle grows. `server/src/platform/api-docs/openapi.test.ts` holds that no file is missing.
 */

type File =
  | typeof accounts
  | typeof apiKeys
  | typeof auth
  | typeof devices
  | typeof passkeySignIns
  | typeof secondFactors
  | typeof signIns
  | typeof activity
  | typeof billingEntities
  | typeof cards
  | typeof invoicePayments
  | typeof invoiceRecipients
  | typeof invoices
  | typeof overview
  | typeof paidPlaces
  | typeof planProposals
  | typeof plans
  | typeof spending
  | typeof subscriptions
  | typeof unpaid
  | typeof webhooks
  | typeof events
  | typeof colleagues
  | typeof invites
  | typeof leaving
  | typeof mailPreferences
  | typeof members
  | typeof ownershipTransfers
  | typeof receivedInvites
  | typeof unregisteredMembers
  | typeof users
  | typeof clinics
  | typeof domainClaims
  | typeof hostNames
  | typeof launchCodes
  | typeof placeKeys
  | typeof sites
  | typeof species
  | typeof staffCommands
  | typeof staffRecords
  | typeof visits
  | typeof outgoingWebhooks

type Declared = In<File>
type In<Module> = Module extends unknown ? Module[keyof Module] : never
type NameOf<Call> = Call extends { name: infer Name extends string; path: string } ? Name : never

export type CallName = NameOf<Declared>

/** A call that changes nothing. */
export type ReadName = NameOf<Extract<Declared, { method: 'GET' }>>

/** A call that asks for a right of the table. */
export type HeldCallName = NameOf<Extract<Declared, { who: { right: string } }>>
