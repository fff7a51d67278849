import type { BodyOf } from '@byre/contract/endpoint'
import { subdomain } from '@byre/contract/fields'
import type { validateDomain as validateDomainCall } from '@byre/contract/sites'
import * as z from 'zod/mini'
import type { Actor } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import type { Deed } from '../platform/deed.ts'
import { errors } from '@byre/contract/errors'
import { refuse } from '../platform/errors.ts'
import { spend } from '../platform/limits.ts'
import { domainChecks, isReserved } from './host-names.policy.ts'
import { findTakenName } from './host-names.queries.ts'

const shape = subdomain()

/** Whether a name can be used, by the place being edited or a new one; refuses with the same facts if not. */
export async function validateDomain(
  deed: Deed<'customers'>,
  actor: Actor,
  body: BodyOf<typeof validateDomainCall>,
  limitFactor: number,
) {
  await spend(deed.db, domainChecks(limitFactor), actor.user_id)
  if (body.subdomain === undefined) return { subdomain: null }

  const place_id = body.id ?? body.clinic_id ?? null
  const reason = await whyUnavailable(deed.db, { sent: body.subdomain, user_id: actor.user_id, place_id })
  if (reason !== null) {
    const facts = { data: { subdomain: { available: false, reason } } }
    refuse('subdomain.unavailable', { field: 'subdomain', message: reason, facts })
  }
  return { subdomain: { available: true, reason: null } }
}

async function whyUnavailable(
  db: Db<'customers'>,
  { sent, ...whom }: { sent: string; user_id: string; place_id: string | null },
): Promise<string | null> {
  const { data: name, error } = z.safeParse(shape, sent)
  if (name === undefined) return error.issues[0]?.message ?? errors['subdomain.unavailable'][1]
  const [taken] = isReserved(name) ? [{ name }] : await findTakenName(db, { name, ...whom })
  return taken ? errors['subdomain.unavailable'][1] : null
}
