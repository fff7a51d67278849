import type { Words } from '@byre/contract/words'
import type { BillingEntityId, ClinicId, IdOf, SiteId } from '@byre/contract/subject-kinds'
import type { Right } from '@byre/contract/rights'
import type { QueryCreator, RawBuilder } from 'kysely'
import type { Actor } from '../platform/authentication/authenticate.ts'
import type { Table } from '../platform/documents/archive.ts'
import type { RequestFacts } from '../platform/audit/audit.ts'
import type { PlatformDb } from '../platform/database/db.ts'
import type { ColumnTypes, Numbered } from '../platform/database/fixed-query.ts'
import type { IdempotentCommand } from '../platform/idempotency/idempotency.ts'
import type { Facts } from '../platform/http/request-facts.ts'
import type { Proven } from '../platform/proven.ts'
import type { Access } from './access.policy.ts'
import type { EmailState, AccessState } from './tables.ts'

/*
 * What customers' commands need of other modules. `app.ts` hands these in; every function joins the
 * caller's transaction.
 */

/** What is paid for. The id of one kind is none of the other. */
export type Place = { kind: 'site'; id: SiteId } | { kind: 'clinic'; id: ClinicId }

/** A place whose access follows from its subscription, as payments has proven. */
export type FollowingPlace = Proven<'subscription' | 'operator', Place>

/** What a payer's own address has said to being mailed, and when it was asked. */
export interface SaidByEmail {
  email_state: EmailState
  email_asked_at: string | null
}

/** Anything that people belong to. */
export type Subject = Place | { kind: 'billing_entity'; id: BillingEntityId }

/** The two of a place in hand, which the compiler cannot tie to each other for a kind that it does not know. */
export const placeOfKind = <K extends Place['kind']>(kind: K, id: IdOf<K>) =>
  ({ kind, id }) as unknown as Place

/** The place at which somebody has a right. */
export const placeOfAccess = ({ kind, place_id }: Access<Right, Place['kind']>) =>
  placeOfKind(kind, place_id as string as IdOf<Place['kind']>)

/** The payer as a subscription needs to know it. */
export interface BillingEntityTerms {
  id: BillingEntityId
  /** Fixed by its first item; null before. */
  currency: 'cad' | 'usd' | null
  country: string | null
}

/** A payer that somebody may pay with. */
export interface ChargedBillingEntity extends BillingEntityTerms {
  id: Proven<'payWith', BillingEntityId>
}

/** An address that was set for a payer's mails, and by whom. */
export interface BillingEmail {
  billing_entity_id: BillingEntityId
  email: string
  asked_by: string
}

/** A subscription in trial, as the values of a statement. */
export interface NewTrial {
  subscription_id: string
  item_id: string
  plan_id: string
  product: 'sites' | 'clinics'
  /** Null: whichever the plan has. */
  currency: 'cad' | 'usd' | null
  billing_entity_id: BillingEntityId
  /** One of the two is null. */
  site_id: SiteId | null
  clinic_id: ClinicId | null
  trial_from: string
  at: string
}
/** Their types in PostgreSQL, for a write that callers share. */
export const trialTypes = {
  subscription_id: 'uuid',
  item_id: 'uuid',
  plan_id: 'uuid',
  product: 'text',
  currency: 'text',
  billing_entity_id: 'uuid',
  site_id: 'uuid',
  clinic_id: 'uuid',
  trial_from: 'timestamptz',
  at: 'timestamptz',
} as const satisfies ColumnTypes<NewTrial>

/** A place that a payer is charged for now, be it that another payer was chosen for it already. */
export interface BillingEntityUse {
  billing_entity_id: BillingEntityId
  place: Place
  /** The end of the period after which another payer pays; null: none was chosen, or only an invoice is open. */
  pays_until: string | null
}

/** What a place's live subscription says of it, where one is listed; nulls without one. */
export interface ListedBilling {
  /** Of one that is open. */
  billing_state: 'running' | 'trial' | 'past_due' | null
  /** When it is charged next; null: once it can be paid for. */
  next_at: string | null
  /** Nothing is charged where it ends. */
  is_charged: boolean | null
  plan_name: string | null
  /** Minor units of the plan chosen last, without tax. */
  amount: number | null
  currency: 'cad' | 'usd' | null
}

/** The same for another module's statement, in which `s` is the place. */
export interface ListedBillingSql {
  /** All of it, to be joined laterally. */
  row: RawBuilder<ListedBilling>
  /** Alone, to find and to sort by. */
  state: RawBuilder<ListedBilling['billing_state']>
  nextAt: RawBuilder<ListedBilling['next_at']>
}

/** A trial before and after it was extended; times are ISO 8601. */
export interface ExtendedTrial {
  /** Whoever pays once it is over. */
  billing_entity_id: BillingEntityId
  ended_at: string
  /** The same as `ended_at` where it ended on that day already. */
  ends_at: string
}

export interface Billing {
  listedBilling(kind: Place['kind']): ListedBillingSql
  /** What a sum comes to today with the taxes of a payer's address. */
  withTax(amount: number, address: { country: string | null; region: string | null }): number
  /** What a payer pays in, be it fixed yet or not. */
  currencyOf(billingEntity: BillingEntityTerms): 'cad' | 'usd'
  /** The values of a new place's trial on a plan, for a statement with `withTrials`. */
  newTrial(place: Place, billingEntityId: BillingEntityId, planId: string): NewTrial
  /**
   * CTEs that start a trial for each of `callers` as part of their places' own statement, if its CTE `place` has a row for them:
   * `plan`, which has none where the plan is unknown, retired or another product's, and `item`, which then has none either.
   */
  withTrials<Tables extends { callers: Numbered<NewTrial> }>(
    db: QueryCreator<Tables>,
  ): QueryCreator<Tables & { plan: { nth: number; currency: 'cad' | 'usd' }; item: { id: string } }>
  /** Moves a place to another plan or payer, or to its first plan. Refuses `plan.required` on
   * `plan_id` for an unknown or retired plan, or one of another product or currency. Gives the currency the payer pays in. */
  changeSubscription(
    db: PlatformDb,
    place: Place,
    billingEntity: ChargedBillingEntity,
    planId: string,
  ): Promise<'cad' | 'usd'>
  /** Refuses `plan.required` where this payer could not choose this plan for this place. */
  requirePlan(db: PlatformDb, place: Place, billingEntity: BillingEntityTerms, planId: string): Promise<void>
  /** How a plan is called, and its price with its term, for mails. */
  planInWords(db: PlatformDb, planId: string, words: Words): Promise<{ name: string; price: string }>
  /** Ends a place's subscription before the place is deleted. */
  endSubscription(db: PlatformDb, place: Access<'delete', Place['kind']>): Promise<void>
  /**
   * Asks the new address of a payer whether it wants the payer's mails, unless it has been asked, or too many
   * have been. Gives what it has said.
   */
  askBillingEmail(
    db: PlatformDb,
    command: Pick<IdempotentCommand<'customers'>, 'enqueue'>,
    billingEmail: BillingEmail,
  ): Promise<SaidByEmail>
  /**
   * The places that these payers pay for at present, or owe an invoice for that is still tried. Whom a place
   * chose as its payer it leaves out: customers knows that.
   */
  billingEntityUses(db: PlatformDb, billingEntityIds: BillingEntityId[]): Promise<BillingEntityUse[]>
  /** Has the card of a payer that is being deleted removed at the gateway, once this has committed. */
  letGoCard(
    db: PlatformDb,
    command: Pick<IdempotentCommand<'customers'>, 'enqueue'>,
    billingEntityId: Proven<'delete', BillingEntityId>,
  ): Promise<void>
  /**
   * Takes a restored place's subscription up again, with what is left of its trial or its paid days and no
   * new trial. It ends with them where the actor has no right at whoever would be charged next. Gives the standing that follows; null for a place that never had a plan.
   */
  restoreSubscription(db: PlatformDb, place: Access<'restore', Place['kind']>): Promise<AccessState | null>
  /**
   * Lets a place's free trial end on a later UTC day, such as `2026-12-24`, at the same hour, for staff. Refuses
   * `subscription.not_possible` without a trial, and on `until` a day that it cannot end on; the present one changes nothing.
   */
  extendTrial(db: PlatformDb, place: Place, until: string): Promise<ExtendedTrial>
  /** All invoices of these payers, for whoever owns them. */
  invoicesOf(db: PlatformDb, billingEntityIds: readonly string[]): Table
}

/** Somebody's command, with what is known of the request it came by. */
export interface Acting {
  command: IdempotentCommand<'customers'>
  actor: Actor
  from: RequestFacts
}

/** What whoever runs the installation does for somebody who asked. */
export interface StaffCommand {
  /** Who they are, as the trail tells it. */
  staff: string
  /** Where they ask from; a console where nothing is said. */
  from?: RequestFacts
  /** Writes down who did what and why, in the same transaction. */
  witness(db: PlatformDb, after: Record<string, unknown>): Promise<void>
}

/** The command of a profile's owner that asks something of their account. */
export interface AccountCommand {
  command: Pick<IdempotentCommand<'customers'>, 'enqueue'>
  actor: Actor
  from: Facts
}

export interface Accounts {
  /**
   * Mails a code to another address, which is in force once that is entered, and tells the present one.
   * For the address that waits already it only mails another code. Refuses `session.reauth_required`.
   */
  changeEmail(db: PlatformDb, doing: AccountCommand, email: string): Promise<void>
  /** Gives up the address that waits for its code. */
  keepEmail(db: PlatformDb, doing: AccountCommand): Promise<void>
  /**
   * Ends an account for good, with all that signs in to it, and says so to its address. Gives every address
   * it is known to have had.
   */
  closeAccount(db: PlatformDb, doing: AccountCommand): Promise<string[]>
  /** What is known of an account, but for its secrets. */
  accountTables(db: PlatformDb, userId: string): Table[]
}

/** What the apps keep of places, of which customers know nothing. */
export interface Apps {
  /** Removes all that a site's app has kept, in slices of their own transactions; done again, it goes on. */
  forget(db: PlatformDb, siteId: SiteId): Promise<void>
}
