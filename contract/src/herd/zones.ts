import type { Country } from '../regions.ts'

/* Which clock a site goes by, guessed from where it lies; whoever lies at a region's edge chooses another. */

const byRegion: Record<Country, Record<string, string>> = {
  Canada: {
    AB: 'America/Edmonton',
    BC: 'America/Vancouver',
    MB: 'America/Winnipeg',
    NB: 'America/Moncton',
    NL: 'America/St_Johns',
    NS: 'America/Halifax',
    NT: 'America/Edmonton',
    NU: 'America/Iqaluit',
    ON: 'America/Toronto',
    PE: 'America/Halifax',
    QC: 'America/Toronto',
    SK: 'America/Regina',
    YT: 'America/Whitehorse',
  },
  USA: {
    ...each('America/New_York', 'CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV'),
    ...each('America/Chicago', 'AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI'),
    ...each('America/Denver', 'CO ID MT NM UT WY'),
    ...each('America/Los_Angeles', 'CA NV OR WA'),
    ...each('America/Puerto_Rico', 'PR VI'),
    ...each('Pacific/Guam', 'GU MP'),
    AK: 'America/Anchorage',
    AS: 'Pacific/Pago_Pago',
    AZ: 'America/Phoenix',
    FM: 'Pacific/Pohnpei',
    HI: 'Pacific/Honolulu',
    MH: 'Pacific/Majuro',
    PW: 'Pacific/Palau',
  },
}

function each(zone: string, regions: string): Record<string, string> {
  return Object.fromEntries(regions.split(' ').map((region) => [region, zone]))
}

/** Where most of a country's cattle are. */
const byCountry: Record<Country, string> = { Canada: 'America/Edmonton', USA: 'America/Chicago' }

/** The zone of a place by its country and region. */
export function zoneOf(country: string | null, region: string | null): string {
  const known: Country = country === 'USA' ? 'USA' : 'Canada'
  return byRegion[known][region ?? ''] ?? byCountry[known]
}
