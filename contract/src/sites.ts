import * as z from 'zod/mini'
import { addressFields, withAddress } from './addresses.ts'
import { organizationFields, readOrganization } from './billing-entities.ts'
import { endpoint } from './endpoint.ts'
import {
  id,
  idParams,
  listQuery,
  listReply,
  optionalText,
  requiredText,
  sentText,
  subdomain,
  time,
} from './fields.ts'
import { limits } from './limits.ts'
import { RoleName } from './members.ts'

/** Who pays for a place, as every member may see it. */
export const PlaceBilling = z.object({
  name: z.string(),
  brand: z.nullable(z.string()),
  last_four: z.nullable(z.string()),
})

export const Site = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  country: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  subdomain: z.string(),
  code: z.string(),
  billing_entity_id: z.string(),
  plan_id: z.string(),
  /** A JSON text of `{unit, operation_type}`. */
  install_preference: z.nullable(z.string()),
  /** Where the play icon leads. */
  launch_url: z.string(),
  role: RoleName,
  billing: z.nullable(PlaceBilling),
  created_at: time,
})
export type Site = z.infer<typeof Site>

export const InstallPreference = z.object({
  unit: z.enum(['metric', 'imperial'], 'Please choose metric or imperial.'),
  operation_type: id,
})
export type InstallPreference = z.infer<typeof InstallPreference>

/** The parsed preference, or null when the text is not one (decisions.md section 7). */
export function readInstallPreference(text: string | null | undefined): InstallPreference | null {
  if (!text) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = z.safeParse(InstallPreference, value)
  return parsed.success ? parsed.data : null
}

const preferenceWrong = 'Please choose units and what you raise.'
const forbiddenKey = /"(?:__proto__|constructor|prototype)"\s*:/

const installPreference = z.optional(
  z.pipe(
    z.string(preferenceWrong).check(
      z.maxLength(limits.installPreferenceBytes, { error: preferenceWrong, abort: true }),
      z.refine(
        (text) => text === '' || (!forbiddenKey.test(text) && readInstallPreference(text) !== null),
        preferenceWrong,
      ),
    ),
    z.transform((text) => (text === '' ? null : JSON.stringify(readInstallPreference(text)))),
  ),
)

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const planMissing = 'You must select a plan to continue.'
const payerMissing = 'Please select billing information.'

const chosen = (missing: string) =>
  z.pipe(
    z.string(missing).check(z.regex(uuidShape, missing)),
    z.transform((value) => value.toLowerCase()),
  )
const planId = chosen(planMissing)
const billingEntityId = chosen(payerMissing)

const newSiteFields = {
  name: requiredText(limits.text.name, 'Name'),
  description: sentText(limits.text.description, 'Description', true),
  subdomain: subdomain(),
  ...addressFields,
  install_preference: installPreference,
  plan_id: planId,
}

/** What our own form sends: billing information is chosen, or was created just before. */
export const NewSite = withAddress(z.object({ ...newSiteFields, billing_entity_id: billingEntityId }))

/**
 * What `createSite` takes: also `organization_*` fields instead of `billing_entity_id`, which is then
 * absent, empty or -1. Both are created together.
 */
export const NewSiteAndPayer = withAddress(
  z.object({
    ...newSiteFields,
    billing_entity_id: z.optional(
      z.pipe(
        z
          .string(payerMissing)
          .check(z.refine((text) => text === '' || text === '-1' || uuidShape.test(text), payerMissing)),
        z.transform((text) => (text === '' || text === '-1' ? undefined : text.toLowerCase())),
      ),
    ),
    ...organizationFields,
  }),
).check((payload) => {
  if (payload.value.billing_entity_id !== undefined) return
  const organization = readOrganization(payload.value)
  const issues = organization
    ? (organization.error?.issues ?? []).map(({ path, message }) => ({
        field: `organization_${String(path[0])}`,
        message,
      }))
    : [{ field: 'billing_entity_id', message: payerMissing }]
  for (const { field, message } of issues)
    payload.issues.push({ code: 'custom', message, path: [field], input: undefined })
})

export const SiteChanges = withAddress(
  z.object({
    name: z.optional(requiredText(limits.text.name, 'Name')),
    description: z.optional(sentText(limits.text.description, 'Description', true)),
    subdomain: z.optional(subdomain('Subdomain is required')),
    ...addressFields,
    install_preference: installPreference,
    billing_entity_id: z.optional(billingEntityId),
    plan_id: z.optional(planId),
  }),
)

export const listSites = endpoint({
  name: 'listSites',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/sites',
  summary: 'The sites the signed-in user belongs to',
  who: 'signed in',
  query: listQuery(['created_at', '-created_at', 'name', '-name']),
  reply: listReply('sites', Site),
})

export const createSite = endpoint({
  name: 'createSite',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/sites',
  summary: 'Set up an operation site with its address, payer and plan',
  who: 'signed in',
  body: NewSiteAndPayer,
  reply: Site,
  status: 201,
  refusals: [
    'subdomain.unavailable',
    'plan.required',
    'billing_entity.unknown',
    'role.insufficient',
    'species.unknown',
    'product.disabled',
  ],
})

export const getSite = endpoint({
  name: 'getSite',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/sites/:id',
  summary: 'One site',
  who: 'Owner, Admin, User',
  params: idParams,
  reply: Site,
  refusals: ['not_found'],
})

export const updateSite = endpoint({
  name: 'updateSite',
  service: 'customers',
  method: 'PUT',
  path: '/api/v1/sites/:id',
  summary: 'Change a site; its address, payer and plan only by an Owner',
  who: 'Owner, Admin',
  params: idParams,
  body: SiteChanges,
  reply: Site,
  refusals: [
    'not_found',
    'role.insufficient',
    'subdomain.unavailable',
    'plan.required',
    'billing_entity.unknown',
    'species.unknown',
    'place.read_only',
    'request.stale',
  ],
})

export const deleteSite = endpoint({
  name: 'deleteSite',
  service: 'customers',
  method: 'DELETE',
  path: '/api/v1/sites/:id',
  summary: 'Delete a site; its Owner can restore it for 30 days',
  who: 'Owner',
  params: idParams,
  reply: z.null(),
  refusals: ['not_found', 'role.insufficient'],
})

/** Answers for sites and clinics alike; never waits for DNS (decisions.md section 7). */
export const validateDomain = endpoint({
  name: 'validateDomain',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/clinics/validate-domain',
  summary: 'Whether a subdomain can be used',
  who: 'signed in',
  body: z.object({
    id: z.optional(id),
    clinic_id: z.optional(id),
    domain: optionalText(300, 'Domain'),
    subdomain: z.optional(z.string().check(z.maxLength(300))),
  }),
  reply: z.object({
    subdomain: z.nullable(
      z.object({
        available: z.boolean(),
        reason: z.nullable(z.string()),
        /** Where a place of this name answers. */
        launch_url: z.string(),
      }),
    ),
  }),
  refusals: ['subdomain.unavailable'],
  idempotency: 'ignored',
})
