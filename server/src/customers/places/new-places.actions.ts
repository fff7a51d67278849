import { readOrganization } from '@byre/contract/billing/billing-entities'
import type { createClinic } from '@byre/contract/places/clinics'
import type { BodyOf } from '@byre/contract/endpoint'
import { kindNames, type BillingEntityId, type IdOf } from '@byre/contract/subject-kinds'
import type { createSite } from '@byre/contract/places/sites'
import { randomInt } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import type { RequestFacts } from '../../platform/audit/audit.ts'
import { violated, type Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { keptText } from '../../platform/idempotency/kept-replies.ts'
import type { Limit } from '../../platform/limits/limits.ts'
import { together } from '../../platform/database/together.ts'
import type { Reply } from '../../platform/reply.ts'
import { auditValuesOf } from '../audit.queries.ts'
import { payingRoles, mayPayWith } from '../billing-entities/billing-entities.policy.ts'
import { fixCurrency } from '../billing-entities/billing-entities.queries.ts'
import { addBillingEntity, withQuestion } from '../billing-entities/billing-entity-changes.actions.ts'
import { accessToNew, byProduct } from '../access.policy.ts'
import { setDomain } from '../domains/domain-claims.actions.ts'
import { domainFault } from '../domains/domains.policy.ts'
import { isReserved } from '../domains/host-names.policy.ts'
import { customersMail } from './new-place-mails.actions.ts'
import { insertPlace, type wholePlace } from './new-places.queries.ts'
import { asPlace, type Replies } from './place-replies.actions.ts'
import { placeCommands, creates, isKnownPreference } from '../places.policy.ts'
import { filledColumns, type Kind, type Rows } from './places.queries.ts'
import { placeOfKind, type Acting, type Billing } from '../ports.ts'

/** What setting up a place works with. */
export interface NewPlaceContext {
  config: Config
  billing: Billing
}

type Creator = Pick<Actor, 'user_id'>

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
  { config, billing }: NewPlaceContext,
): Promise<PlaceReply<K>> {
  requireUsable(kind, body, config)

  const limit = creates(config.limitFactor)
  const create = () =>
    command.transaction(async (db) => {
      const ids = {
        id: newId<IdOf<K>>(),
        billing_entity_id: body.billing_entity_id ?? newId<BillingEntityId>(),
      }
      const { id, billing_entity_id } = ids
      const own = { kind, place_id: id, user_id: actor.user_id }
      const adding = addPlaceAndBillingEntity(db, { kind, actor, body, ids, from, limit })
      const terms = adding.then(([, billingEntity]) => billingEntity)
      const [[place, , added], billingEntity, currency] = await together(
        adding,
        terms,
        body.plan_id
          ? billing.startSubscription(
              db,
              placeOfKind(kind, id),
              { id: billing_entity_id, terms },
              body.plan_id,
            )
          : nothing,
        command.enqueue(db, customersMail, mailOn(kind, id, actor)),
        body.domain ? setDomain(db, accessToNew('changeAddress', own), body.domain, command) : nothing,
      )
      if (billingEntity.currency === null && currency !== null)
        await keepCurrency(db, billingEntity.id, currency)
      if (added) await withQuestion(db, command, { row: added, asked_by: actor.user_id, billing })
      return asPlace(kind, place, config)
    })
  try {
    return await create()
  } catch (error) {
    // Two of the 8×10¹¹ codes were equal: the next one will not be.
    if (violated(error) !== `${kindNames[kind].path}_code`) throw error
    return create()
  }
}

/**
 * The same in one statement, for the creations that are like most. Null, and nothing is done: it is another
 * one, or something about it does not hold.
 */
export async function createWhole<K extends Kind>(
  kind: K,
  { command, actor, body, from }: Omit<Acting, 'actor'> & { actor: Creator; body: NewPlaces[K] },
  { config, billing, whole }: NewPlaceContext & { whole: ReturnType<typeof wholePlace> },
): Promise<PlaceReply<K> | null> {
  const { billing_entity_id, plan_id, domain } = body
  if (billing_entity_id === undefined || !plan_id || domain) return null
  requireUsable(kind, body, config)

  const id = newId<IdOf<K>>()
  const limit = creates(config.limitFactor)
  const ids = { id, billing_entity_id }
  const { row, values } = placeOf({ kind, actor, body, ids, from, limit })
  const known = keptText(asPlace(kind, { ...row, ...yetUnknown } as Rows[K], config))
  const trial = billing.newTrial(placeOfKind(kind, id), billing_entity_id, plan_id)
  const all = { ...values, ...trial, known }
  return command.inOneStatement(whole, all, customersMail, mailOn(kind, id, actor))
}

const mailOn = (kind: Kind, place_id: string, { user_id }: Creator) =>
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
interface Wanted<K extends Kind, By = Actor> {
  kind: K
  actor: By
  body: NewPlaces[K]
  ids: NewIds
  from: RequestFacts
  limit: Limit
}

/** The place and, when it brings its own billing information, that too; in the caller's transaction. */
async function addPlaceAndBillingEntity<K extends Kind>(db: Db<'customers'>, wanted: Wanted<K>) {
  const { actor, body, ids, from } = wanted
  if (body.billing_entity_id !== undefined) return [...(await addPlace(db, wanted)), null] as const

  const organization = readOrganization(body)?.data
  if (!organization) refuse('billing_entity.unknown', { field: 'billing_entity_id' })
  const [added, placed] = await together(
    addBillingEntity(db, { actor, body: organization, from, id: ids.billing_entity_id }),
    addPlace(db, wanted),
  )
  return [...placed, added] as const
}

/** A new place as its row will be, and as the values of the statement that sets it up. */
function placeOf<K extends Kind>({ kind, actor, body, ids, from, limit }: Wanted<K, Creator>) {
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
    payer_roles: payingRoles,
    bucket: `${limit.name}:${actor.user_id}`,
    window_seconds: limit.windowSeconds,
    at_most: limit.max,
  }
  return { row: { ...filled, id, code, role: 'Owner' as const, version: 1 }, values }
}

/** What the statement that sets a place up finds out about it. */
const yetUnknown = { created_at: '', payer_name: null, brand: null, last_four: null }

async function addPlace<K extends Kind>(db: Db<'customers'>, wanted: Wanted<K>) {
  const { kind, limit } = wanted
  const { row, values } = placeOf(wanted)
  const [billingEntity] = await insertPlace[kind](db, values)

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
