import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams, time } from '../fields.ts'
import { reason } from './commands.ts'
import { staffRefusals } from './records.ts'

/*
 * A visit: a member of the staff sees the portal as one person, who has said yes to it, for a time and without changing
 * anything. What a visit may read stands in `../calls/visit-calls.ts`.
 */

export const visitMinutes = ['15', '30', '60'] as const

/** How long a question waits for its answer, and a yes for the visit to begin. */
export const visitWaitHours = 24

/** `expired`: nobody answered, or the visit did not begin, in time. */
const states = ['asked', 'allowed', 'running', 'declined', 'revoked', 'ended', 'expired'] as const

const visit = {
  id: z.string(),
  state: z.enum(states),
  reason: z.string(),
  minutes: z.number(),
  asked_at: time,
  started_at: z.nullable(time),
  /** When the question, the yes or the visit is over. */
  until: time,
}

/** As whoever is visited sees it. */
export const SupportVisit = z.object({
  ...visit,
  /** Who of the staff asked. */
  staff: z.string(),
  /** What they have opened, by name. */
  looked_at: z.array(z.string()),
})
export type SupportVisit = z.infer<typeof SupportVisit>

export const listSupportVisits = endpoint({
  name: 'listSupportVisits',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/visits',
  summary: 'Who of the staff asked to see the portal as the signed-in account, newest first',
  who: 'signed in',
  reply: z.object({ visits: z.array(SupportVisit) }),
})

const answer = <const N extends string, const P extends string>(name: N, path: P, summary: string) =>
  ({
    name,
    service: 'customers',
    method: 'POST',
    path,
    summary,
    who: 'signed in',
    params: idParams,
    reply: SupportVisit,
  }) as const

export const allowVisit = endpoint({
  ...answer('allowVisit', '/api/v1/visits/:id/allow', 'Say yes to a visit'),
  refusals: ['not_found', 'visit.closed', 'session.reauth_required'],
})

export const declineVisit = endpoint({
  ...answer('declineVisit', '/api/v1/visits/:id/decline', 'Say no to a visit, or end it at once'),
  refusals: ['not_found', 'visit.closed'],
})

/** As the member of the staff sees it. */
const StaffVisit = z.object(visit)
export type StaffVisit = z.infer<typeof StaffVisit>

export const AskVisit = z.object({
  minutes: z.enum(visitMinutes, t`Please choose how long.`),
  reason,
})

export const listStaffVisits = endpoint({
  name: 'listStaffVisits',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/staff/accounts/:id/visits',
  summary: 'What the caller has asked of an account, newest first',
  who: 'signed in',
  params: idParams,
  reply: z.object({ visits: z.array(StaffVisit) }),
  refusals: staffRefusals,
})

export const askVisit = endpoint({
  name: 'askVisit',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/staff/accounts/:id/visits',
  summary: 'Ask somebody to let the caller see the portal as they do; they are mailed',
  who: 'signed in',
  params: idParams,
  body: AskVisit,
  status: 201,
  reply: StaffVisit,
  refusals: [...staffRefusals, 'session.reauth_required', 'visit.asked'],
})

export const startVisit = endpoint({
  name: 'startVisit',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/staff/visits/:id/start',
  summary: 'Begin a visit that was allowed; the token reads as that person until it is over',
  who: 'signed in',
  params: idParams,
  reply: z.object({
    token: z.string(),
    until: time,
    user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  }),
  idempotency: 'ignored',
  refusals: [...staffRefusals, 'session.reauth_required', 'visit.closed'],
})

export const endVisit = endpoint({
  name: 'endVisit',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/staff/visits/:id/end',
  summary: 'End a visit, or take the question back',
  who: 'signed in',
  params: idParams,
  reply: StaffVisit,
  refusals: [...staffRefusals, 'visit.closed'],
})
