import type { BodyOf } from '@byre/contract/endpoint'
import { errors } from '@byre/contract/errors'
import { subdomain } from '@byre/contract/fields'
import type { validateDomain as validateDomainCall } from '@byre/contract/sites'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import type { Actor } from '../platform/actor.ts'
import type { Deed } from '../platform/deed.ts'
import { refuse } from '../platform/errors.ts'
import { tenantOrigin } from '../platform/hosts.ts'
import { spend } from '../platform/limits.ts'
import { domainChecks, isReserved } from './host-names.policy.ts'
import { findTakenName } from './host-names.queries.ts'

const shape = subdomain()

/** Whether a name can be used, by the place being edited or a new one; refuses with the same facts if not. */
export async function validateDomain(
  deed: Deed<'customers'>,
  actor: Actor,
  body: BodyOf<typeof validateDomainCall>,
  config: Config,
) {
  await spend(deed.db, domainChecks(config.limitFactor), actor.user_id)
  if (body.subdomain === undefined) return { subdomain: null }

  const place_id = body.id ?? body.clinic_id ?? null
  const { data: name, error } = z.safeParse(shape, body.subdomain)
  if (name === undefined) refuseName(error.issues[0]?.message)
  const wanted = { name, user_id: actor.user_id, place_id }
  const [taken] = isReserved(name) ? [wanted] : await findTakenName(deed.db, wanted)
  if (taken) refuseName()
  return { subdomain: { available: true, reason: null, launch_url: `${tenantOrigin(name, config)}/` } }
}

function refuseName(reason: string = errors['subdomain.unavailable'][1]): never {
  const facts = { data: { subdomain: { available: false, reason } } }
  refuse('subdomain.unavailable', { field: 'subdomain', message: reason, facts })
}
