import { t } from '../words.ts'
import * as z from 'zod/mini'
import { Change } from '../activity.ts'
import { endpoint } from '../endpoint.ts'
import { firstOnly, id, idParams, plain, time } from '../fields.ts'
import { Currency } from '../billing/money.ts'
import { roles } from '../rights.ts'

/** What the platform's own staff look up; calls of the back office, which nobody else has. */

/** Refusals of each call of the back office: there is none for whoever is not of the staff. */
export const staffRefusals = ['not_found', 'staff.second_factor_missing'] as const

/** What a record is shown as; a domain or subdomain is part of its place. */
const pages = ['account', 'site', 'clinic', 'billing_entity', 'invoice', 'job'] as const
export type StaffPage = (typeof pages)[number]

/** How many of a kind a search gives. */
export const staffHitsAtMost = 10

const StaffHit = z.object({
  kind: z.enum([...pages, 'domain', 'subdomain']),
  /** Where it is shown, and by which id. */
  page: z.enum(pages),
  id: z.string(),
  name: z.string(),
  state: z.string(),
  /** What tells it from others of its name: an address, a place, when it is due. */
  of: z.string(),
})
export type StaffHit = z.infer<typeof StaffHit>

export const searchRecords = endpoint({
  name: 'searchRecords',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/staff/search',
  summary: 'Accounts, sites, clinics, payers, invoices, domains and jobs, by an id or by how they begin',
  who: 'signed in',
  query: z.object({
    /** Without it nothing is looked for: whoever is answered may come in. */
    q: z.optional(plain(100, 'q').check(z.minLength(2, firstOnly(t`Please type two characters or more.`)))),
  }),
  reply: z.object({ hits: z.array(StaffHit) }),
  refusals: staffRefusals,
})

const thing = {
  kind: z.enum(['site', 'clinic', 'billing_entity']),
  id: z.string(),
  name: z.string(),
  /** `ok`, `read_only`, `stopped` or `deleted`. */
  state: z.string(),
}
const Belonging = z.object({ ...thing, role: z.enum(roles) })

const Belonger = z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(roles) })

/** A mail of the last seven days, by the job that sends it. */
const StaffMail = z.object({
  id: z.string(),
  queue: z.string(),
  state: z.string(),
  at: time,
  failure: z.nullable(z.string()),
})
export type StaffMail = z.infer<typeof StaffMail>

export const getStaffAccount = endpoint({
  name: 'getStaffAccount',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/staff/accounts/:id',
  summary: 'An account, where it is signed in, and what it belongs to',
  who: 'signed in',
  params: idParams,
  reply: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    state: z.enum(['active', 'disabled']),
    is_staff: z.boolean(),
    created_at: time,
    confirmed_at: z.nullable(time),
    has_app: z.boolean(),
    has_passkeys: z.boolean(),
    api_keys: z.number(),
    sessions: z.array(
      z.object({ id: z.string(), device: z.string(), network: z.string(), last_seen_at: time }),
    ),
    belongs_to: z.array(Belonging),
    mails: z.array(StaffMail),
  }),
  refusals: staffRefusals,
})

const StaffPlace = z.object({
  kind: z.enum(['site', 'clinic']),
  id: z.string(),
  name: z.string(),
  code: z.string(),
  state: z.enum(['ok', 'read_only', 'stopped', 'deleted']),
  created_at: time,
  deleted_at: z.nullable(time),
  subdomain: z.string(),
  /** Where it answers, be it deleted or not. */
  host: z.string(),
  /** Former names that still lead to it, or are held for it. */
  other_names: z.array(z.string()),
  domain: z.nullable(z.object({ name: z.string(), state: z.string() })),
  payer: z.object({ id: z.string(), name: z.string() }),
  subscription: z.nullable(
    z.object({
      status: z.string(),
      plan: z.string(),
      trial_ends_at: z.nullable(time),
      current_period_end: z.nullable(time),
      cancel_at: z.nullable(time),
    }),
  ),
  people: z.array(Belonger),
  mails: z.array(StaffMail),
})
export type StaffPlace = z.infer<typeof StaffPlace>

const place = <const K extends 'Site' | 'Clinic', const P extends string>(kind: K, path: P) =>
  ({
    name: `getStaff${kind}`,
    service: 'customers',
    method: 'GET',
    path,
    summary: 'A site or clinic, deleted ones too: its address, who pays, who belongs to it',
    who: 'signed in',
    params: idParams,
    reply: StaffPlace,
    refusals: staffRefusals,
  }) as const

export const getStaffSite = endpoint(place('Site', '/api/v1/staff/sites/:id'))
export const getStaffClinic = endpoint(place('Clinic', '/api/v1/staff/clinics/:id'))

const invoiceLine = {
  id: z.string(),
  number: z.string(),
  kind: z.string(),
  place_name: z.string(),
  status: z.string(),
  currency: Currency,
  total: z.number(),
  issued_at: time,
}

export const getStaffBillingEntity = endpoint({
  name: 'getStaffBillingEntity',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/staff/billing-entities/:id',
  summary: 'Billing information, what it pays for, who belongs to it, its newest invoices',
  who: 'signed in',
  params: idParams,
  reply: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    currency: z.nullable(Currency),
    card: z.nullable(z.string()),
    created_at: time,
    deleted_at: z.nullable(time),
    places: z.array(z.object(thing)),
    people: z.array(Belonger),
    invoices: z.array(z.object(invoiceLine)),
    mails: z.array(StaffMail),
  }),
  refusals: staffRefusals,
})

export const getStaffInvoice = endpoint({
  name: 'getStaffInvoice',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/staff/invoices/:id',
  summary: 'An invoice or credit note with its lines',
  who: 'signed in',
  params: idParams,
  reply: z.object({
    ...invoiceLine,
    payer: z.object({ id: z.string(), name: z.string() }),
    lines: z.array(z.object({ description: z.string(), amount: z.number() })),
    subtotal: z.number(),
    tax: z.number(),
    /** What credit notes have taken off it. */
    credited: z.number(),
    reason: z.nullable(z.string()),
    paid_at: z.nullable(time),
    mails: z.array(StaffMail),
  }),
  refusals: staffRefusals,
})

export const getStaffJob = endpoint({
  name: 'getStaffJob',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/staff/jobs/:id',
  summary: 'A job that waits, was given up, is under way or is done',
  who: 'signed in',
  params: idParams,
  reply: z.object({
    id: z.string(),
    queue: z.string(),
    state: z.string(),
    tries: z.number(),
    due_at: time,
    failure: z.nullable(z.string()),
    is_mail: z.boolean(),
  }),
  refusals: staffRefusals,
})

const TimelineLine = z.object({
  id: z.string(),
  at: time,
  /** A person by name, a member of the staff, or the product itself. */
  who: z.string(),
  deed: z.string(),
  /** The command in words. */
  what: z.string(),
  changes: z.array(Change),
  network: z.string(),
})
export type TimelineLine = z.infer<typeof TimelineLine>

export const listTimeline = endpoint({
  name: 'listTimeline',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/staff/timeline/:id',
  summary: 'What the trail holds of a person, site, clinic or payer, newest first',
  who: 'signed in',
  params: idParams,
  query: z.object({
    /** The last line of the page before. */
    after: z.optional(id),
  }),
  reply: z.object({ lines: z.array(TimelineLine), next: z.nullable(z.string()) }),
  refusals: staffRefusals,
})
