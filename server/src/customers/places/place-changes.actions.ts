import type { updateClinic } from '@byre/contract/places/clinics'
import type { BodyOf, RightOf } from '@byre/contract/endpoint'
import { placeLimits } from '@byre/contract/limits'
import type { IdOf } from '@byre/contract/subject-kinds'
import type { updateSite } from '@byre/contract/places/sites'
import { may } from '@byre/contract/rights'
import type { Config } from '../../config.ts'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { refuse } from '../../platform/errors.ts'
import { spend } from '../../platform/limits/limits.ts'
import type { Facts } from '../../platform/http/request-facts.ts'
import { together } from '../../platform/database/together.ts'
import { fitAddress } from '../addresses.policy.ts'
import { auditValuesOf } from '../audit.queries.ts'
import { chargeable } from '../billing-entities/billing-entities.policy.ts'
import { findBillingEntityOfMember } from '../billing-entities/billing-entities.queries.ts'
import { changedFields } from '../changes.policy.ts'
import { setDomain } from '../domains/domain-claims.actions.ts'
import { domainFault } from '../domains/domains.policy.ts'
import { isReserved, renames } from '../domains/host-names.policy.ts'
import { claimName, findOwnName, freeOldNames, giveUpName } from '../domains/host-names.queries.ts'
import { keepCurrency } from './new-places.actions.ts'
import { changePlace, lockPlace } from './place-changes.queries.ts'
import { asPlace } from './place-replies.actions.ts'
import { accessTo, type Access, type Wanting } from '../access.policy.ts'
import { placeCommands, isKnownPreference, isOpenForWrites } from '../places.policy.ts'
import { rowIn } from './places.actions.ts'
import { findPlace, type Kind, type Rows } from './places.queries.ts'
import { placeOfKind, type Billing } from '../ports.ts'

interface Changes {
  site: BodyOf<typeof updateSite>
  clinic: BodyOf<typeof updateClinic>
}
type Change = Changes[Kind] & { install_preference?: string | null }
interface Changing<K extends Kind> {
  command: IdempotentCommand<'customers'>
  caller: Caller
  body: Changes[K]
  from: Facts
}
type Field = keyof Changes['site'] | keyof Changes['clinic']
type Values = { readonly [F in Field]?: unknown }

const moneyFields: ReadonlySet<Field> = new Set(['plan_id', 'billing_entity_id'])
const addressFields = ['subdomain', 'domain'] as const
const judgedUnderLock: ReadonlySet<Field> = new Set([...moneyFields, ...addressFields])

/**
 * Changes what was sent. What every editor may change is a read and a write that holds only if nobody
 * was faster; a new address, payer or plan, and a change that lost, is judged under the place's lock.
 */
export async function updatePlace<K extends Kind>(
  kind: K,
  id: string,
  { command, caller, body, from }: Changing<K>,
  { config, billing }: { config: Config; billing: Billing },
) {
  const [callerRow] = answered(await findPlace[kind](command.db, { ...caller, id }))
  const place = rowIn<Rows[K]>(callerRow)
  if (!place) refuse('not_found')
  const user_id = callerRow.caller_id
  const actor = { kind, place_id: id, user_id }
  const { access, changes, fields } = judged(actor, place, body, from)

  if (fields.length === 0) return asPlace(kind, place, config)
  if (!fields.some((field) => judgedUnderLock.has(field))) {
    const changed = await change(command.db, access, { place, changes, fields, from })
    if (changed) return asPlace(kind, changed, config)
  }
  return command.transaction(async (db) => {
    const [place] = await lockPlace[kind](db, { id, user_id })
    if (!place || place.deleted_at !== null) refuse('not_found')
    const { access, changes, fields } = judged(actor, place, body, from)
    if (fields.length === 0) return asPlace(kind, place, config)

    if (fields.some((field) => moneyFields.has(field)))
      await changePayment(db, actor, { place, changes, billing })
    if (fields.includes('subdomain') && changes.subdomain)
      await rename(db, accessTo('changeAddress', actor, place), changes.subdomain, config)
    if (fields.includes('domain'))
      await changeDomain(db, accessTo('changeAddress', actor, place), changes.domain ?? null, {
        command,
        config,
      })
    await change(db, access, { place, changes, fields, from })
    const [changed] = await lockPlace[kind](db, { id, user_id })
    return asPlace(kind, changed ?? place, config)
  })
}

/** What is sent and differs from what is stored; refuses what this role may not change, or not now. */
function judged<K extends Kind>(actor: Wanting<K>, place: Rows[Kind], body: Change, from: Facts) {
  const { kind } = actor
  const fields = changedFields<Field>(place, body)
  const access = accessTo<RightOf<typeof updateSite | typeof updateClinic>, K>('edit', actor, place)
  const address = addressFields.find((field) => fields.includes(field))
  if (address && !may(place.role, 'changeAddress', kind)) refuse('role.insufficient', { field: address })
  if (fields.length === 0) return { access, changes: body, fields }

  if (from.if_match !== null && from.if_match !== place.version) refuse('request.stale')
  if (!fields.every((field) => moneyFields.has(field)) && !isOpenForWrites(place.standing))
    refuse('place.read_only')
  if (fields.includes('install_preference') && !isKnownPreference(body.install_preference))
    refuse('species.unknown', { field: 'install_preference' })
  const { problems, tidy } = fitAddress(place, body)
  if (problems.length > 0) refuse('request.invalid', { errors: problems })
  return { access, changes: tidy, fields: changedFields<Field>(place, tidy) }
}

/** The place as it is after the change, or null when somebody was faster. */
async function change<K extends Kind>(
  db: Db<'customers'>,
  access: Access<'edit', K>,
  { place, changes, fields, from }: { place: Rows[K]; changes: Change; fields: Field[]; from: Facts },
): Promise<Rows[K] | null> {
  const { kind, user_id } = access
  const pick = (row: Values) => Object.fromEntries(fields.map((field) => [field, row[field]]))
  const wanted = { ...place, ...pick(changes) }
  const audit = auditValuesOf({
    actor_id: user_id,
    deed: placeCommands[kind].update,
    kind,
    subject_id: place.id,
    before: pick(place),
    after: pick(changes),
    from,
  })
  const [changed] = await changePlace[kind](db, { ...access, ...wanted, ...audit })
  return changed ? { ...wanted, version: changed.version } : null
}

/** Another plan needs a right in the present payer, another payer one in the new one. */
async function changePayment(
  db: Db<'customers'>,
  { kind, user_id }: Wanting<Kind>,
  { place, changes: body, billing }: { place: Rows[Kind]; changes: Change; billing: Billing },
): Promise<void> {
  const billingEntityId = body.billing_entity_id ?? place.billing_entity_id
  const isNewBillingEntity = billingEntityId !== place.billing_entity_id
  const field = isNewBillingEntity ? 'billing_entity_id' : 'plan_id'
  const [callerRow] = await findBillingEntityOfMember(db, { id: billingEntityId, user_id })
  if (!callerRow && isNewBillingEntity && place.role === 'Owner') refuse('billing_entity.unknown', { field })
  if (!may(place.role, 'changePlan', kind)) refuse('role.insufficient', { field })
  const billingEntity = chargeable(callerRow)
  if (!billingEntity) refuse('payer.right_missing', { field })

  const planId = body.plan_id ?? place.plan_id
  if (planId === null) return // nothing to pay for yet
  const currency = await billing.changeSubscription(
    db,
    placeOfKind(kind, place.id as IdOf<Kind>),
    billingEntity,
    planId,
  )
  if (billingEntity.currency === null) await keepCurrency(db, billingEntityId, currency)
}

/**
 * Its present name goes on leading to a place; the oldest beyond those that are kept do not, so that no place
 * holds names that it only passed through. Counted with the change itself: a refused one costs nothing.
 */
async function rename(
  db: Db<'customers'>,
  access: Access<'changeAddress', Kind>,
  name: string,
  { limitFactor }: Config,
): Promise<void> {
  await takeName(db, access, name, () => giveUpName(db, access))
  await spend(db, renames(limitFactor), access.place_id)
  await freeOldNames(db, { ...access, kept: placeLimits.renames.kept })
}

/**
 * Gives a place another name, or its own again. `makeRoom` comes first, since a place has one live name:
 * it gives up the present one, or releases those that were held.
 */
export async function takeName(
  db: Db<'customers'>,
  access: Access<'changeAddress' | 'restore', Kind>,
  name: string,
  makeRoom: () => Promise<unknown>,
): Promise<void> {
  const { place_id } = access
  if (isReserved(name) && (await findOwnName(db, { name, place_id })).length === 0)
    refuse('subdomain.unavailable', { field: 'subdomain' })
  const [, [claimed]] = await together(makeRoom(), claimName(db, { ...access, name }))
  if (!claimed) refuse('subdomain.unavailable', { field: 'subdomain' })
}

/** Another domain has everything to prove. */
async function changeDomain(
  db: Db<'customers'>,
  access: Access<'changeAddress', Kind>,
  domain: string | null,
  { command, config }: { command: IdempotentCommand<'customers'>; config: Config },
): Promise<void> {
  const fault = domain === null ? null : domainFault(domain, config)
  if (fault) refuse(fault.code, { field: 'domain', message: fault.message })
  await setDomain(db, access, domain, command)
}
