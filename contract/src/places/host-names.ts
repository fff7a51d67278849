import * as z from 'zod/mini'
import { DomainState } from './domain-claims.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'

/** Answers for sites and clinics alike; never waits for DNS (specification 5.3). */
export const validateDomain = endpoint({
  name: 'validateDomain',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/clinics/validate-domain',
  summary: 'Whether a subdomain and a domain can be used',
  who: 'signed in',
  body: z.object({
    /** The site or clinic that is edited, under either name; absent for a new one. */
    id: z.optional(id),
    clinic_id: z.optional(id),
    domain: z.optional(z.string().check(z.maxLength(300))),
    subdomain: z.optional(z.string().check(z.maxLength(300))),
  }),
  reply: z.object({
    /** The address that every custom domain's A record must hold, whatever is asked. */
    a_record: z.string(),
    subdomain: z.nullable(
      z.object({
        available: z.boolean(),
        reason: z.nullable(z.string()),
        /** Where a place of this name will answer; null when it cannot be had. */
        launch_url: z.nullable(z.string()),
      }),
    ),
    domain: z.nullable(
      z.object({
        valid: z.boolean(),
        /** False while another place has proven that it is its own. */
        available: z.boolean(),
        /** How far this place's proof has come; null for a domain it does not have yet. */
        status: z.nullable(DomainState),
        /** The records to set where its names are kept. A token is made once the place is saved with it. */
        records: z.array(
          z.object({ type: z.enum(['A', 'TXT']), name: z.string(), value: z.nullable(z.string()) }),
        ),
      }),
    ),
  }),
  refusals: ['subdomain.unavailable', 'domain.invalid', 'domain.unavailable'],
  idempotency: 'ignored',
})
