import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { firstOnly, id, idParams, plain } from '../fields.ts'
import { whole } from '../lists.ts'
import { subdomain } from '../places/subdomains.ts'
import { staffRefusals } from './records.ts'

/*
 * What the platform's own staff do for somebody who asked; calls of the back office. The commands are those of the command
 * line: they write the same lines and the same mails.
 */

/** Stands in the trail with whoever did it. */
export const reason = z.pipe(
  z.string(t`Please say why.`),
  plain(500, t`Reason`).check(z.minLength(3, firstOnly(t`Please say why, in three characters or more.`))),
)

const day = z
  .string(t`Please choose a day.`)
  .check(
    z.refine(
      (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
      t`Please choose a day.`,
    ),
  )

/** An empty one is none. */
const otherName = z.optional(
  z.string().check(
    z.overwrite((text) => text.trim().toLowerCase()),
    z.refine(
      (text) => text === '' || subdomain().safeParse(text).success,
      t`A subdomain has 3 to 25 letters, figures and dashes.`,
    ),
  ),
)

const refusals = [...staffRefusals, 'session.reauth_required'] as const

/** What a command came to, in a sentence. */
const Done = z.object({ done: z.string() })

export const ExtendTrial = z.object({ until: day, reason })
export const RestorePlace = z.object({ subdomain: otherName, reason })
export const MoveAddress = z.object({
  address: z.pipe(
    z.string(t`Please give an address.`),
    plain(255, t`Address`).check(z.minLength(1, firstOnly(t`Please give an address.`))),
  ),
  /** The site or clinic that shall have it; without one it is freed. */
  to: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => text === '' || id.safeParse(text).success,
          t`Please give the id of a site or clinic.`,
        ),
      ),
  ),
  /** What the place that has it shall be called then, where it is its present subdomain. */
  subdomain: otherName,
  reason,
})
export const OnlyReason = z.object({ reason })
export const CreditInvoice = z.object({
  /** Which line, from 1; all that is left without one. */
  line: z.optional(z.string().check(z.regex(/^(?:[1-9]\d{0,2})?$/, t`A line is a number from 1.`))),
  /** What it was said to come to, in minor units. */
  total: whole(0, 999_999_999, t`Please look at the amount once more.`),
  reason,
})

const command = <const N extends string, const P extends string>(name: N, path: P, summary: string) =>
  ({
    name,
    service: 'customers',
    method: 'POST',
    path,
    summary,
    who: 'signed in',
    params: idParams,
    reply: Done,
    idempotency: 'ignored',
  }) as const

export const staffExtendTrial = endpoint({
  ...command('staffExtendTrial', '/api/v1/staff/places/:id/extend-trial', 'Let a free trial end later'),
  body: ExtendTrial,
  refusals: [...refusals, 'subscription.not_possible'],
})

export const staffRestorePlace = endpoint({
  ...command('staffRestorePlace', '/api/v1/staff/places/:id/restore', 'Bring a deleted place back'),
  body: RestorePlace,
  refusals: [...refusals, 'subdomain.unavailable', 'request.stale'],
})

export const staffMoveAddress = endpoint({
  ...command('staffMoveAddress', '/api/v1/staff/addresses/move', 'Move a subdomain or domain, or free it'),
  params: z.object({}),
  body: MoveAddress,
  refusals: [...refusals, 'subdomain.unavailable', 'domain.unavailable', 'request.stale'],
})

/** What crediting would come to. */
export const previewCredit = endpoint({
  name: 'previewCredit',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/staff/invoices/:id/credit',
  summary: 'What crediting an invoice, or one line of it, would come to',
  who: 'signed in',
  params: idParams,
  query: z.object({ line: z.optional(whole(1, 999, t`A line is a number from 1.`)) }),
  reply: z.object({
    /** Minor units, taxes included. */
    total: z.number(),
    currency: z.enum(['cad', 'usd']),
    /** Goes back to the card that paid. */
    is_paid: z.boolean(),
  }),
  refusals: [...staffRefusals, 'invoice.not_creditable'],
})

export const staffCreditInvoice = endpoint({
  ...command(
    'staffCreditInvoice',
    '/api/v1/staff/invoices/:id/credit',
    'Credit an invoice, or one line of it',
  ),
  body: CreditInvoice,
  refusals: [...refusals, 'invoice.not_creditable', 'invoice.being_paid'],
})

export const staffRetryJob = endpoint({
  ...command('staffRetryJob', '/api/v1/staff/jobs/:id/retry', 'Have a job done now'),
  body: OnlyReason,
  refusals: [...refusals, 'job.not_waiting'],
})

export const staffDropJob = endpoint({
  ...command('staffDropJob', '/api/v1/staff/jobs/:id/drop', 'Have a job never done'),
  body: OnlyReason,
  refusals: [...refusals, 'job.not_waiting'],
})

export const staffResendMail = endpoint({
  ...command('staffResendMail', '/api/v1/staff/mails/:id/resend', 'Send the same mail once more'),
  body: OnlyReason,
  idempotency: 'by user',
  refusals,
})

export const staffEndSessions = endpoint({
  ...command('staffEndSessions', '/api/v1/staff/accounts/:id/end-sessions', 'Sign an account out everywhere'),
  body: OnlyReason,
  refusals,
})

export const staffRevokeApiKeys = endpoint({
  ...command(
    'staffRevokeApiKeys',
    '/api/v1/staff/accounts/:id/revoke-api-keys',
    'Revoke every API key of an account',
  ),
  body: OnlyReason,
  refusals,
})

export const staffCloseAccount = endpoint({
  ...command('staffCloseAccount', '/api/v1/staff/accounts/:id/disable', 'Close an account'),
  body: OnlyReason,
  refusals,
})

export const staffOpenAccount = endpoint({
  ...command('staffOpenAccount', '/api/v1/staff/accounts/:id/enable', 'Open a closed account again'),
  body: OnlyReason,
  refusals,
})
