import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams, time } from '../fields.ts'

/**
 * `pending`: not proven yet, nothing answers there. `verified`: proven, the place answers. `failing`: proven
 * once, but the records have been wrong for days. `removed`: wrong for so long that the proof is void.
 */
export const DomainState = z.enum(['pending', 'verified', 'failing', 'removed'])
export type DomainState = z.infer<typeof DomainState>

/** A record to set where the domain's names are kept, and what stands there. */
export const DomainRecord = z.object({
  type: z.enum(['A', 'TXT', 'AAAA']),
  name: z.string(),
  /** What must stand there. Null, of an AAAA record: nothing may. */
  value: z.nullable(z.string()),
  /** What stood there at the last look that got an answer. */
  seen: z.array(z.string()),
  ok: z.boolean(),
})
export type DomainRecord = z.infer<typeof DomainRecord>

export const DomainClaim = z.object({
  domain: z.string(),
  state: DomainState,
  /** Whether the place answers there now. */
  is_live: z.boolean(),
  /** The A record, then the TXT record; then the AAAA record, where one was seen that has to go. None for a User. */
  records: z.array(DomainRecord),
  /** Null: not looked at yet. */
  checked_at: z.nullable(time),
  /** Null: not looked at again by itself. */
  next_check_at: z.nullable(time),
  verified_at: z.nullable(time),
  /** What is amiss, in words for its owner; null when nothing is, nothing is known yet, or for a User. */
  reason: z.nullable(z.string()),
})
export type DomainClaim = z.infer<typeof DomainClaim>

/** Where the token of a domain's TXT record stands. */
export const txtNameOf = (domain: string): string => `_byre-verify.${domain}`

const seeing = {
  service: 'customers',
  method: 'GET',
  params: idParams,
  reply: z.nullable(DomainClaim),
  refusals: ['not_found'],
} as const

export const getSiteDomain = endpoint({
  ...seeing,
  name: 'getSiteDomain',
  path: '/api/v1/sites/:id/domain',
  summary:
    'A site’s custom domain; for those who run it the records it needs and what was seen; null when it has none',
  who: { right: 'see', of: 'site' },
})

export const getClinicDomain = endpoint({
  ...seeing,
  name: 'getClinicDomain',
  path: '/api/v1/clinics/:id/domain',
  summary:
    'A clinic’s custom domain; for those who run it the records it needs and what was seen; null when it has none',
  who: { right: 'see', of: 'clinic' },
})

const checking = {
  service: 'customers',
  method: 'POST',
  params: idParams,
  reply: DomainClaim,
  refusals: ['not_found', 'role.insufficient', 'domain.taken'],
  idempotency: 'ignored',
} as const

export const checkSiteDomain = endpoint({
  ...checking,
  name: 'checkSiteDomain',
  path: '/api/v1/sites/:id/domain/check',
  summary: 'Look up a site’s custom domain now; a removed one is looked for anew',
  who: { right: 'checkDomain', of: 'site' },
})

export const checkClinicDomain = endpoint({
  ...checking,
  name: 'checkClinicDomain',
  path: '/api/v1/clinics/:id/domain/check',
  summary: 'Look up a clinic’s custom domain now; a removed one is looked for anew',
  who: { right: 'checkDomain', of: 'clinic' },
})
