import { readOrganization } from '@byre/contract/billing/billing-entities'
import type { createClinic } from '@byre/contract/places/clinics'
import type { BodyOf } from '@byre/contract/endpoint'
import { kindNames, type BillingEntityId, type IdOf } from '@byre/contract/subject-kinds'
import type { createSite } from '@byre/contract/places/sites'
import { randomInt } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import type { RequestFacts } from '../../platform/audit/audit.ts'
import { type Db } from '../../platform/database/db.ts'
import { violated } from '../../platform/database/sql-states.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Limit } from '../../platform/limits/limits.ts'
import { together } from '../../platform/database/together.ts'
import type { Reply } from '../../platform/reply.ts'
import { auditValuesOf } from '../audit.queries.ts'
import { mayPayWith } from '../billing-entities/billing-entities.policy.ts'
import { fixCurrency } from '../billing-entities/billing-entities.queries.ts'
import { addBillingEntity, withQuestion } from '../billing-entities/billing-entity-changes.actions.ts'
import { accessToNew, byProduct } from '../access.policy.ts'
import { setDomain } from '../domains/domain-claims.actions.ts'
import { domainFault } from '../domains/domains.policy.ts'
import { isReserved } from '../domains/host-names.policy.ts'
import { customersMail } from './new-place-mails.actions.ts'
import type { PlaceInserts } from './new-places.queries.ts'
import { asPlace, type Replies } from './place-replies.actions.ts'
import { placeCommands, creates, isKnownPreference } from '../places.policy.ts'
import { filledColumns, type Kind, type Rows } from './places.queries.ts'
import { placeOfKind, type Acting, type Billing, type BillingEntityTerms, type NewTrial } from '../ports.ts'

/** What setting up a place works with. */
export interface NewPlaceContext {
  config: Config
  billing: Billing
  inserts: PlaceInserts
}

export interface NewPlaces {
  site: BodyOf<typeof createSite>
  clinic: BodyOf<typeof createClinic>
}
const nothing = Promise.resolve(null)
type PlaceReply<K extends Kind> = Reply<Replies[K]>
type NewPlace = NewPlaces[Kind] & { install_preference?: string | null }

/** Sets up a place with its addresses, its Owner and its trial, all or nothing. */
export async function createPlace<K extends Kind>(
  kind: K,
  { command, actor, body, from }: Acting & { body: NewPlaces[K] },
  { config, billing, inserts }: NewPlaceContext,
): Promise<PlaceReply<K>> {
  requireUsable(kind, body, config)

  const limit = creates(config.limitFactor)
  const setUp = async (db: Db<'customers'>) => {
    const ids = {
      id: newId<IdOf<K>>(),
      billing_entity_id: body.billing_entity_id ?? newId<BillingEntityId>(),
    }
    const { id, billing_entity_id } = ids
    const own = { kind, place_id: id, user_id: actor.user_id }
    const trial = body.plan_id
      ? billing.newTrial(placeOfKind(kind, id), billing_entity_id, body.plan_id)
      : null
    const wanted = { kind, actor, body, ids, from, limit, trial }
    const [[place, billingEntity, added]] = await together(
      addPlaceAndBillingEntity(db, wanted, inserts),
      command.enqueue(db, customersMail, mailOn(kind, id, actor)),
      body.domain ? setDomain(db, accessToNew('changeAddress', own), body.domain, command) : nothing,
    )
    if (trial) await keepCurrencyOf(db, billingEntity, billing)
    if (added) await withQuestion(db, command, { row: added, asked_by: actor.user_id, billing })
    return asPlace(kind, place, config)
  }
  // Alone where more than the place itself is written: others would wait for it.
  const isShared = body.billing_entity_id !== undefined && !body.domain
  const create = () => command.transaction(setUp, { isShared })
  try {
    return await create()
  } catch (error) {
    // Two of the 8×10¹¹ codes were equal: the next one will not be.
    if (violated(error) !== `${kindNames[kind].path}_code`) throw error
    return create()
  }
}

const mailOn = (kind: Kind, place_id: string, { user_id }: Actor) =>
  ({ letter: 'place set up', kind, place_id, user_id }) as const

function requireUsable(kind: Kind, body: NewPlace, config: Config): void {
  if (!config.products.includes(kindNames[kind].path)) refuse('product.disabled')
  const { subdomain, domain, install_preference } = body
  if (isReserved(subdomain)) refuse('subdomain.unavailable', { field: 'subdomain' })
  const fault = domain ? domainFault(domain, config) : null
  if (fault) refuse(fault.code, { field: 'domain', message: fault.message })
  if (!isKnownPreference(install_preference)) refuse('species.unknown', { field: 'install_preference' })
}

interface NewIds {
  id: string
  billing_entity_id: BillingEntityId
}

/** A place to be set up, by whom. */
interface Wanted<K extends Kind> {
  kind: K
  actor: Actor
  body: NewPlaces[K]
  ids: NewIds
  from: RequestFacts
  limit: Limit
  /** Of the plan that was chosen for it, if one was. */
  trial: NewTrial | null
}

/** The place and, when it brings its own billing information, that too; in the caller's transaction. */
async function addPlaceAndBillingEntity<K extends Kind>(
  db: Db<'customers'>,
  wanted: Wanted<K>,
  inserts: PlaceInserts,
) {
  const { actor, body, ids, from } = wanted
  if (body.billing_entity_id !== undefined) return [...(await addPlace(db, wanted, inserts)), null] as const

  const organization = readOrganization(body)?.data
  if (!organization) refuse('billing_entity.unknown', { field: 'billing_entity_id' })
  const [added, placed] = await together(
    addBillingEntity(db, { actor, body: organization, from, id: ids.billing_entity_id }),
    addPlace(db, wanted, inserts),
  )
  return [...placed, added] as const
}

/** A new place as its row will be, and as the values of the statement that sets it up. */
function placeOf<K extends Kind>({ kind, actor, body, ids, from, limit }: Wanted<K>) {
  const { id, billing_entity_id } = ids
  const code = newCode()
  const filled = rowOf(kind, body, billing_entity_id)
  const { name, subdomain, plan_id } = filled
  const audit = auditValuesOf({
    actor_id: actor.user_id,
    deed: placeCommands[kind].create,
    kind,
    subject_id: id,
    after: { name, subdomain, billing_entity_id, plan_id },
    from,
  })
  const values = {
    ...filled,
    ...audit,
    id,
    code,
    user_id: actor.user_id,
    bucket: `${limit.name}:${actor.user_id}`,
    at_most: limit.max,
  }
  return { row: { ...filled, id, code, role: 'Owner' as const, standing: 'ok' as const, version: 1 }, values }
}

async function addPlace<K extends Kind>(db: Db<'customers'>, wanted: Wanted<K>, inserts: PlaceInserts) {
  const { limit, trial } = wanted
  const { row, values } = placeOf(wanted)
  const [billingEntity] = trial
    ? await inserts.withTrial(db, { ...values, ...trial })
    : await inserts.withoutTrial(db, values)

  if (!billingEntity) refuse('billing_entity.unknown', { field: 'billing_entity_id' })
  if (billingEntity.spent > limit.max) refuse('limit.reached', { retryAfter: billingEntity.seconds_left })
  if (!mayPayWith(billingEntity.role)) refuse('role.insufficient', { field: 'billing_entity_id' })
  if (billingEntity.created_at === null || billingEntity.version === null)
    refuse('subdomain.unavailable', { field: 'subdomain' })
  const { created_at, version, name: payer_name, brand, last_four } = billingEntity
  return [{ ...row, created_at, version, payer_name, brand, last_four } as Rows[K], billingEntity] as const
}

/** What was sent as the place's own columns; null where nothing was. */
function rowOf<K extends Kind>(kind: K, body: NewPlaces[K], billing_entity_id: BillingEntityId) {
  const sent = body as Partial<Record<string, string | null>>
  const columns = filledColumns(kind).map((column) => [column, sent[column] ?? null])
  return { ...Object.fromEntries(columns), billing_entity_id } as Omit<Rows[K], 'id' | 'code'>
}

interface PlanChoice extends BillingEntityTerms {
  /** Null: no such plan is on offer. */
  plan_currency: 'cad' | 'usd' | null
}

/** Refuses a plan that is not on offer in the payer's currency, which its first place fixes. */
async function keepCurrencyOf(
  db: Db<'customers'>,
  { plan_currency, ...billingEntity }: PlanChoice,
  billing: Billing,
): Promise<void> {
  const currency = billing.currencyOf(billingEntity)
  if (plan_currency !== currency) refuse('plan.required', { field: 'plan_id' })
  if (billingEntity.currency === null) await keepCurrency(db, billingEntity.id, currency)
}

/** The first place fixes the currency a payer pays in. */
export async function keepCurrency(
  db: Db<'customers'>,
  billingEntityId: BillingEntityId,
  currency: 'cad' | 'usd',
) {
  const [kept] = await fixCurrency(db, { id: byProduct(billingEntityId), currency })
  if (!kept) refuse('plan.required', { field: 'plan_id' })
}

// No 0, O, 1, I or L.
const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Eight letters and digits that cannot be mistaken for each other. */
function newCode(): string {
  let drawn = randomInt(codeLetters.length ** 8)
  let code = ''
  while (code.length < 8) {
    code += codeLetters[drawn % codeLetters.length]
    drawn = Math.floor(drawn / codeLetters.length)
  }
  return code
}
