import { addressProblems, billingAddressProblems } from '@byre/contract/addresses'
import { NewBillingEntity, type BillingEntity } from '@byre/contract/billing/billing-entities'
import { taxNumberKeys, taxNumberProblems } from '@byre/contract/billing/tax-numbers'
import type { User } from '@byre/contract/people/users'
import { problemsOf, textForm } from '../ui/forms/form-texts.ts'

export const entityFields = [
  'name',
  'email',
  'phone',
  'address',
  'city',
  'country',
  'region',
  'postal_code',
] as const
type EntityField = (typeof entityFields)[number]
type EntityValues = Record<EntityField, string>

/** On its own screens, its tax numbers too. */
const ownScreenFields = [...entityFields, ...taxNumberKeys] as const
type OwnScreenValues = Record<(typeof ownScreenFields)[number], string>

const wholeProblems = (values: Readonly<Record<string, string>>) => [
  ...addressProblems(values),
  ...taxNumberProblems(values),
]

/** The form asks for everything a new one needs, also when an old one is changed. */
export const EntityForm = textForm(ownScreenFields, (values) =>
  problemsOf(NewBillingEntity, values, undefined, wholeProblems),
)

/** Whether taxes go by where it is: with a card, that can be changed and no longer left open. */
export const isPlaced = ({ last_four, country, region }: BillingEntity) =>
  last_four !== null && country !== null && region !== null

/** An old one with a card that nobody has placed is asked once either part is touched, as the server asks. */
export const changeFormOf = ({ last_four, country, region }: BillingEntity) =>
  textForm(ownScreenFields, (values) => {
    const isMoved = values.country !== (country ?? '') || values.region !== (region ?? '')
    return [
      ...problemsOf(NewBillingEntity, values, undefined, wholeProblems),
      ...(last_four !== null && isMoved ? billingAddressProblems(values) : []),
    ]
  })

export function valuesOfEntity(entity: BillingEntity): OwnScreenValues {
  return Object.fromEntries(ownScreenFields.map((name) => [name, entity[name] ?? ''])) as OwnScreenValues
}

/** Most people pay for themselves: their own address, phone and where they are is there to begin with. */
export function valuesForNewEntity(me: User): OwnScreenValues {
  return {
    ...(Object.fromEntries(ownScreenFields.map((name) => [name, ''])) as OwnScreenValues),
    email: me.email,
    phone: me.phone ?? '',
    country: me.country ?? '',
    region: (me.country && me.region) ?? '',
  }
}

/* Within the form of a site, the same fields stand under names of their own. */

const prefix = 'organization_'
export type OrganizationField = `organization_${EntityField}`
type OrganizationValues = Record<OrganizationField, string>

export const asOrganization = (field: string) => `${prefix}${field}`
export const organizationFields = entityFields.map(asOrganization) as OrganizationField[]

/** A refusal's fields as the form of a site calls them. */
export const organizationNames = Object.fromEntries(entityFields.map((name) => [name, asOrganization(name)]))

export function entityOf(values: Readonly<Record<string, string>>): EntityValues {
  return Object.fromEntries(
    entityFields.map((name) => [name, values[asOrganization(name)] ?? '']),
  ) as EntityValues
}

export function organizationOf(entity: EntityValues): OrganizationValues {
  return Object.fromEntries(
    entityFields.map((name) => [asOrganization(name), entity[name]]),
  ) as OrganizationValues
}

export const organizationProblems = (values: Readonly<Record<string, string>>) =>
  problemsOf(NewBillingEntity, entityOf(values), asOrganization, addressProblems)
