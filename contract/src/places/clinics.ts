import { t } from '../words.ts'
import * as z from 'zod/mini'
import { withAddress } from '../addresses.ts'
import { endpoint } from '../endpoint.ts'
import { email, clinicParams, optionalText, requiredText } from '../fields.ts'
import { listReply } from '../lists.ts'
import { phone } from '../phones.ts'
import { limits } from '../limits.ts'
import {
  listedReply,
  newPlaceFields,
  billingEntityFields,
  placeChangeFields,
  placeReply,
  withBillingEntity,
} from './place-fields.ts'
import {
  changeRefusals,
  changing,
  createRefusals,
  creating,
  deleting,
  getting,
  listing,
  restoring,
} from './place-calls.ts'
import { chosenBillingEntityId, planId, planIdOrNone } from '../billing/choices.ts'

export const Clinic = z.object({
  ...placeReply,
  description: z.nullable(z.string()),
  email: z.string(),
  /** Eleven digits, of which the first is the country's prefix. */
  phone: z.string(),
  /** Null while none is chosen: a trial without an item. */
  plan_id: z.nullable(z.string()),
  /** Its domain once that is proven, else its subdomain, else its id. */
  public_url: z.string(),
})
export type Clinic = z.infer<typeof Clinic>

/** A clinic in a list; a deleted one says until when it can be restored. */
export const ListedClinic = z.extend(Clinic, listedReply)
export type ListedClinic = z.infer<typeof ListedClinic>

const nameMissing = { new: t`Please input your clinic name!`, present: t`Name is required` }
const phoneWrong = t`Phone number should be ${limits.phoneDigits} digits`
const clinicPhone = z.pipe(
  phone(phoneWrong, phoneWrong),
  z.transform((digits) => `1${digits}`),
)

const newClinicFields = {
  name: requiredText(limits.text.name, t`Name`, nameMissing.new),
  description: optionalText(limits.text.description, 'Description', true),
  ...newPlaceFields,
  email: email(t`Please input your Email`, t`The input is not valid E-mail`),
  phone: clinicPhone,
}

/** What our own form sends: plan and billing information are chosen, or the latter was created just before. */
export const NewClinic = withAddress(
  z.object({ ...newClinicFields, plan_id: planId, billing_entity_id: chosenBillingEntityId }),
)

/**
 * What `createClinic` takes: also `organization_*` fields instead of `billing_entity_id`, which is then
 * absent, empty or -1, and no plan, which can be chosen later.
 * @public A component of docs/openapi.json
 */
export const NewClinicAndBillingEntity = withBillingEntity(
  withAddress(z.object({ ...newClinicFields, plan_id: planIdOrNone, ...billingEntityFields })),
)

export const ClinicChanges = withAddress(
  z.object({
    name: z.optional(requiredText(limits.text.name, t`Name`, nameMissing.present)),
    description: newClinicFields.description,
    ...placeChangeFields,
    email: z.optional(newClinicFields.email),
    phone: z.optional(clinicPhone),
  }),
)

export const listClinics = endpoint({
  ...listing,
  name: 'listClinics',
  path: '/api/v1/clinics',
  summary: 'The clinics the signed-in user belongs to, or with deleted=1 those they can restore',
  reply: listReply('clinics', ListedClinic),
})

export const createClinic = endpoint({
  ...creating,
  name: 'createClinic',
  path: '/api/v1/clinics',
  summary: 'Set up a veterinary clinic with its address and payer',
  body: NewClinicAndBillingEntity,
  reply: Clinic,
  refusals: createRefusals,
})

export const getClinic = endpoint({
  ...getting,
  name: 'getClinic',
  path: '/api/v1/clinics/:id',
  summary: 'One clinic',
  who: { right: 'see', of: 'clinic' },
  params: clinicParams,
  reply: Clinic,
})

export const updateClinic = endpoint({
  ...changing,
  name: 'updateClinic',
  path: '/api/v1/clinics/:id',
  summary: 'Change a clinic; its addresses, payer and plan only by an Owner',
  who: { right: 'edit', of: 'clinic' },
  params: clinicParams,
  body: ClinicChanges,
  reply: Clinic,
  refusals: changeRefusals,
})

export const deleteClinic = endpoint({
  ...deleting,
  name: 'deleteClinic',
  path: '/api/v1/clinics/:id',
  summary: 'Delete a clinic; its Owner can restore it for 30 days',
  who: { right: 'delete', of: 'clinic' },
  params: clinicParams,
})

export const restoreClinic = endpoint({
  ...restoring,
  name: 'restoreClinic',
  path: '/api/v1/clinics/:id/restore',
  summary: 'Bring back a clinic that was deleted at most 30 days ago',
  who: { right: 'restore', of: 'clinic' },
  params: clinicParams,
  reply: Clinic,
})
