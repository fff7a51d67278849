import type { BodyOf } from '@byre/contract/endpoint'
import type { updateSite as updateSiteCall } from '@byre/contract/sites'
import type { Config } from '../config.ts'
import { answered, type Asker } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import type { Deed } from '../platform/deed.ts'
import { refuse } from '../platform/errors.ts'
import type { Facts } from '../platform/route.ts'
import { together } from '../platform/together.ts'
import { fitAddress } from './addresses.policy.ts'
import { auditValuesOf } from './audit.queries.ts'
import { findPayer } from './billing-entities.queries.ts'
import { changedFields } from './changes.policy.ts'
import { isReserved } from './host-names.policy.ts'
import { claimName, giveUpName } from './host-names.queries.ts'
import { keepCurrency } from './new-sites.actions.ts'
import { isOpenForWrites } from './places.policy.ts'
import type { Billing } from './ports.ts'
import { changeSite, lockSite } from './site-changes.queries.ts'
import { asSite, siteIn } from './sites.actions.ts'
import { isKnownPreference, mayChangePlanOrPayer, mayChangeSubdomain, mayEditSite } from './sites.policy.ts'
import { findSite } from './sites.queries.ts'

type SiteChanges = BodyOf<typeof updateSiteCall>
type PresentSite = Awaited<ReturnType<typeof lockSite>>[number]
type Field = keyof SiteChanges

/**
 * Changes what was sent. What every editor may change is a read and a write that holds only if nobody
 * was faster; a new address, payer or plan, and a change that lost, is judged under the site's lock.
 */
export async function updateSite(
  deed: Deed<'customers'>,
  asker: Asker,
  id: string,
  body: SiteChanges,
  from: Facts,
  { config, billing }: { config: Config; billing: Billing },
) {
  const [found] = answered(await findSite(deed.db, { ...asker, id }))
  const site = siteIn<PresentSite>(found)
  if (!site) refuse('not_found')
  const user_id = found.asker_id
  const { changes, fields } = judged(site, body, from)

  if (fields.length === 0) return asSite(site, config)
  if (!fields.some(needsLock)) {
    const changed = await change(deed.db, user_id, site, changes, fields, from)
    if (changed) return asSite(changed, config)
  }
  return deed.transaction(async (db) => {
    const [site] = await lockSite(db, { id, user_id })
    if (!site) refuse('not_found')
    const { changes, fields } = judged(site, body, from)

    if (fields.some(isAboutMoney)) await changePayment(db, user_id, site, changes, billing)
    if (fields.includes('subdomain') && changes.subdomain) await rename(db, user_id, id, changes.subdomain)
    if (fields.length === 0) return asSite(site, config)
    await change(db, user_id, site, changes, fields, from)
    const [changed] = await lockSite(db, { id, user_id })
    return asSite(changed ?? site, config)
  })
}

const isAboutMoney = (field: Field) => field === 'plan_id' || field === 'billing_entity_id'
const needsLock = (field: Field) => isAboutMoney(field) || field === 'subdomain'

/** What is sent and differs from what is stored; refuses what this role may not change, or not now. */
function judged(site: PresentSite, body: SiteChanges, from: Facts) {
  const fields = changedFields<Field>(site, body)
  if (!mayEditSite(site.role)) refuse('role.insufficient')
  if (fields.includes('subdomain') && !mayChangeSubdomain(site.role))
    refuse('role.insufficient', { field: 'subdomain' })
  if (fields.length === 0) return { changes: body, fields }

  if (from.if_match !== null && from.if_match !== site.version) refuse('request.stale')
  if (!fields.every(isAboutMoney) && !isOpenForWrites(site.standing)) refuse('place.read_only')
  if (fields.includes('install_preference') && !isKnownPreference(body.install_preference))
    refuse('species.unknown', { field: 'install_preference' })
  const { problems, tidy } = fitAddress(site, body)
  if (problems.length > 0) refuse('request.invalid', { errors: problems })
  return { changes: tidy, fields: changedFields<Field>(site, tidy) }
}

/** The site as it is after the change, or null when somebody was faster. */
async function change(
  db: Db<'customers'>,
  user_id: string,
  site: PresentSite,
  changes: SiteChanges,
  fields: Field[],
  from: Facts,
): Promise<PresentSite | null> {
  const pick = (row: { readonly [F in Field]?: unknown }) =>
    Object.fromEntries(fields.map((field) => [field, row[field]]))
  const wanted = { ...site, ...pick(changes) }
  const audit = auditValuesOf({
    actor_id: user_id,
    deed: 'updateSite',
    kind: 'site',
    subject_id: site.id,
    before: pick(site),
    after: pick(changes),
    from,
  })
  const [changed] = await changeSite(db, { ...wanted, ...audit })
  return changed ? { ...wanted, version: changed.version } : null
}

/** Another plan needs a right in the present payer, another payer one in the new one. */
async function changePayment(
  db: Db<'customers'>,
  user_id: string,
  site: PresentSite,
  body: SiteChanges,
  billing: Billing,
): Promise<void> {
  const payerId = body.billing_entity_id ?? site.billing_entity_id
  const isNewPayer = payerId !== site.billing_entity_id
  const field = isNewPayer ? 'billing_entity_id' : 'plan_id'
  const [payer] = await findPayer(db, { id: payerId, user_id })
  if (!payer && isNewPayer && site.role === 'Owner') refuse('billing_entity.unknown', { field })
  if (!payer || !mayChangePlanOrPayer(site.role, payer.role)) refuse('role.insufficient', { field })

  const planId = body.plan_id ?? site.plan_id
  const currency = await billing.changeSubscription(db, { kind: 'site', id: site.id }, payer, planId)
  if (payer.currency === null) await keepCurrency(db, payerId, currency)
}

/** The present name is given up before the new one is claimed: a place has one live name. */
async function rename(db: Db<'customers'>, user_id: string, id: string, name: string): Promise<void> {
  if (isReserved(name)) refuse('subdomain.unavailable', { field: 'subdomain' })
  const [, [claimed]] = await together(
    giveUpName(db, { place_id: id }),
    claimName(db, { name, kind: 'site', place_id: id, user_id }),
  )
  if (!claimed) refuse('subdomain.unavailable', { field: 'subdomain' })
}
