import { roleNames, type Role } from '@byre/contract/rights'
import { t, translated } from '@byre/contract/words'
import type { Activity } from '@byre/contract/activity'
import { readInstallPreference } from '@byre/contract/places/sites'
import { formatDate, formatPhone } from '../../lib/format.ts'

export type Change = Activity['changes'][number]

/** What ids are called. */
export interface Names {
  plans: ReadonlyMap<string, string>
  billingEntities: ReadonlyMap<string, string>
  species: ReadonlyMap<string, string>
}

const fields: Readonly<Record<string, string>> = {
  plan_id: t`Plan`,
  pending_plan_id: t`Next plan`,
  billing_entity_id: t`Billing information`,
  install_preference: t`Install preference`,
  last_four: t`Card ending in`,
  exp_month: t`Expiry month`,
  exp_year: t`Expiry year`,
  refused: t`Why`,
  first_name: t`First name`,
  last_name: t`Last name`,
  resumes_on: t`Resumes on`,
  scopes: t`May`,
  name: t`Name`,
  description: t`Description`,
  email: t`Email`,
  phone: t`Phone`,
  address: t`Address`,
  city: t`City`,
  region: t`Region`,
  country: t`Country`,
  postal_code: t`Postal code`,
  subdomain: t`Subdomain`,
  domain: t`Domain`,
  role: t`Role`,
  status: t`Status`,
  standing: t`State`,
  brand: t`Brand`,
  url: t`Url`,
  reason: t`Reason`,
  trial_ends_on: t`Trial ends on`,
}

/** `postal_code` is 'Postal code'. */
const fieldInWords = (field: string) =>
  fields[field] ?? (field.charAt(0).toUpperCase() + field.slice(1)).replaceAll('_', ' ')

const accessStates: Readonly<Record<string, string>> = {
  ok: t`open`,
  read_only: t`read-only`,
  stopped: t`stopped`,
}

const refusals: Readonly<Record<string, string>> = {
  'card.declined': t`it was declined`,
  'card.expired': t`it has expired`,
  'card.insufficient_funds': t`insufficient funds`,
}

/** What a key of a place may do there. */
const scopes: Readonly<Record<string, string>> = {
  'places:read': t`see the place`,
  'places:write': t`see and change the place`,
  'people:read': t`see its people`,
  'people:write': t`see and change its people`,
}

/** A value as a person would say it; null is 'nothing'. */
function valueInWords(field: string, value: string | null, names: Names): string {
  if (value === null || value === '') return t`nothing`
  if (field === 'plan_id' || field === 'pending_plan_id') return names.plans.get(value) ?? t`another plan`
  if (field === 'billing_entity_id') return names.billingEntities.get(value) ?? t`other billing information`
  if (field === 'refused') return refusals[value] ?? t`it cannot be used here`
  if (field === 'phone') return formatPhone(value)
  // UTC days, `2026-12-24`.
  if (field === 'resumes_on' || field === 'trial_ends_on') return formatDate(value, 'UTC')
  if (field === 'role') return roleNames[value as Role] ?? value
  if (field === 'standing') return accessStates[value] ?? value
  if (field === 'scopes')
    return value
      .split(' ')
      .map((scope) => scopes[scope] ?? scope)
      .join(', ')
  if (field === 'install_preference') {
    const preference = readInstallPreference(value)
    if (preference === null) return t`nothing`
    const { unit, operation_type } = preference
    const units = unit === 'metric' ? t`metric` : t`imperial`
    if (operation_type === undefined) return units
    return `${units}, ${translated(names.species.get(operation_type) ?? t`another species`)}`
  }
  return value
}

/** Ids of things without a name of their own say nothing to anybody. */
const silent = new Set(['card_id', 'subscription_id', 'invoice_id', 'payment_method', 'api_key_id'])

export const isTold = ({ field }: Change) => !silent.has(field)

/** 'Name: North → South'; what was set or cleared says only that. */
export function changeInWords({ field, before, after }: Change, names: Names): string {
  const words = (value: string | null) => valueInWords(field, value, names)
  if (before === null) return t`${fieldInWords(field)}: ${words(after)}`
  if (after === null) return t`${fieldInWords(field)}: was ${words(before)}`
  return t`${fieldInWords(field)}: ${words(before)} → ${words(after)}`
}
