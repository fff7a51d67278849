import type { BillingEntityId, ClinicId } from '@byre/contract/subject-kinds'
import type { Role } from '@byre/contract/rights'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import { byProduct } from '../access.policy.ts'
import type { ProvenBillingEntityId } from '../billing-entities/billing-entities.policy.ts'
import { findBillingEntityOfMember, setRegion } from '../billing-entities/billing-entities.queries.ts'
import { holdBillingEntity as keepBillingEntity } from './deletions.queries.ts'
import { systemEvents } from '../events.policy.ts'
import { keepCurrency } from './new-places.actions.ts'
import {
  closePlanless,
  findPaidPlace,
  listLivingBillingEntities,
  listPayingEntityRows,
  listPlacesAs,
  setChosenPlan,
  setPlaceAccessState,
} from './paid-places.queries.ts'
import { lockTenant } from './tenants.queries.ts'
import { placeOfKind, type BillingEntityTerms, type FollowingPlace, type Place } from '../ports.ts'
import type { EmailState, AccessState } from '../tables.ts'

/* What payments asks of customers about places and who pays for them; each joins the caller's transaction. */

/** Who an invoice is made out to. */
export interface PayingEntity {
  name: string
  email: string
  phone: string
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  postal_code: string | null
  gst_hst_number: string | null
  qst_number: string | null
  ein: string | null
  currency: 'cad' | 'usd' | null
  deleted_at: string | null
  email_state: EmailState
  email_asked_at: string | null
}

/** A payer, also a deleted one; null when it was purged. */
export async function findPayingEntity(
  db: PlatformDb,
  billingEntityId: BillingEntityId,
): Promise<PayingEntity | null> {
  return (await findPayingEntities(db, [billingEntityId])).get(billingEntityId) ?? null
}

/** The same of several, by one statement; one that was purged is missing. */
export async function findPayingEntities(
  db: PlatformDb,
  billingEntityIds: readonly BillingEntityId[],
): Promise<Map<BillingEntityId, PayingEntity>> {
  if (billingEntityIds.length === 0) return new Map()
  const rows = await listPayingEntityRows(within<'customers'>(db), { ids: billingEntityIds })
  return new Map(rows.map(({ id, ...payingEntity }) => [id, payingEntity]))
}

/** A payer that can pay for something more, with one member's role in it; null for a stranger. */
export async function billingEntityAs(
  db: PlatformDb,
  billingEntityId: BillingEntityId,
  userId: string,
): Promise<(BillingEntityTerms & { role: Role }) | null> {
  const [billingEntity] = await findBillingEntityOfMember(within<'customers'>(db), {
    id: billingEntityId,
    user_id: userId,
  })
  return billingEntity ?? null
}

/** Whether a payer is there; if so, it stays until the caller's transaction ends. */
export async function holdBillingEntity(db: PlatformDb, billingEntityId: BillingEntityId): Promise<boolean> {
  const [billingEntity] = await keepBillingEntity(within<'customers'>(db), { id: billingEntityId })
  return billingEntity !== undefined
}

/** A site or clinic, also a deleted one; null when it was purged. */
export async function findPlace(
  db: PlatformDb,
  { kind, id }: Place,
): Promise<{ name: string; created_at: string; deleted_at: string | null } | null> {
  const [place] = await findPaidPlace[kind](within<'customers'>(db), { id })
  return place ?? null
}

/** Whether a place is there and not deleted; if so, it stays until the caller's transaction ends. */
export async function holdPlace(db: PlatformDb, { kind, id }: Place): Promise<boolean> {
  const [place] = await lockTenant[kind](within<'customers'>(db), { id })
  return place !== undefined
}

/** What places are called, and what one person is there. */
export async function placesAs(
  db: PlatformDb,
  userId: string,
  places: readonly Place[],
): Promise<Map<string, { name: string; role: Role | null }>> {
  const idsOf = (kind: Place['kind']) => places.flatMap((place) => (place.kind === kind ? [place.id] : []))
  const wanted = { sites: idsOf('site'), clinics: idsOf('clinic'), user_id: userId }
  const rows = await listPlacesAs(within<'customers'>(db), wanted)
  return new Map(rows.map(({ id, name, role }) => [id, { name, role }]))
}

/** Opens, closes or stops a place for writes, as its payments stand. */
export async function noteAccessState(
  db: PlatformDb,
  { kind, id }: FollowingPlace,
  standing: AccessState,
): Promise<void> {
  await setPlaceAccessState[kind](within<'customers'>(db), { id: byProduct(id), standing })
}

const byItself = { actor_id: null, from: { request_id: '', network: '' } } as const

/** Tells whoever listens that a place stands otherwise with its payments, and how where that has a name. */
export async function tellOfBilling(
  db: PlatformDb,
  { id }: Place,
  states?: { before: string; after: string },
): Promise<void> {
  const named = states && { before: { status: states.before }, after: { status: states.after } }
  await writeAudit(db, {
    ...byItself,
    ...named,
    deed: 'followBilling',
    kind: systemEvents.billing,
    subject_id: id,
  })
}

/** Tells whoever listens what became of a payer's invoice. */
export async function tellOfInvoice(
  db: PlatformDb,
  deed: 'issueInvoice' | 'collectInvoice' | 'missPayment',
  { id, billing_entity_id }: { id: string; billing_entity_id: BillingEntityId },
): Promise<void> {
  const kind = systemEvents.billing
  await writeAudit(db, { ...byItself, deed, kind, subject_id: billing_entity_id, after: { invoice_id: id } })
}

/** Keeps a place's copy of the plan and payer that were chosen for it true. */
export async function notePlan(
  db: PlatformDb,
  { kind, id }: Place,
  chosen: { plan_id: string; billing_entity_id: ProvenBillingEntityId<'payWith'> },
): Promise<void> {
  await setChosenPlan[kind](within<'customers'>(db), { id: byProduct(id), ...chosen })
}

/** Fixes the currency a payer pays in; refuses when it is the other one already. */
export async function noteCurrency(
  db: PlatformDb,
  billingEntityId: ProvenBillingEntityId<'payWith'>,
  currency: 'cad' | 'usd',
): Promise<void> {
  await keepCurrency(within<'customers'>(db), billingEntityId, currency)
}

/** Where a payer is, as far as its taxes ask. */
export interface BillingAddress {
  country: string
  region: string
  /** The one it had, unless that cannot be there. */
  postal_code: string | null
}

/** Fills in where a payer is, in the transaction that keeps its first card; what is known by now stays. */
export async function noteBillingAddress(
  db: PlatformDb,
  {
    id,
    country,
    region,
  }: { id: ProvenBillingEntityId<'keepCard'>; country: string | null; region: string | null },
  place: BillingAddress,
  doing: { actor_id: string; from: RequestFacts },
): Promise<void> {
  const [changed] = await setRegion(within<'customers'>(db), { id, ...place })
  if (!changed) return
  await writeAudit(db, {
    ...doing,
    deed: 'updateBillingEntity',
    kind: 'billing_entity',
    subject_id: id,
    before: { country, region },
    after: { country: place.country, region: place.region },
  })
}

/** Which of these payers are there, or were until 30 days ago. */
export async function livingBillingEntities(
  db: PlatformDb,
  ids: BillingEntityId[],
): Promise<BillingEntityId[]> {
  return (await listLivingBillingEntities(within<'customers'>(db), { ids })).map(({ id }) => id)
}

/** Makes clinics read-only that were made before a time and have no plan yet. */
export async function closePlacesWithoutPlan(db: PlatformDb, before: string): Promise<number> {
  const closed = await closePlanless(within<'customers'>(db), { before })
  for (const { id } of closed)
    await tellOfBilling(db, placeOfKind('clinic', id as ClinicId), { before: 'ok', after: 'read_only' })
  return closed.length
}
