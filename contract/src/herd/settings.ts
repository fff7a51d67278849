import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { firstOnly } from '../fields.ts'
import { wholeNumber } from './fields.ts'
import { isTimeZone } from '../time-zones.ts'
import { siteRights, siteRoles } from '../site-rights.ts'

/** What kind of operation a site is, by the words of the trade. */
export const operationKinds = [
  'cow-calf',
  'backgrounder',
  'grasser',
  'feedlot',
  'purebred',
  'dairy',
  'calf ranch',
  'custom grazing',
] as const
export type OperationKind = (typeof operationKinds)[number]

/** Where animals are sold to: each has rules of its own. */
export const markets = ['CA', 'US', 'EU', 'UK', 'AU', 'NZ', 'MX', 'JP', 'KR'] as const
export type MarketShippedTo = (typeof markets)[number]

/** Where an animal is at home: its country's rules hold wherever it goes. */
export const homeMarketOf = (country: string | null): MarketShippedTo => (country === 'USA' ? 'US' : 'CA')

/** What holds are shown for unless somebody chooses another: home, unless the site ships to others alone. */
export const usualMarketOf = (home: string, markets: readonly string[]): string =>
  markets.includes(home) ? home : (markets[0] ?? home)

const marketsMissing = 'Please choose where you ship to.'
const zoneMissing = 'Please choose a time zone.'

/** What a site is asked at its first launch, and what its managers may change. */
export const SiteSettings = z.object({
  kind: z.enum(operationKinds, 'Please choose what kind of operation it is.'),
  /** An IANA name; all days and times of the site are told by it. */
  zone: z
    .string(zoneMissing)
    .check(z.maxLength(64, firstOnly(zoneMissing)), z.refine(isTimeZone, firstOnly(zoneMissing))),
  markets: z.array(z.enum(markets, marketsMissing), marketsMissing).check(
    z.minLength(1, firstOnly(marketsMissing)),
    z.maxLength(markets.length, firstOnly(marketsMissing)),
    z.refine((chosen) => new Set(chosen).size === chosen.length, firstOnly(marketsMissing)),
  ),
  /** How long an animal is held that arrives, where nobody knows what it was given before. */
  arrival_days: wholeNumber(1, 730, 'The days that an arrival is held'),
  /** How much one place of the animal takes by injection, in millilitres. */
  injection_ml: wholeNumber(1, 100, 'The millilitres of one place'),
  /** In how many days replaced tags and those of dead animals are reported; 0: nobody is reminded of tags. */
  tag_days: wholeNumber(0, 365, 'The days for reporting tags'),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** As they are where nobody has said otherwise. */
export const usualSettings = { arrival_days: 60, injection_ml: 10 } as const

/** Canada wants them in 30 days (Canadian Cattle Identification Agency); of other countries no such duty is known here. */
export const usualTagDays = (country: string | null): number => (homeMarketOf(country) === 'CA' ? 30 : 0)

/** Who opened the app, what they may, and how the site is set up. */
const Me = z.object({
  person: z.object({ id: z.string(), name: z.string() }),
  role: z.enum(siteRoles),
  rights: z.array(z.enum(siteRights as [(typeof siteRights)[number], ...typeof siteRights])),
  place: z.object({
    id: z.string(),
    name: z.string(),
    access_state: z.enum(['ok', 'read_only', 'stopped']),
    country: z.nullable(z.string()),
    region: z.nullable(z.string()),
  }),
  unit: z.enum(['metric', 'imperial']),
  /** Of the library of species; null where none was chosen. */
  species: z.nullable(z.string()),
  /** Null: nobody has answered the questions of the first launch yet; `suggested` is shown in them. */
  settings: z.nullable(SiteSettings),
  suggested: SiteSettings,
  /** Where the portal is, and what proves that it is this session that signs out. */
  portal: z.string(),
  sign_out_token: z.string(),
})
export type Me = z.infer<typeof Me>

export const getMe = appCall({
  name: 'getMe',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/me',
  summary: 'Who opened the app, what they may, and how the site is set up',
  right: 'see',
  reply: Me,
})

export const getPlanSize = appCall({
  name: 'getPlanSize',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/plan-size',
  summary:
    'How many animals are here, beside how many the site’s plan is sized for; nothing is refused for it',
  // Of those who see at the place what it costs.
  right: 'changeSettings',
  reply: z.object({
    /** Without demo animals. */
    head: z.number(),
    /** Null where it is sized for any number, or there is none. */
    plan: z.nullable(z.object({ name: z.string(), head: z.number() })),
  }),
})

export const changeSettings = appCall({
  name: 'changeSettings',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/settings',
  summary: 'Answer the questions of the first launch, or change what was answered',
  right: 'changeSettings',
  /** What is left out stays as it is. */
  body: z.object({
    ...SiteSettings.shape,
    arrival_days: z.optional(SiteSettings.shape.arrival_days),
    injection_ml: z.optional(SiteSettings.shape.injection_ml),
    tag_days: z.optional(SiteSettings.shape.tag_days),
  }),
  reply: SiteSettings,
})
export type SettingsChange = z.infer<(typeof changeSettings)['body']>
