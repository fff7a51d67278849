import { spokenHere, t } from './words.ts'

/**
 * The countries a place can lie in, with their regions by postal code.
 * Sources: Canada Post (provinces and territories), USPS Publication 28 appendix B (states,
 * territories and associated islands).
 */
export const countries = ['Canada', 'USA'] as const
export type Country = (typeof countries)[number]

const canada = {
  AB: t`Alberta`,
  BC: t`British Columbia`,
  MB: t`Manitoba`,
  NB: t`New Brunswick`,
  NL: t`Newfoundland and Labrador`,
  NS: t`Nova Scotia`,
  NT: t`Northwest Territories`,
  NU: t`Nunavut`,
  ON: t`Ontario`,
  PE: t`Prince Edward Island`,
  QC: t`Quebec`,
  SK: t`Saskatchewan`,
  YT: t`Yukon`,
} as const

const usa = {
  AL: t`Alabama`,
  AK: t`Alaska`,
  AZ: t`Arizona`,
  AR: t`Arkansas`,
  CA: t`California`,
  CO: t`Colorado`,
  CT: t`Connecticut`,
  DE: t`Delaware`,
  DC: t`District of Columbia`,
  FL: t`Florida`,
  GA: t`Georgia`,
  HI: t`Hawaii`,
  ID: t`Idaho`,
  IL: t`Illinois`,
  IN: t`Indiana`,
  IA: t`Iowa`,
  KS: t`Kansas`,
  KY: t`Kentucky`,
  LA: t`Louisiana`,
  ME: t`Maine`,
  MD: t`Maryland`,
  MA: t`Massachusetts`,
  MI: t`Michigan`,
  MN: t`Minnesota`,
  MS: t`Mississippi`,
  MO: t`Missouri`,
  MT: t`Montana`,
  NE: t`Nebraska`,
  NV: t`Nevada`,
  NH: t`New Hampshire`,
  NJ: t`New Jersey`,
  NM: t`New Mexico`,
  NY: t`New York`,
  NC: t`North Carolina`,
  ND: t`North Dakota`,
  OH: t`Ohio`,
  OK: t`Oklahoma`,
  OR: t`Oregon`,
  PA: t`Pennsylvania`,
  RI: t`Rhode Island`,
  SC: t`South Carolina`,
  SD: t`South Dakota`,
  TN: t`Tennessee`,
  TX: t`Texas`,
  UT: t`Utah`,
  VT: t`Vermont`,
  VA: t`Virginia`,
  WA: t`Washington`,
  WV: t`West Virginia`,
  WI: t`Wisconsin`,
  WY: t`Wyoming`,
  AS: t`American Samoa`,
  FM: t`Federated States of Micronesia`,
  GU: t`Guam`,
  MH: t`Marshall Islands`,
  MP: t`Northern Mariana Islands`,
  PR: t`Puerto Rico`,
  PW: t`Palau`,
  VI: t`US Virgin Islands`,
} as const

const byCountry: Record<Country, Record<string, string>> = { Canada: canada, USA: usa }

export interface Region {
  code: string
  name: string
}

/** As it is called here. */
export const countryName = (country: string): string =>
  country === 'Canada' ? t`Canada` : country === 'USA' ? t`USA` : country

/** The regions of a country, ordered by name; none for an unknown country. */
export function regionsOf(country: string | null | undefined): Region[] {
  const named = country === 'Canada' || country === 'USA' ? byCountry[country] : {}
  return Object.entries(named)
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, spokenHere().language))
}

/** What the region is called there: Province or State. */
export function regionLabel(country: string | null | undefined): string {
  return country === 'Canada' ? t`Province` : country === 'USA' ? t`State` : t`Region`
}

/** What the postal code is called there (specification 7.3): Zip Code for the USA, Postal Code else. */
export function postalLabel(country: string | null | undefined): string {
  return country === 'USA' ? t`Zip Code` : t`Postal Code`
}

const countryNames: Record<string, Country> = {
  canada: 'Canada',
  ca: 'Canada',
  can: 'Canada',
  usa: 'USA',
  us: 'USA',
  'united states': 'USA',
  'united states of america': 'USA',
}

/** `Canada` or `USA` for a name or ISO code in any case, else null. */
export function countryNamed(text: string): Country | null {
  return countryNames[text.trim().toLowerCase()] ?? null
}

/** The two-letter code for a region's code or full name in any case, else null. */
export function regionNamed(country: Country, text: string): string | null {
  const wanted = text.trim().toLowerCase()
  const entry = Object.entries(byCountry[country]).find(
    ([code, name]) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )
  return entry ? entry[0] : null
}
