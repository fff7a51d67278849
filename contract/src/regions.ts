/**
 * The countries a place can lie in, with their regions by postal code.
 * Sources: Canada Post (provinces and territories), USPS Publication 28 appendix B (states,
 * territories and associated islands).
 */
export const countries = ['Canada', 'USA'] as const
export type Country = (typeof countries)[number]

const canada = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
} as const

const usa = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  FM: 'Federated States of Micronesia',
  GU: 'Guam',
  MH: 'Marshall Islands',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  PW: 'Palau',
  VI: 'US Virgin Islands',
} as const

const byCountry: Record<Country, Record<string, string>> = { Canada: canada, USA: usa }

export interface Region {
  code: string
  name: string
}

/** The regions of a country, ordered by name; none for an unknown country. */
export function regionsOf(country: string | null | undefined): Region[] {
  const named = country === 'Canada' || country === 'USA' ? byCountry[country] : {}
  return Object.entries(named)
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** What the region is called there: Province or State. */
export function regionLabel(country: string | null | undefined): string {
  return country === 'Canada' ? 'Province' : country === 'USA' ? 'State' : 'Region'
}

/** What the postal code is called there (specification 7.3): Zip Code for the USA, Postal Code else. */
export function postalLabel(country: string | null | undefined): string {
  return country === 'USA' ? 'Zip Code' : 'Postal Code'
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
