import { sql } from 'kysely'
import { prepared } from '../platform/database/db.ts'
import './tables.ts'

/* What the platform's own staff look up from the command line. */

interface PlaceRecord {
  kind: 'site' | 'clinic' | 'billing_entity' | 'domain' | 'subdomain'
  id: string
  name: string
  state: string
  /** Where it answers, or is written to. */
  address: string
  created_at: string | null
}

/**
 * Sites, clinics, billing entities and claimed domains, deleted ones too, the newest first: by their id, or by a text (in
 * lower case) that their name, address or code holds. A domain has the id of its place, as has a former or held subdomain,
 * which is found by its whole name.
 */
export const searchPlaces = prepared<'customers'>()((db, p: { text: string; limit: number }) => {
  const holds = (column: string) => sql<boolean>`strpos(lower(${sql.ref(column)}), ${p.text}::text) > 0`
  const isWanted = (columns: string[]) =>
    sql`(p.id::text = ${p.text}::text or ${sql.join(columns.map(holds), sql` or `)})`
  const ofKind = (kind: 'site' | 'clinic', table: string, columns: string[]) => sql`
    select ${sql.lit(kind)} as kind, p.id, p.name,
      case when p.deleted_at is null then p.standing else 'deleted' end as state, p.subdomain as address, p.created_at
    from ${sql.table(table)} p where ${isWanted(columns)}`
  return db
    .selectFrom(
      sql<PlaceRecord>`(
        ${ofKind('site', 'customers.sites', ['p.name', 'p.subdomain', 'p.code'])}
        union all ${ofKind('clinic', 'customers.clinics', ['p.name', 'p.subdomain', 'p.code', 'p.email'])}
        union all select 'billing_entity', p.id, p.name, case when p.deleted_at is null then 'ok' else 'deleted' end, p.email, p.created_at
        from customers.billing_entities p where ${isWanted(['p.name', 'p.email'])}
        union all select 'domain', p.place_id, p.domain, p.state, p.domain, p.begun_at
        from customers.domain_claims p where ${isWanted(['p.domain'])}
        union all select 'subdomain', p.place_id, p.name, p.state, p.name, null
        from customers.host_names p where p.state <> 'live' and p.until > now() and p.name = ${p.text}::text)`.as(
        'f',
      ),
    )
    .selectAll('f')
    .orderBy(sql`f.created_at desc nulls last`)
    .limit(p.limit)
})
