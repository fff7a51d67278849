import { addressProblems } from '@byre/contract/addresses'
import { NewSite, readInstallPreference, SiteChanges, type Site } from '@byre/contract/places/sites'
import type { User } from '@byre/contract/people/users'
import { problemsOf } from '../ui/forms/form-texts.ts'
import {
  newPlaceOf,
  placeChangesOf,
  placeForm,
  valuesForNewPlace,
  valuesOfPlace,
  type PlaceValues,
} from '../places/place-values.ts'
import type { Texts } from '../ui/forms/form-shell.tsx'

const ownFields = ['unit', 'operation_type'] as const
export type SiteValues = PlaceValues<(typeof ownFields)[number]>

/** Unit and operation type go together as one text; a unit is kept by itself, too. */
const preferenceIn = ({ unit, operation_type: type }: Pick<SiteValues, 'unit' | 'operation_type'>) =>
  JSON.stringify(type === '' ? { unit } : { unit, operation_type: type })

const shownAt = (field: string) => (field === 'install_preference' ? 'operation_type' : field)

const judgedBy = (schema: typeof NewSite | typeof SiteChanges) =>
  placeForm(ownFields, (values) =>
    problemsOf(schema, { ...values, install_preference: preferenceIn(values) }, shownAt, addressProblems),
  )

export const NewSiteForm = judgedBy(NewSite)
export const SiteChangesForm = judgedBy(SiteChanges)

const unitIn = (country: string | null) => (country === 'USA' ? 'imperial' : 'metric')

export function valuesForNewSite(me: User, billingEntityId: string): SiteValues {
  return { ...valuesForNewPlace(me, billingEntityId), unit: unitIn(me.country), operation_type: '' }
}

export function valuesOfSite(site: Site, me: User): SiteValues {
  const preference = readInstallPreference(site.install_preference)
  return {
    ...valuesOfPlace(site, me),
    unit: preference?.unit ?? unitIn(site.country),
    operation_type: preference?.operation_type ?? '',
  }
}

/** The body of a create. */
export const newSiteOf = (values: SiteValues, billingEntityId: string) => ({
  ...newPlaceOf(values, billingEntityId),
  install_preference: preferenceIn(values),
})

/** The body of a change: only what was edited, and what must be judged together with it. */
export function siteChangesOf(changed: Texts, values: Texts): Texts {
  const edited = changed['unit'] !== undefined || changed['operation_type'] !== undefined
  return {
    ...placeChangesOf(changed, values),
    ...(edited ? { install_preference: preferenceIn(values as SiteValues) } : {}),
  }
}
