import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import '../tables.ts'

export interface SiteFacts {
  country: string | null
  region: string | null
  install_preference: string | null
  zone: string | null
  markets: string[] | null
  arrival_days: number | null
  tag_days: number | null
}

/** What a site says of itself, and how its app is set up where somebody has done that; as one of its people sees it. */
export async function findSiteFacts(
  db: Db<'herd'>,
  site: string,
  person: string,
): Promise<SiteFacts | undefined> {
  const { rows } = await sql<SiteFacts>`
    select v.country, v.region, v.install_preference, s.zone, s.markets, s.arrival_days, s.tag_days
    from platform.visitors v left join herd.settings s on s.site_id = v.place_id
    where v.place_id = ${site} and v.user_id = ${person} limit 1`.execute(db)
  return rows[0]
}
