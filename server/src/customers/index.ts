import type { Language } from '@byre/contract/languages'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { type Right, type Role, rolesFor } from '@byre/contract/rights'
import type { RequestFacts } from '../platform/audit/audit.ts'
import type { Context } from '../context.ts'
import { within, type PlatformDb } from '../platform/database/db.ts'
import type { Proven } from '../platform/proven.ts'
import { byProduct } from './access.policy.ts'
import { activityRoutes } from './activity/activity.routes.ts'
import { billingEntityAccess, type BillingEntityAccess } from './billing-entities/billing-entities.policy.ts'
import { findBillingEntityOfMember, setCard } from './billing-entities/billing-entities.queries.ts'
import { billingEntitiesRoutes } from './billing-entities/billing-entities.routes.ts'
import { clinicsRoutes } from './places/clinics.routes.ts'
import { devDnsRoutes } from './domains/dev-dns.routes.ts'
import { domainClaimsRoutes } from './domains/domain-claims.routes.ts'
import { checkDomains } from './domains/dns-checks.actions.ts'
import { sendDomainMails } from './domains/domain-mails.actions.ts'
import { eventsRoutes } from './activity/events.routes.ts'
import {
  extendForOwner,
  type ExtendedPlace,
  type StaffExtending,
} from './operators/extended-trials.actions.ts'
import {
  restoreForOwner,
  type RestoredPlace,
  type StaffRestoring,
} from './operators/restored-places.actions.ts'
import { moveForOwners, type MovedAddress, type StaffMoving } from './operators/moved-addresses.actions.ts'
import { sendStaffMails } from './operators/staff-mails.actions.ts'
import { sendOwnershipTransferMails } from './members/ownership-transfer-mails.actions.ts'
import { ownershipTransfersRoutes } from './members/ownership-transfers.routes.ts'
import { unregisteredMembersRoutes } from './members/unregistered-members.routes.ts'
import { handleInviteMails } from './invites/invite-mails.actions.ts'
import { voidInvites } from './invites/invite-voids.actions.ts'
import { invitesRoutes } from './invites/invites.routes.ts'
import { findRole } from './members/members.queries.ts'
import { leavingRoutes } from './members/leaving.routes.ts'
import { sendMemberMails } from './members/member-mails.actions.ts'
import { membersRoutes } from './members/members.routes.ts'
import { sendProposalMails } from './places/plan-proposal-mails.actions.ts'
import { planProposalsRoutes } from './places/plan-proposals.routes.ts'
import { sendNewPlaceMails } from './places/new-place-mails.actions.ts'
import type { Accounts, Apps, Billing, Place, Subject } from './ports.ts'
import { purgePlaces } from './places/purges.actions.ts'
import { findNewestTo } from './invites/received-invites.queries.ts'
import { receivedInvitesRoutes } from './invites/received-invites.routes.ts'
import { findRefused } from './refused-access.queries.ts'
import { sitesRoutes } from './places/sites.routes.ts'
import type { AccessState } from './tables.ts'
import { findTenantByDomain, findTenantById, findTenantByName, lockTenant } from './places/tenants.queries.ts'
import { findUser, insertUser, lockUser, removeUser, setEmail } from './users/users.queries.ts'
import { addLeavableTopics } from './users/mail-preferences.actions.ts'
import { mailPreferencesRoutes } from './users/mail-preferences.routes.ts'
import { usersRoutes } from './users/users.routes.ts'
import { placeKeysRoutes } from './place-keys/place-keys.routes.ts'
import { webhooksRoutes } from './webhooks/webhooks.routes.ts'

export {
  findUserEmail,
  holdBillingEmail,
  holdBillingEntityAlone,
  noteBillingEmail,
  ownersOfBillingEntity,
  readerLanguage,
} from './billing-entities/billing-emails.actions.ts'
export type {
  BillingEntityAccess,
  ProvenBillingEntityId,
} from './billing-entities/billing-entities.policy.ts'
export {
  belongingsOf,
  billingEntityForStaff,
  calledOf,
  namesOfPlaces,
  placeForStaff,
  searchForStaff,
} from './operators/records.actions.ts'
export { callerLanguage, languageAt, languageOf } from './users/languages.actions.ts'
export { namesOf } from './users/names.actions.ts'
export { placesInView } from './places/overview.actions.ts'
export { listInvites } from './invites/invite-lists.actions.ts'
export { changeInvite, invite, resendInvite, revokeInvite } from './invites/invites.actions.ts'
export { longDate } from './mails.ts'
export { colleaguesAt, membersAmong, type Colleagues } from './members/reachable-members.actions.ts'
export { billingEntitiesOfCaller, placesOfCaller } from './members/managed-places.queries.ts'
export {
  closePlacesWithoutPlan,
  findPayingEntities,
  findPayingEntity,
  findPlace,
  holdBillingEntity,
  holdPlace,
  livingBillingEntities,
  noteCurrency,
  noteBillingAddress,
  notePlan,
  noteAccessState,
  billingEntityAs,
  tellOfBilling,
  tellOfInvoice,
  placesAs,
  type PayingEntity,
  type BillingAddress,
} from './places/paid-places.actions.ts'
export type { Access } from './access.policy.ts'
export { placeOfAccess, placeOfKind, trialTypes } from './ports.ts'
export type {
  AccountCommand,
  Accounts,
  Billing,
  BillingEmail,
  ChargedBillingEntity,
  ExtendedTrial,
  ListedBilling,
  ListedBillingSql,
  NewTrial,
  BillingEntityTerms,
  BillingEntityUse,
  Place,
  Subject,
  SaidByEmail,
} from './ports.ts'
export type { EmailState, AccessState } from './tables.ts'

/** What staff do to places, from the command line. */
export interface PlaceOperations {
  /** Restores a deleted place for an Owner; null: there is none, or no more. */
  restorePlace(order: StaffRestoring): Promise<RestoredPlace | null>
  /** Lets a place's free trial end later, for an Owner; null: there is no such place. */
  extendTrial(order: StaffExtending): Promise<ExtendedPlace | null>
  /** Moves a subdomain or custom domain to another place, or frees it; null: nobody has it. */
  moveAddress(order: StaffMoving): Promise<MovedAddress | null>
}

/** The customer-data service: users, billing entities, sites, and who belongs to them. */
export function customers(
  context: Context<'customers'>,
  { billing, accounts, apps }: { billing: Billing; accounts: Accounts; apps: Apps },
): PlaceOperations {
  findRefused(context.refusedAccess)
  usersRoutes(context, accounts)
  mailPreferencesRoutes(context)
  addLeavableTopics(context)
  billingEntitiesRoutes(context, billing)
  sitesRoutes(context, billing)
  clinicsRoutes(context, billing)
  membersRoutes(context)
  unregisteredMembersRoutes(context)
  ownershipTransfersRoutes(context)
  planProposalsRoutes(context, billing)
  activityRoutes(context)
  leavingRoutes(context, { accounts, billing })
  invitesRoutes(context)
  receivedInvitesRoutes(context)
  domainClaimsRoutes(context)
  eventsRoutes(context)
  webhooksRoutes(context)
  placeKeysRoutes(context)
  devDnsRoutes(context)
  checkDomains(context)
  sendDomainMails(context)
  sendNewPlaceMails(context)
  sendOwnershipTransferMails(context)
  sendProposalMails(context, billing)
  sendMemberMails(context)
  sendStaffMails(context)
  handleInviteMails(context)
  purgePlaces(context, apps)
  return {
    restorePlace: (order) => restoreForOwner(context, billing, order),
    extendTrial: (order) => extendForOwner(context, billing, order),
    moveAddress: (order) => moveForOwners(context, order),
  }
}

/** The profile of a new account; joins the caller's transaction. */
export async function createUser(
  db: PlatformDb,
  user: { id: string; email: string; language: Language | null },
): Promise<void> {
  await insertUser(within<'customers'>(db), user)
}

/** Removes the profile of an account that was never confirmed and so belongs to nothing. */
export async function deleteUser(db: PlatformDb, id: string): Promise<void> {
  await removeUser(within<'customers'>(db), { id })
}

/** Holds a profile until the caller's transaction ends; whoever changes its address holds it first. */
export async function holdUser(db: PlatformDb, id: string): Promise<void> {
  await lockUser(within<'customers'>(db), { id })
}

/** Ends the open invitations of someone whose account an operator closes; joins that transaction. */
export async function voidInvitesOf(db: PlatformDb, user_id: string, from: RequestFacts): Promise<void> {
  await voidInvites(within<'customers'>(db), { user_id, place_id: null }, { actor_id: null, from })
}

/** Keeps a profile's copy of its address true; none waits for its code any more. Null: it stays as it is. */
export async function noteEmail(db: PlatformDb, id: string, email: string | null): Promise<void> {
  await setEmail(within<'customers'>(db), { id, email })
}

/** The newest open invitation to an address; null when nobody waits for it. */
export async function findOpenInvite(db: PlatformDb, email: string): Promise<string | null> {
  const [invite] = await findNewestTo(within<'customers'>(db), {
    email,
    inviters: rolesFor('invite', 'site'),
  })
  return invite?.id ?? null
}

/** How someone is called: their name, else their address; null for nobody. */
export async function findUserName(db: PlatformDb, id: string): Promise<string | null> {
  const [user] = await findUser(within<'customers'>(db), { id })
  if (!user) return null
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email
}

/** The payer, for someone who has this right at it. In a transaction it cannot be deleted until that ends. */
export async function billingEntityFor<R extends Right>(
  db: PlatformDb,
  userId: string,
  billingEntityId: BillingEntityId,
  right: R,
): Promise<BillingEntityAccess<R>> {
  const [billingEntity] = await findBillingEntityOfMember(within<'customers'>(db), {
    id: billingEntityId,
    user_id: userId,
  })
  return billingEntityAccess(right, billingEntity)
}

/** Keeps the copy of a payer's card true, in the transaction that changes the card. */
export async function noteCard(
  db: PlatformDb,
  billingEntityId: Proven<'keepCard' | 'gateway', BillingEntityId>,
  card: { brand: string; last_four: string } | null,
): Promise<void> {
  await setCard(within<'customers'>(db), {
    id: byProduct(billingEntityId),
    brand: card?.brand ?? null,
    last_four: card?.last_four ?? null,
  })
}

export type Tenant = Place & {
  name: string
  subdomain: string
  standing: AccessState
  /** A site's: a JSON text of `{unit, operation_type}`, the second only where it was chosen. */
  install_preference: string | null
  /** A clinic's. */
  email: string | null
  phone: string | null
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The live place that answers under a name: a label below the base domain, be it a subdomain or an id, or
 * a whole domain of its own that is proven. `is_former`: it gave the name up; send the caller to
 * `tenant.subdomain`.
 */
export async function findTenant(
  db: PlatformDb,
  name: string,
): Promise<{ tenant: Tenant; is_former: boolean } | null> {
  const own = within<'customers'>(db)
  const [row] = name.includes('.')
    ? await findTenantByDomain(own, { domain: name })
    : uuidShape.test(name)
      ? await findTenantById(own, { id: name })
      : await findTenantByName(own, { name })
  if (!row) return null
  const { is_former, ...tenant } = row
  return { tenant: tenant as Tenant, is_former }
}

/** Holds a place alone until the caller's transaction ends; false where it is deleted by now. */
export async function holdTenant(db: PlatformDb, { kind, id }: Place): Promise<boolean> {
  return (await lockTenant[kind](within<'customers'>(db), { id })).length > 0
}

/** Someone's role in a site, clinic or billing entity that is not deleted; null for a stranger. */
export async function findMembership(
  db: PlatformDb,
  { kind, id }: Subject,
  userId: string,
): Promise<Role | null> {
  const [member] = await findRole(within<'customers'>(db), { kind, place_id: id, user_id: userId })
  return member?.role ?? null
}
