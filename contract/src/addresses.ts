import { t } from './words.ts'
import * as z from 'zod/mini'
import { optionalText } from './fields.ts'
import { limits } from './limits.ts'
import { countryNamed, countries, regionNamed, type Country } from './regions.ts'

/* Here and not among the fields, which the first page loads: it brings the list of regions. */
export const optionalCountry = z.optional(
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => value.trim() === '' || countryNamed(value) !== null,
          t`Please choose Canada or USA.`,
        ),
      ),
    z.transform((value) => countryNamed(value)),
  ),
)

/** Where something lies; part of sites, clinics and billing entities. */
export const addressFields = {
  address: optionalText(limits.text.addressPart, t`Address`),
  city: optionalText(limits.text.addressPart, t`City`),
  country: optionalCountry,
  region: optionalText(limits.text.addressPart, t`Region`),
  postal_code: optionalText(20, t`Postal Code`),
}

interface Address {
  country?: string | null | undefined
  region?: string | null | undefined
  postal_code?: string | null | undefined
}

/** The country of an address that may not have passed its own check yet. */
function countryOf({ country }: Address): Country | null {
  return countries.find((known) => known === country) ?? null
}

const regionMissing = { USA: t`Please choose a state.`, Canada: t`Please choose a province.` } as const

const zipShape = /^\d{5}$/
const postalShape = /^[A-Z]\d[A-Z] \d[A-Z]\d$/

/** `a1a1a1` as `A1A 1A1`; a Zip Code as it is. */
export function tidyPostalCode(text: string): string {
  const tidy = text.toUpperCase().replace(/\s+/g, '')
  return /^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(tidy) ? `${tidy.slice(0, 3)} ${tidy.slice(3)}` : tidy
}

/** What is wrong with an address as a whole: region and postal code must fit the country. */
export function addressProblems(address: Address): { field: 'region' | 'postal_code'; message: string }[] {
  const problems: { field: 'region' | 'postal_code'; message: string }[] = []
  const country = countryOf(address)
  if (country && address.region && regionNamed(country, address.region) === null) {
    problems.push({
      field: 'region',
      message: regionMissing[country],
    })
  }
  if (country === 'USA' && address.postal_code && !zipShape.test(tidyPostalCode(address.postal_code))) {
    problems.push({ field: 'postal_code', message: t`Zip Code should be 5 digits, like 59718.` })
  }
  if (country === 'Canada' && address.postal_code && !postalShape.test(tidyPostalCode(address.postal_code))) {
    problems.push({ field: 'postal_code', message: t`Postal Code should look like T2P 1J9.` })
  }
  return problems
}

/** What is missing or wrong of where a payer is: its taxes go by country and region, so both must be known. */
export function billingAddressProblems(place: Address): { field: 'country' | 'region'; message: string }[] {
  const country = countryOf(place)
  if (country && place.region && regionNamed(country, place.region) !== null) return []
  if (country) return [{ field: 'region', message: regionMissing[country] }]
  const missing = { field: 'country', message: t`Please choose Canada or USA.` } as const
  return place.region
    ? [missing]
    : [missing, { field: 'region', message: t`Please choose a province or state.` }]
}

/** The region as two letters and the postal code in its usual spelling, where the country is known. */
export function tidyAddress<A extends Address>(address: A): A {
  const country = countryOf(address)
  return {
    ...address,
    ...(country && address.region ? { region: regionNamed(country, address.region) } : {}),
    ...(address.postal_code ? { postal_code: tidyPostalCode(address.postal_code) } : {}),
  }
}

/** Adds the address rules to an object schema and tidies what passed. */
export function withAddress<S extends z.ZodMiniObject<z.core.$ZodShape>>(schema: S) {
  return schema.check((payload: z.core.ParsePayload<z.output<S>>) => {
    for (const problem of addressProblems(payload.value as Address)) {
      payload.issues.push({
        code: 'custom',
        message: problem.message,
        path: [problem.field],
        input: payload.value,
      })
    }
    if (payload.issues.length === 0) payload.value = tidyAddress(payload.value as Address) as z.output<S>
  })
}
