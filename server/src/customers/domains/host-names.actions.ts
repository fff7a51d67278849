import { txtNameOf } from '@byre/contract/places/domain-claims'
import { hostOfDomain, optionalDomain } from '@byre/contract/places/domains'
import type { BodyOf, ReplyOf } from '@byre/contract/endpoint'
import { errors, type ErrorCode } from '@byre/contract/errors'
import { subdomain } from '@byre/contract/places/subdomains'
import type { validateDomain as validateDomainCall } from '@byre/contract/places/host-names'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { refuse } from '../../platform/errors.ts'
import { tenantOrigin } from '../../platform/hosts.ts'
import { spend } from '../../platform/limits/limits.ts'
import { domainFault } from './domains.policy.ts'
import { domainChecks, isReserved } from './host-names.policy.ts'
import { findClaimOn, findOwnName, findTakenName } from './host-names.queries.ts'

const nameShape = subdomain()
const domainShapes = { new: optionalDomain({ isNew: true }), present: optionalDomain({ isNew: false }) }

/** Who asks, for which place; null for one that does not exist yet. */
interface Wanting {
  user_id: string
  place_id: string | null
}

type Facts = Pick<ReplyOf<typeof validateDomainCall>, 'subdomain' | 'domain'>

/** What is so of one of the two, and why it cannot be used if it cannot. */
interface Judged<K extends keyof Facts> {
  facts: NonNullable<Facts[K]>
  fault: { code: ErrorCode; message: string } | null
}

/** Whether names can be used, by the place being edited or a new one; refuses with the same facts if not. */
export async function validateDomain(
  command: IdempotentCommand<'customers'>,
  actor: Actor,
  body: BodyOf<typeof validateDomainCall>,
  config: Config,
) {
  await spend(command.db, domainChecks(config.limitFactor), actor.user_id)

  const wanting = { user_id: actor.user_id, place_id: body.id ?? body.clinic_id ?? null }
  const name =
    body.subdomain === undefined ? null : await judgeName(command.db, wanting, body.subdomain, config)
  const domain = body.domain ? await judgeDomain(command.db, wanting, body.domain, config) : null

  const facts = {
    a_record: config.tenantARecord,
    subdomain: name?.facts ?? null,
    domain: domain?.facts ?? null,
  }
  const faults = [
    ...(name?.fault ? [{ field: 'subdomain', ...name.fault }] : []),
    ...(domain?.fault ? [{ field: 'domain', ...domain.fault }] : []),
  ]
  if (faults[0]) {
    const fieldErrors = faults.map(({ field, message }) => ({ field, message }))
    refuse(faults[0].code, { errors: fieldErrors, facts: { data: facts } })
  }
  return facts
}

async function judgeName(
  db: Db<'customers'>,
  wanting: Wanting,
  text: string,
  config: Config,
): Promise<Judged<'subdomain'>> {
  const { data: name, error } = z.safeParse(nameShape, text)
  if (name === undefined) return noName(error.issues[0]?.message)
  const isOwn = async () => {
    const { place_id } = wanting
    return place_id !== null && (await findOwnName(db, { name, place_id })).length > 0
  }
  if (isReserved(name) && !(await isOwn())) return noName()
  if (await isTakenName(db, { ...wanting, name })) return noName()
  return {
    facts: { available: true, reason: null, launch_url: `${tenantOrigin(name, config)}/` },
    fault: null,
  }
}

const noName = (reason: string = errors['subdomain.unavailable'][1]): Judged<'subdomain'> => ({
  facts: { available: false, reason, launch_url: null },
  fault: { code: 'subdomain.unavailable', message: reason },
})

async function isTakenName(db: Db<'customers'>, wanted: Wanting & { name: string }): Promise<boolean> {
  return (await findTakenName(db, wanted)).length > 0
}

/** Only by what is known here already: name servers are not asked. */
async function judgeDomain(
  db: Db<'customers'>,
  wanting: Wanting,
  text: string,
  config: Config,
): Promise<Judged<'domain'>> {
  const { data, error } = z.safeParse(
    wanting.place_id === null ? domainShapes.new : domainShapes.present,
    text,
  )
  const wrong = error?.issues[0]?.message
  if (wrong !== undefined || !data)
    return noDomain({ code: 'domain.invalid', message: wrong ?? errors['domain.invalid'][1] })
  const fault = domainFault(data, config)
  if (fault) return noDomain(fault)

  const domain = hostOfDomain(data)
  const [claim] = await findClaimOn(db, { ...wanting, domain })
  const isTaken = claim?.is_taken ?? false
  return {
    facts: {
      valid: true,
      available: !isTaken,
      status: claim?.state ?? null,
      records: [
        { type: 'A', name: domain, value: config.tenantARecord },
        { type: 'TXT', name: txtNameOf(domain), value: claim?.token ?? null },
      ],
    },
    fault: isTaken ? { code: 'domain.unavailable', message: errors['domain.unavailable'][1] } : null,
  }
}

const noDomain = (fault: Judged<'domain'>['fault']): Judged<'domain'> => ({
  facts: { valid: false, available: false, status: null, records: [] },
  fault,
})
