import { t } from '../words.ts'
import * as z from 'zod/mini'
import { addressFields, withAddress } from '../addresses.ts'
import { endpoint } from '../endpoint.ts'
import { email, billingEntityParams, requiredText, time } from '../fields.ts'
import { listQuery, listReply } from '../lists.ts'
import { phone } from '../phones.ts'
import { limits } from '../limits.ts'
import { RoleName } from '../people/members.ts'
import { taxNumberFields, withTaxNumbers } from './tax-numbers.ts'

const nameMissing = t`Billing Entity Name is a required field`

/**
 * What a payer's address has said: only a confirmed one gets the payer's mails; until then, and after a no, its
 * Owners get them.
 */
export const EmailState = z.enum(['confirmed', 'waiting', 'refused'])

/** Who pays. A User of it sees id, name, currency, card brand and last four only; the rest is null. */
export const BillingEntity = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  email_state: z.nullable(EmailState),
  /** When the address was last asked by mail; null: not yet, or it needs no question. */
  email_asked_at: z.nullable(time),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  country: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  /** The payer's own tax numbers: in Canada, in Quebec, in the USA. */
  gst_hst_number: z.nullable(z.string()),
  qst_number: z.nullable(z.string()),
  ein: z.nullable(z.string()),
  currency: z.nullable(z.enum(['cad', 'usd'])),
  brand: z.nullable(z.string()),
  last_four: z.nullable(z.string()),
  role: RoleName,
  created_at: time,
})
export type BillingEntity = z.infer<typeof BillingEntity>

export const NewBillingEntity = withTaxNumbers(
  withAddress(
    z.object({
      name: requiredText(limits.text.name, t`Billing Entity Name`, nameMissing),
      email: email(t`Please input your email address!`, t`The input is not valid E-mail`),
      phone: phone(),
      ...addressFields,
      ...taxNumberFields,
    }),
  ),
)

const organizationKeys = [
  'name',
  'email',
  'phone',
  'address',
  'city',
  'region',
  'country',
  'postal_code',
] as const
type OrganizationField = `organization_${(typeof organizationKeys)[number]}`
const rawText = z.optional(z.string().check(z.maxLength(limits.text.description, t`That is too long.`)))

/** Billing information that a place's own create brings along (specification 5.6). */
export const organizationFields = Object.fromEntries(
  organizationKeys.map((key) => [`organization_${key}`, rawText]),
) as Record<OrganizationField, typeof rawText>

/** The `organization_*` fields read as a new billing entity; null when none of them is filled in. */
export function readOrganization(fields: Partial<Record<OrganizationField, string | undefined>>) {
  const sent = organizationKeys.flatMap((key) => {
    const text = fields[`organization_${key}`]
    return text ? [[key, text] as const] : []
  })
  return sent.length > 0 ? z.safeParse(NewBillingEntity, Object.fromEntries(sent)) : null
}

/** @public A component of docs/openapi.json */
export const BillingEntityChanges = withAddress(
  z.object({
    name: z.optional(requiredText(limits.text.name, t`Billing Entity Name`, nameMissing)),
    email: z.optional(email(t`Please input your email address!`, t`The input is not valid E-mail`)),
    phone: z.optional(phone()),
    ...addressFields,
    ...taxNumberFields,
  }),
)

export const listBillingEntities = endpoint({
  name: 'listBillingEntities',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/billing-entities',
  summary: 'The billing entities the signed-in user belongs to',
  who: 'signed in',
  query: listQuery(['created_at', '-created_at', 'name', '-name'], limits.perPage.billingEntities),
  reply: listReply('billing_entities', BillingEntity),
})

export const createBillingEntity = endpoint({
  name: 'createBillingEntity',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/billing-entities',
  summary: 'Add billing information; its creator becomes its Owner',
  who: 'signed in',
  body: NewBillingEntity,
  reply: BillingEntity,
  status: 201,
})

export const getBillingEntity = endpoint({
  name: 'getBillingEntity',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/billing-entities/:id',
  summary: 'One billing entity',
  who: { right: 'see', of: 'billing_entity' },
  params: billingEntityParams,
  reply: BillingEntity,
  refusals: ['not_found'],
})

export const updateBillingEntity = endpoint({
  name: 'updateBillingEntity',
  service: 'customers',
  method: 'PUT',
  path: '/api/v1/billing-entities/:id',
  summary: 'Change billing information',
  who: { right: 'edit', of: 'billing_entity' },
  params: billingEntityParams,
  body: BillingEntityChanges,
  reply: BillingEntity,
  refusals: ['not_found', 'role.insufficient', 'request.stale'],
})

export const deleteBillingEntity = endpoint({
  name: 'deleteBillingEntity',
  service: 'customers',
  method: 'DELETE',
  path: '/api/v1/billing-entities/:id',
  summary: 'Remove billing information that pays for nothing',
  who: { right: 'delete', of: 'billing_entity' },
  params: billingEntityParams,
  reply: z.null(),
  refusals: ['not_found', 'role.insufficient', 'billing_entity.in_use'],
})
