import type { updateClinic } from '@byre/contract/clinics'
import type { BodyOf } from '@byre/contract/endpoint'
import { kindNames } from '@byre/contract/place-kinds'
import type { updateSite } from '@byre/contract/sites'
import type { Config } from '../config.ts'
import type { Actor } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import type { Deed } from '../platform/deed.ts'
import { refuse } from '../platform/errors.ts'
import type { Facts } from '../platform/route.ts'
import { together } from '../platform/together.ts'
import { fitAddress, isWholeAddress } from './addresses.policy.ts'
import { auditJson } from './audit.queries.ts'
import { findPayer } from './billing-entities.queries.ts'
import { changedFields } from './changes.policy.ts'
import { setDomain } from './domain-claims.actions.ts'
import { domainFault } from './domains.policy.ts'
import { isReserved } from './host-names.policy.ts'
import { claimName, giveUpName } from './host-names.queries.ts'
import { keepCurrency } from './new-places.actions.ts'
import { changePlace, lockPlace } from './place-changes.queries.ts'
import { asPlace } from './place-replies.actions.ts'
import { isKnownPreference, isOpenForWrites, mayChangePlanOrPayer } from './places.policy.ts'
import type { Kind, Rows } from './places.queries.ts'
import type { Billing } from './ports.ts'
import { may, rolesFor } from './roles.policy.ts'

interface Changes {
  site: BodyOf<typeof updateSite>
  clinic: BodyOf<typeof updateClinic>
}
type Change = Changes[Kind] & { install_preference?: string | null }
type Field = keyof Changes['site'] | keyof Changes['clinic']

const moneyFields: ReadonlySet<Field> = new Set(['plan_id', 'billing_entity_id'])
const addressFields = ['subdomain', 'domain'] as const

/**
 * Changes what was sent. What every editor may change is one statement; a new address, payer or plan,
 * and whatever that statement did not do, is judged under the place's lock.
 */
export async function updatePlace<K extends Kind>(
  kind: K,
  deed: Deed<'customers'>,
  actor: Actor,
  id: string,
  body: Changes[K],
  from: Facts,
  { config, billing }: { config: Config; billing: Billing },
) {
  const sent: Change = body
  const change = {
    id,
    user_id: actor.user_id,
    editors: rolesFor('edit', kind),
    if_match: from.if_match,
    audit: auditJson({
      actor_id: actor.user_id,
      deed: `update${kindNames[kind].noun}`,
      kind,
      subject_id: id,
      from,
    }),
  }
  if (isWholeAddress(sent) && isKnownPreference(sent.install_preference)) {
    const changes = JSON.stringify(sent)
    const [changed] = await changePlace[kind](deed.db, { ...change, changes, is_judged: false })
    if (changed) return asPlace(kind, changed, config)
  }

  return deed.transaction(async (db) => {
    const [place] = await lockPlace[kind](db, change)
    if (!place || place.deleted_at !== null) refuse('not_found')
    const fields = changedFields<Field>(place, sent)
    requireRights(kind, place, fields)

    if (fields.length === 0) return asPlace(kind, place, config)
    if (from.if_match !== null && from.if_match !== place.version) refuse('request.stale')
    const isAboutMoney = (field: Field) => moneyFields.has(field)
    if (!fields.every(isAboutMoney) && !isOpenForWrites(place.standing)) refuse('place.read_only')
    if (fields.includes('install_preference') && !isKnownPreference(sent.install_preference))
      refuse('species.unknown', { field: 'install_preference' })
    const { problems, tidy } = fitAddress(place, sent)
    if (problems.length > 0) refuse('request.invalid', { errors: problems })

    if (fields.some(isAboutMoney)) await changePayment(kind, db, actor, place, sent, billing)
    if (fields.includes('subdomain') && sent.subdomain)
      await takeName(kind, db, actor, { place_id: id, name: sent.subdomain }, giveUpName)
    if (fields.includes('domain')) await changeDomain(kind, db, deed, id, sent.domain ?? null, config)
    const changes = JSON.stringify(tidy)
    const [changed] = await changePlace[kind](db, { ...change, changes, is_judged: true })
    return asPlace(kind, changed ?? place, config)
  })
}

function requireRights(kind: Kind, { role }: Rows[Kind], fields: Field[]): void {
  if (!may(role, 'edit', kind)) refuse('role.insufficient')
  const address = addressFields.find((field) => fields.includes(field))
  if (address && !may(role, 'changeAddress', kind)) refuse('role.insufficient', { field: address })
}

/** Another plan needs a right in the present payer, another payer one in the new one. */
async function changePayment(
  kind: Kind,
  db: Db<'customers'>,
  actor: Actor,
  place: Rows[Kind],
  body: Change,
  billing: Billing,
): Promise<void> {
  const payerId = body.billing_entity_id ?? place.billing_entity_id
  const isNewPayer = payerId !== place.billing_entity_id
  const field = isNewPayer ? 'billing_entity_id' : 'plan_id'
  const [payer] = await findPayer(db, { id: payerId, user_id: actor.user_id })
  if (!payer && isNewPayer && place.role === 'Owner') refuse('billing_entity.unknown', { field })
  if (!payer || !mayChangePlanOrPayer(kind, place.role, payer.role)) refuse('role.insufficient', { field })

  const planId = body.plan_id ?? place.plan_id
  if (planId === null) return // nothing to pay for yet
  const currency = await billing.changeSubscription(db, { kind, id: place.id }, payer, planId)
  if (payer.currency === null) await keepCurrency(db, payerId, currency)
}

/**
 * Gives a place another name, or its own again. `makeRoom` comes first, since a place has one live name:
 * it gives up the present one, or releases those that were held.
 */
export async function takeName(
  kind: Kind,
  db: Db<'customers'>,
  actor: Actor,
  { place_id, name }: { place_id: string; name: string },
  makeRoom: typeof giveUpName,
): Promise<void> {
  if (isReserved(name)) refuse('subdomain.unavailable', { field: 'subdomain' })
  const [, [claimed]] = await together(
    makeRoom(db, { place_id }),
    claimName(db, { name, kind, place_id, user_id: actor.user_id }),
  )
  if (!claimed) refuse('subdomain.unavailable', { field: 'subdomain' })
}

/** Another domain has everything to prove. */
async function changeDomain(
  kind: Kind,
  db: Db<'customers'>,
  deed: Deed<'customers'>,
  id: string,
  domain: string | null,
  config: Config,
): Promise<void> {
  const fault = domain === null ? null : domainFault(domain, config)
  if (fault) refuse(fault.code, { field: 'domain', message: fault.message })
  await setDomain(db, { kind, place_id: id, domain }, deed)
}
