import { NewSite, readInstallPreference, SiteChanges, type Site } from '@byre/contract/sites'
import type { User } from '@byre/contract/users'
import {
  organizationFields,
  organizationOf,
  organizationProblems,
  valuesForNewEntity,
  type OrganizationField,
} from '../billing/entity-values.ts'
import { withPlace } from '../billing/address.ts'
import { problemsOf, textForm } from '../billing/form-texts.ts'
import { createNew } from '../billing/payers.ts'
import type { Texts } from '../ui/form-shell.tsx'

const siteFields = [
  'name',
  'description',
  'subdomain',
  'address',
  'city',
  'country',
  'region',
  'postal_code',
  'unit',
  'operation_type',
  'plan_id',
  'billing_entity_id',
] as const
type SiteField = (typeof siteFields)[number]
export type SiteValues = Record<SiteField | OrganizationField, string>

const formFields = [...siteFields, ...organizationFields]

/** Unit and operation type go together as one text; without the second there is nothing to keep. */
const preferenceIn = ({ unit, operation_type: type }: Pick<SiteValues, 'unit' | 'operation_type'>) =>
  type === '' ? '' : JSON.stringify({ unit, operation_type: type })

const shownAt = (field: string) => (field === 'install_preference' ? 'operation_type' : field)

/** What is wrong with a site and, where it is filled in too, with who will pay for it. */
function judgedBy(schema: typeof NewSite | typeof SiteChanges) {
  return textForm(formFields, (values) => {
    const site = problemsOf(schema, { ...values, install_preference: preferenceIn(values) }, shownAt)
    if (values.billing_entity_id !== createNew) return site
    return [...site.filter(({ field }) => field !== 'billing_entity_id'), ...organizationProblems(values)]
  })
}

export const NewSiteForm = judgedBy(NewSite)
export const SiteChangesForm = judgedBy(SiteChanges)

export function valuesForNewSite(me: User, payerId: string): SiteValues {
  return {
    ...(Object.fromEntries(siteFields.map((name) => [name, ''])) as Record<SiteField, string>),
    ...organizationOf(valuesForNewEntity(me)),
    country: me.country ?? '',
    unit: me.country === 'USA' ? 'imperial' : 'metric',
    billing_entity_id: payerId,
  }
}

export function valuesOfSite(site: Site, me: User): SiteValues {
  const preference = readInstallPreference(site.install_preference)
  return {
    ...organizationOf(valuesForNewEntity(me)),
    name: site.name,
    description: site.description,
    subdomain: site.subdomain,
    address: site.address ?? '',
    city: site.city ?? '',
    country: site.country ?? '',
    region: site.region ?? '',
    postal_code: site.postal_code ?? '',
    unit: preference?.unit ?? (site.country === 'USA' ? 'imperial' : 'metric'),
    operation_type: preference?.operation_type ?? '',
    plan_id: site.plan_id,
    billing_entity_id: site.billing_entity_id,
  }
}

/** The body of a create. */
export function newSiteOf(values: SiteValues, payerId: string) {
  const { name, description, subdomain, address, city, country, region, postal_code, plan_id } = values
  return {
    name,
    description,
    subdomain,
    address,
    city,
    country,
    region,
    postal_code,
    plan_id,
    install_preference: preferenceIn(values),
    billing_entity_id: payerId,
  }
}

/** The body of a change: only what was edited, and what must be judged together with it. */
export function siteChangesOf(changed: Texts, values: Texts): Texts {
  const { unit, operation_type: type, ...others } = changed
  const own = Object.fromEntries(Object.entries(others).filter(([name]) => isSiteField(name)))
  const edited = unit !== undefined || type !== undefined
  return {
    ...withPlace(own, values),
    ...(edited ? { install_preference: preferenceIn(values as SiteValues) } : {}),
  }
}

const isSiteField = (name: string) => (siteFields as readonly string[]).includes(name)
