import type { Clinic } from '@byre/contract/places/clinics'
import type { Site } from '@byre/contract/places/sites'
import { tenantOrigin, type HostConfig } from '../../platform/hosts.ts'
import { reply, type Reply } from '../../platform/reply.ts'
import type { Kind, Rows } from './places.queries.ts'

export interface Replies {
  site: Site
  clinic: Clinic
}

function shared(row: Rows[Kind], hosts: HostConfig) {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    city: row.city,
    region: row.region,
    country: row.country,
    postal_code: row.postal_code,
    domain: row.domain,
    subdomain: row.subdomain,
    code: row.code,
    billing_entity_id: row.billing_entity_id,
    launch_url: `${tenantOrigin(row.subdomain, hosts)}/`,
    role: row.role,
    billing:
      row.payer_name === null ? null : { name: row.payer_name, brand: row.brand, last_four: row.last_four },
    access_state: row.standing,
    created_at: row.created_at,
  }
}

/** A place as its members see it. */
export const placeReply: { [K in Kind]: (row: Rows[K], hosts: HostConfig) => Replies[K] } = {
  site(row, hosts) {
    return {
      ...shared(row, hosts),
      description: row.description,
      plan_id: row.plan_id,
      install_preference: row.install_preference,
    }
  },
  clinic(row, hosts) {
    const both = shared(row, hosts)
    return {
      ...both,
      description: row.description,
      email: row.email,
      phone: row.phone,
      plan_id: row.plan_id,
      public_url: row.domain !== null && row.is_domain_proven ? `${row.domain}/` : both.launch_url,
    }
  },
}

/** The same with its version as the ETag. */
export function asPlace<K extends Kind>(kind: K, row: Rows[K], hosts: HostConfig): Reply<Replies[K]> {
  return reply(placeReply[kind](row, hosts), { etag: row.version })
}
