import { addressProblems } from '@byre/contract/addresses'
import { ClinicChanges, NewClinic, type Clinic } from '@byre/contract/places/clinics'
import { phoneDigits } from '@byre/contract/phones'
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

const ownFields = ['email', 'phone'] as const
export type ClinicValues = PlaceValues<(typeof ownFields)[number]>

export const NewClinicForm = placeForm(ownFields, (values) =>
  problemsOf(NewClinic, values, undefined, addressProblems),
)

/** A clinic that has no plan yet keeps to that until one is chosen. */
export const ClinicChangesForm = placeForm(ownFields, (values) =>
  problemsOf(ClinicChanges, { ...values, plan_id: values.plan_id || undefined }, undefined, addressProblems),
)

export function valuesForNewClinic(me: User, billingEntityId: string): ClinicValues {
  return { ...valuesForNewPlace(me, billingEntityId), email: me.email, phone: me.phone ?? '' }
}

/** The phone without its prefix, which stands before the field. */
export function valuesOfClinic(clinic: Clinic, me: User): ClinicValues {
  return { ...valuesOfPlace(clinic, me), email: clinic.email, phone: phoneDigits(clinic.phone) }
}

/** The body of a create. */
export function newClinicOf(values: ClinicValues, billingEntityId: string) {
  const { email, phone } = values
  return { ...newPlaceOf(values, billingEntityId), email, phone }
}

/** The body of a change: only what was edited, and what must be judged together with it. */
export const clinicChangesOf = (changed: Texts, values: Texts): Texts =>
  placeChangesOf(changed, values, ownFields)
