import { readOrganization } from '@byre/contract/billing-entities'
import type { BodyOf } from '@byre/contract/endpoint'
import type { createSite as createSiteCall } from '@byre/contract/sites'
import { randomInt } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Actor } from '../platform/actor.ts'
import type { RequestFacts } from '../platform/audit.ts'
import { violated, type Db } from '../platform/db.ts'
import type { Deed } from '../platform/deed.ts'
import { refuse } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Limit } from '../platform/limits.ts'
import { together } from '../platform/together.ts'
import { auditJson } from './audit.queries.ts'
import { payingRoles, mayPayWith } from './billing-entities.policy.ts'
import { fixCurrency } from './billing-entities.queries.ts'
import { addBillingEntity } from './billing-entity-changes.actions.ts'
import { isReserved } from './host-names.policy.ts'
import { customersMail } from './mails.ts'
import { insertSite, type NewSiteRow } from './new-sites.queries.ts'
import { creates } from './places.policy.ts'
import type { Billing } from './ports.ts'
import { asSite } from './sites.actions.ts'
import { isKnownPreference } from './sites.policy.ts'

type NewSite = BodyOf<typeof createSiteCall>

/** Sets up a site with its address, its Owner and its trial, all or nothing. */
export async function createSite(
  deed: Deed<'customers'>,
  actor: Actor,
  body: NewSite,
  from: RequestFacts,
  { config, billing }: { config: Config; billing: Billing },
) {
  if (!config.products.includes('sites')) refuse('product.disabled')

  if (isReserved(body.subdomain)) refuse('subdomain.unavailable', { field: 'subdomain' })
  if (!isKnownPreference(body.install_preference)) refuse('species.unknown', { field: 'install_preference' })

  const limit = creates(config.limitFactor)
  const create = () =>
    deed.transaction(async (db) => {
      const [site, payer] = await addSiteAndPayer(db, actor, body, from, limit)
      const [currency] = await together(
        billing.startSubscription(db, { kind: 'site', id: site.id }, payer, site.plan_id),
        deed.enqueue(db, customersMail, {
          letter: 'place set up',
          kind: 'site',
          place_id: site.id,
          user_id: actor.user_id,
        }),
      )
      if (payer.currency === null) await keepCurrency(db, payer.id, currency)
      return asSite(site, config)
    })
  try {
    return await create()
  } catch (error) {
    // Two of the 8×10¹¹ codes were equal: the next one will not be.
    if (violated(error) !== 'sites_code') throw error
    return create()
  }
}

/** The site and, when it brings its own billing information, that too; in the caller's transaction. */
async function addSiteAndPayer(
  db: Db<'customers'>,
  actor: Actor,
  body: NewSite,
  from: RequestFacts,
  limit: Limit,
) {
  if (body.billing_entity_id !== undefined)
    return addSite(db, actor, body, body.billing_entity_id, from, limit)

  const organization = readOrganization(body)?.data
  if (!organization) refuse('billing_entity.unknown', { field: 'billing_entity_id' })
  const payerId = newId()
  const [, added] = await together(
    addBillingEntity(db, actor, organization, from, payerId),
    addSite(db, actor, body, payerId, from, limit),
  )
  return added
}

async function addSite(
  db: Db<'customers'>,
  actor: Actor,
  body: NewSite,
  payerId: string,
  from: RequestFacts,
  limit: Limit,
) {
  const site: NewSiteRow = {
    id: newId(),
    name: body.name,
    description: body.description,
    address: body.address ?? null,
    city: body.city ?? null,
    region: body.region ?? null,
    country: body.country ?? null,
    postal_code: body.postal_code ?? null,
    subdomain: body.subdomain,
    code: newCode(),
    billing_entity_id: payerId,
    plan_id: body.plan_id,
    install_preference: body.install_preference ?? null,
  }
  const audit = auditJson({
    actor_id: actor.user_id,
    deed: 'createSite',
    kind: 'site',
    subject_id: site.id,
    after: { name: site.name, subdomain: site.subdomain, billing_entity_id: payerId, plan_id: site.plan_id },
    from,
  })
  const [payer] = await insertSite(db, {
    id: site.id,
    subdomain: site.subdomain,
    billing_entity_id: payerId,
    user_id: actor.user_id,
    payer_roles: payingRoles,
    site: JSON.stringify(site),
    audit,
    bucket: `${limit.name}:${actor.user_id}`,
    window_seconds: limit.windowSeconds,
    at_most: limit.max,
  })

  if (!payer) refuse('billing_entity.unknown', { field: 'billing_entity_id' })
  if (payer.spent > limit.max) refuse('limit.reached', { retryAfter: payer.seconds_left })
  if (!mayPayWith(payer.role)) refuse('role.insufficient', { field: 'billing_entity_id' })
  if (payer.created_at === null || payer.version === null)
    refuse('subdomain.unavailable', { field: 'subdomain' })
  const { created_at, version, name: payer_name, brand, last_four } = payer
  const row = {
    ...site,
    domain: null,
    role: 'Owner' as const,
    created_at,
    version,
    payer_name,
    brand,
    last_four,
  }
  return [row, payer] as const
}

/** The first place fixes the currency a payer pays in. */
export async function keepCurrency(db: Db<'customers'>, payerId: string, currency: 'cad' | 'usd') {
  const [kept] = await fixCurrency(db, { id: payerId, currency })
  if (!kept) refuse('plan.required', { field: 'plan_id' })
}

// No 0, O, 1, I or L.
const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Eight letters and digits that cannot be mistaken for each other. */
function newCode(): string {
  return Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)]).join('')
}
