import { domainProblem } from '@byre/contract/places/domains'
import type { FieldError } from '@byre/contract/errors'
import type { User } from '@byre/contract/people/users'
import { withPlace } from '../ui/forms/address.ts'
import {
  organizationFields,
  organizationOf,
  organizationProblems,
  valuesForNewEntity,
  type OrganizationField,
} from '../billing/entity-values.ts'
import { textForm } from '../ui/forms/form-texts.ts'
import { createNew } from '../billing/billing-entities.ts'
import type { Place } from '../products.ts'
import type { Texts } from '../ui/forms/form-shell.tsx'
import { bareDomain } from './hosts.ts'
import { knownTopLevelDomains } from './top-level-domains.ts'

/** What is filled in for every kind of place. */
const placeFields = [
  'name',
  'description',
  'subdomain',
  'domain',
  'address',
  'city',
  'country',
  'region',
  'postal_code',
  'plan_id',
  'billing_entity_id',
] as const
type PlaceField = (typeof placeFields)[number]
export type CommonValues = Record<PlaceField | OrganizationField, string>
export type PlaceValues<Own extends string> = Record<Own | PlaceField | OrganizationField, string>

/** What is wrong with a place and, where it is filled in too, with who will pay for it. */
export function placeForm<const Own extends string>(
  own: readonly Own[],
  problemsIn: (values: PlaceValues<Own>) => readonly FieldError[],
) {
  return textForm<Own | PlaceField | OrganizationField>(
    [...placeFields, ...own, ...organizationFields],
    (values) => {
      const problems = [...problemsIn(values), ...unknownEnd(values.domain)]
      if (values.billing_entity_id !== createNew) return problems
      return [
        ...problems.filter(({ field }) => field !== 'billing_entity_id'),
        ...organizationProblems(values),
      ]
    },
  )
}

function unknownEnd(domain: string): FieldError[] {
  const topLevelDomains = knownTopLevelDomains()
  if (domain === '' || !topLevelDomains) return []
  const message = domainProblem(domain, { isNew: false, topLevelDomains })
  return message === null ? [] : [{ field: 'domain', message }]
}

/** A new place lies, and is paid for, where its maker lives until they say otherwise. */
export function valuesForNewPlace(me: User, billingEntityId: string): CommonValues {
  return {
    ...(Object.fromEntries(placeFields.map((name) => [name, ''])) as Record<PlaceField, string>),
    ...organizationOf(valuesForNewEntity(me)),
    country: me.country ?? '',
    billing_entity_id: billingEntityId,
  }
}

export function valuesOfPlace(place: Place, me: User): CommonValues {
  return {
    ...(Object.fromEntries(placeFields.map((name) => [name, place[name] ?? ''])) as Record<
      PlaceField,
      string
    >),
    ...organizationOf(valuesForNewEntity(me)),
    domain: bareDomain(place.domain),
  }
}

/** What of a create's body every kind has; `payerId` once the payer is there. */
export function newPlaceOf(values: CommonValues, billingEntityId: string) {
  const common = Object.fromEntries(placeFields.map((name) => [name, values[name]]))
  return { ...(common as Record<PlaceField, string>), billing_entity_id: billingEntityId }
}

/** What of a change's body is not the payer's: the edited fields, and what must be judged together with them. */
export function placeChangesOf(changed: Texts, values: Texts, own: readonly string[] = []): Texts {
  const names = new Set<string>([...placeFields, ...own])
  return withPlace(Object.fromEntries(Object.entries(changed).filter(([name]) => names.has(name))), values)
}
