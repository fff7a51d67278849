import type { BodyOf } from '@byre/contract/endpoint'
import type { updateSite as updateSiteCall } from '@byre/contract/sites'
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
import { isReserved } from './host-names.policy.ts'
import { claimName, giveUpName } from './host-names.queries.ts'
import { keepCurrency } from './new-sites.actions.ts'
import { isOpenForWrites } from './places.policy.ts'
import type { Billing } from './ports.ts'
import { changeSite, lockSite } from './site-changes.queries.ts'
import { asSite } from './sites.actions.ts'
import {
  isKnownPreference,
  mayChangePlanOrPayer,
  mayChangeSubdomain,
  mayEditSite,
  siteEditors,
} from './sites.policy.ts'

type SiteChanges = BodyOf<typeof updateSiteCall>
type PresentSite = Awaited<ReturnType<typeof lockSite>>[number]
type Field = keyof SiteChanges

/**
 * Changes what was sent. What every editor may change is one statement; a new address, payer or plan,
 * and whatever that statement did not do, is judged under the site's lock.
 */
export async function updateSite(
  deed: Deed<'customers'>,
  actor: Actor,
  id: string,
  body: SiteChanges,
  from: Facts,
  { config, billing }: { config: Config; billing: Billing },
) {
  const change = {
    id,
    user_id: actor.user_id,
    editors: siteEditors,
    if_match: from.if_match,
    audit: auditJson({
      actor_id: actor.user_id,
      deed: 'updateSite',
      kind: 'site',
      subject_id: id,
      from,
    }),
  }
  if (isWholeAddress(body) && isKnownPreference(body.install_preference)) {
    const changes = JSON.stringify(body)
    const [changed] = await changeSite(deed.db, { ...change, changes, is_judged: false })
    if (changed) return asSite(changed, config)
  }

  return deed.transaction(async (db) => {
    const [site] = await lockSite(db, change)
    if (!site) refuse('not_found')
    const fields = changedFields<Field>(site, body)
    requireRights(site, fields)

    if (fields.length === 0) return asSite(site, config)
    if (from.if_match !== null && from.if_match !== site.version) refuse('request.stale')
    const isAboutMoney = (field: Field) => field === 'plan_id' || field === 'billing_entity_id'
    if (!fields.every(isAboutMoney) && !isOpenForWrites(site.standing)) refuse('place.read_only')
    if (fields.includes('install_preference') && !isKnownPreference(body.install_preference))
      refuse('species.unknown', { field: 'install_preference' })
    const { problems, tidy } = fitAddress(site, body)
    if (problems.length > 0) refuse('request.invalid', { errors: problems })

    if (fields.some(isAboutMoney)) await changePayment(db, actor, site, body, billing)
    if (fields.includes('subdomain') && body.subdomain) await rename(db, actor, id, body.subdomain)
    const changes = JSON.stringify(tidy)
    const [changed] = await changeSite(db, { ...change, changes, is_judged: true })
    return asSite(changed ?? site, config)
  })
}

function requireRights(site: PresentSite, fields: Field[]): void {
  if (!mayEditSite(site.role)) refuse('role.insufficient')
  if (fields.includes('subdomain') && !mayChangeSubdomain(site.role))
    refuse('role.insufficient', { field: 'subdomain' })
}

/** Another plan needs a right in the present payer, another payer one in the new one. */
async function changePayment(
  db: Db<'customers'>,
  actor: Actor,
  site: PresentSite,
  body: SiteChanges,
  billing: Billing,
): Promise<void> {
  const payerId = body.billing_entity_id ?? site.billing_entity_id
  const isNewPayer = payerId !== site.billing_entity_id
  const field = isNewPayer ? 'billing_entity_id' : 'plan_id'
  const [payer] = await findPayer(db, { id: payerId, user_id: actor.user_id })
  if (!payer && isNewPayer && site.role === 'Owner') refuse('billing_entity.unknown', { field })
  if (!payer || !mayChangePlanOrPayer(site.role, payer.role)) refuse('role.insufficient', { field })

  const planId = body.plan_id ?? site.plan_id
  const currency = await billing.changeSubscription(db, { kind: 'site', id: site.id }, payer, planId)
  if (payer.currency === null) await keepCurrency(db, payerId, currency)
}

/** The present name is given up before the new one is claimed: a place has one live name. */
async function rename(db: Db<'customers'>, actor: Actor, id: string, name: string): Promise<void> {
  if (isReserved(name)) refuse('subdomain.unavailable', { field: 'subdomain' })
  const [, [claimed]] = await together(
    giveUpName(db, { place_id: id }),
    claimName(db, { name, kind: 'site', place_id: id, user_id: actor.user_id }),
  )
  if (!claimed) refuse('subdomain.unavailable', { field: 'subdomain' })
}
