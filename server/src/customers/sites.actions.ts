import type { QueryOf } from '@byre/contract/endpoint'
import type { listSites as listSitesCall, Site } from '@byre/contract/sites'
import type { Role } from '@byre/contract/members'
import { answered, type Asker } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { refuse } from '../platform/errors.ts'
import { tenantOrigin, type HostConfig } from '../platform/hosts.ts'
import { listed, rowsOf } from '../platform/lists.ts'
import { findSite, listSitesInOrder, listSitesSought } from './sites.queries.ts'

/** A site's own columns and its payer's, as every query of sites gives them. */
export type SiteRow = Omit<Site, 'launch_url' | 'billing' | 'role'> & {
  role: Role
  version: number
  payer_name: string | null
  brand: string | null
  last_four: string | null
}

/** One site as its members see it, with the version that becomes its ETag. */
export function asSite(row: SiteRow, hosts: HostConfig): Site & { version: number } {
  return { version: row.version, ...told(row, hosts) }
}

function told(row: SiteRow, hosts: HostConfig): Site {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    address: row.address,
    city: row.city,
    region: row.region,
    country: row.country,
    postal_code: row.postal_code,
    domain: row.domain,
    subdomain: row.subdomain,
    code: row.code,
    billing_entity_id: row.billing_entity_id,
    plan_id: row.plan_id,
    install_preference: row.install_preference,
    launch_url: `${tenantOrigin(row.subdomain, hosts)}/`,
    role: row.role,
    billing:
      row.payer_name === null ? null : { name: row.payer_name, brand: row.brand, last_four: row.last_four },
    created_at: row.created_at,
  }
}

/** A row of a left join as a site, or null where nothing was joined. */
function siteIn(row: { [K in keyof SiteRow]: SiteRow[K] | null }): SiteRow | null {
  return row.id === null || row.role === null ? null : (row as SiteRow)
}

export async function listSites(
  db: Db<'customers'>,
  asker: Asker,
  query: QueryOf<typeof listSitesCall>,
  hosts: HostConfig,
) {
  const { sort, q = '' } = query
  const wanted = { ...asker, ...rowsOf(query) }

  const found =
    q === '' && (sort === 'created_at' || sort === '-created_at')
      ? await listSitesInOrder[sort](db, wanted)
      : await listSitesSought[sort](db, { ...wanted, q })

  const rows = answered(found)
  const sites = rows.flatMap((row) => {
    const site = siteIn(row)
    return site ? [told(site, hosts)] : []
  })
  return listed('sites', sites, rows[0].total ?? 0, query)
}

export async function getSite(db: Db<'customers'>, asker: Asker, id: string, hosts: HostConfig) {
  const [row] = answered(await findSite(db, { ...asker, id }))
  const site = siteIn(row)
  if (!site) refuse('not_found')
  return asSite(site, hosts)
}
