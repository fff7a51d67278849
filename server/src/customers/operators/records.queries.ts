import type { Role } from '@byre/contract/rights'
import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import { beginsWith } from '../../platform/text-beginnings.ts'
import { personName } from '../names.queries.ts'
import { tableOf, type Kind } from '../places/places.queries.ts'
import type { SubjectKind } from '../tables.ts'

/* What the back office looks up, deleted places too. */

const fullName = sql`lower(u.first_name || ' ' || coalesce(u.last_name, ''))`

/** People whose whole or last name begins so; in lower case. */
export const searchPeople = prepared<'customers'>()((db, p: { text: string; limit: number }) => {
  const byName = (name: RawBuilder<unknown>) => sql`
    (select u.id from customers.users as u where ${beginsWith(name, p.text)}
     order by ${name} collate "C" limit ${p.limit}::int)`
  return db
    .selectFrom(sql<{ id: string }>`(${byName(fullName)} union ${byName(sql`lower(u.last_name)`)})`.as('f'))
    .select('f.id')
})

/** What people are called, by their ids. */
export const listCalled = prepared<'customers'>()((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('customers.users as u')
    .select(['u.id', personName('u').as('name')])
    .where(sql<boolean>`u.id = any(${p.ids}::uuid[])`),
)

interface Row {
  kind: 'site' | 'clinic' | 'billing_entity' | 'domain' | 'subdomain'
  page: SubjectKind
  id: string
  name: string
  state: string
  of: string
}

const stateOf = (table: string) =>
  sql`case when ${sql.ref(`${table}.deleted_at`)} is null then ${sql.ref(`${table}.standing`)} else 'deleted' end`

interface Search {
  /** In lower case. */
  text: string
  /** The same where it is an id. */
  id: string | null
  limit: number
}

/** Places, payers and addresses that begin so, are of that id, or have that code; at most `limit` by each of these. */
export const searchPlaces = prepared<'customers'>()((db, p: Search) => {
  const part = (statement: RawBuilder<unknown>) => sql`(${statement} limit ${p.limit}::int)`
  const place = (kind: Kind, wanted: RawBuilder<unknown>, order?: RawBuilder<unknown>) =>
    part(sql`select ${sql.lit(kind)} as kind, ${sql.lit(kind)} as page, p.id, p.name, ${stateOf('p')} as state, p.subdomain as of
      from ${sql.table(tableOf(kind))} as p where ${wanted} ${order ? sql`order by ${order} collate "C"` : sql``}`)
  const places = (kind: Kind) => [
    place(kind, sql`p.id = ${p.id}::uuid`),
    place(kind, sql`p.code = upper(${p.text}::text)`),
    place(kind, beginsWith(sql`lower(p.name)`, p.text), sql`lower(p.name)`),
  ]
  const billingEntity = (wanted: RawBuilder<unknown>, order?: RawBuilder<unknown>) =>
    part(sql`select 'billing_entity', 'billing_entity', p.id, p.name,
      case when p.deleted_at is null then 'ok' else 'deleted' end, p.email
      from customers.billing_entities as p where ${wanted} ${order ? sql`order by ${order} collate "C"` : sql``}`)
  const address = (kind: 'domain' | 'subdomain', table: string, column: string) =>
    part(sql`select ${sql.lit(kind)}, h.kind, h.place_id, ${sql.ref(column)}, h.state, coalesce(t.name, '')
      from ${sql.table(table)} as h left join customers.tenants as t on t.id = h.place_id and t.kind = h.kind
      where ${beginsWith(sql.ref(column), p.text)} order by ${sql.ref(column)} collate "C"`)
  const parts = [
    ...places('site'),
    ...places('clinic'),
    place('clinic', beginsWith(sql`p.email`, p.text), sql`p.email`),
    billingEntity(sql`p.id = ${p.id}::uuid`),
    billingEntity(beginsWith(sql`lower(p.name)`, p.text), sql`lower(p.name)`),
    billingEntity(beginsWith(sql`p.email`, p.text), sql`p.email`),
    address('domain', 'customers.domain_claims', 'h.domain'),
    address('subdomain', 'customers.host_names', 'h.name'),
  ]
  return db
    .selectFrom(sql<Row>`(${sql.join(parts, sql` union `)})`.as('f'))
    .selectAll('f')
    .orderBy('f.name')
})

const placeOf = <K extends Kind>(kind: K) =>
  prepared<'customers'>()((db, p: { id: string }) =>
    db
      .selectFrom(`${tableOf(kind)} as p` as 'customers.sites as p')
      .innerJoin('customers.billing_entities as b', 'b.id', 'p.billing_entity_id')
      .leftJoin('customers.domain_claims as c', 'c.place_id', 'p.id')
      .select(['p.id', 'p.name', 'p.code', 'p.created_at', 'p.deleted_at', 'p.subdomain'])
      .select(['b.id as payer_id', 'b.name as payer_name', 'c.domain', 'c.state as domain_state'])
      .select(sql<'ok' | 'read_only' | 'stopped' | 'deleted'>`${stateOf('p')}`.as('state'))
      .select(
        sql<string[]>`array(select h.name from customers.host_names as h
          where h.place_id = p.id and h.name <> p.subdomain order by h.name)`.as('other_names'),
      )
      .where('p.id', '=', p.id),
  )

/** A site or clinic with its addresses and payer, deleted ones too. */
export const findPlaceForStaff = { site: placeOf('site'), clinic: placeOf('clinic') }

export const findBillingEntityForStaff = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.billing_entities')
    .select(['id', 'name', 'email', 'phone', 'currency', 'brand', 'last_four', 'created_at', 'deleted_at'])
    .select(
      sql<string>`concat_ws(', ', nullif(address, ''), nullif(city, ''), region, postal_code, country)`.as(
        'address',
      ),
    )
    .where('id', '=', sql<never>`${p.id}::uuid`),
)

/** Who belongs to a place or payer, Owners first. */
export const listPeopleForStaff = prepared<'customers'>()(
  (db, p: { kind: SubjectKind; id: string; limit: number }) =>
    db
      .selectFrom('customers.members as m')
      .innerJoin('customers.users as u', 'u.id', 'm.user_id')
      .select(['u.id', personName('u').as('name'), 'u.email', 'm.role'])
      .where('m.place_id', '=', p.id)
      .where('m.kind', '=', p.kind)
      .orderBy(sql`array_position(array['Owner', 'Admin', 'User'], m.role)`)
      .orderBy('m.user_id')
      .limit(p.limit),
)

interface Belonging {
  kind: SubjectKind
  id: string
  name: string
  role: Role
  state: string
}

/** What somebody belongs to. */
export const listBelongings = prepared<'customers'>()((db, p: { user_id: string; limit: number }) =>
  db
    .selectFrom('customers.members as m')
    .innerJoin('customers.places as s', (join) =>
      join.onRef('s.id', '=', 'm.place_id').onRef('s.kind', '=', 'm.kind'),
    )
    .select(['m.kind', 's.id', 's.name', 'm.role'])
    .select(sql<string>`${stateOf('s')}`.as('state'))
    .where('m.user_id', '=', p.user_id)
    .orderBy('m.kind')
    .orderBy('m.place_id')
    .limit(p.limit)
    .$castTo<Belonging>(),
)

const paidOf = (kind: Kind, p: { id: string; limit: number }) => sql`
  (select ${sql.lit(kind)} as kind, p.id, p.name, ${stateOf('p')} as state
   from ${sql.table(tableOf(kind))} as p where p.billing_entity_id = ${p.id}::uuid order by p.id limit ${p.limit}::int)`

/** The sites and clinics that chose this payer. */
export const listPaidForStaff = prepared<'customers'>()((db, p: { id: string; limit: number }) =>
  db
    .selectFrom(
      sql<{ kind: Kind; id: string; name: string; state: string }>`(
        ${paidOf('site', p)} union all ${paidOf('clinic', p)})`.as('f'),
    )
    .selectAll('f')
    .limit(p.limit),
)

/** What places and payers are called, by their ids. */
export const listNamesOfPlaces = prepared<'customers'>()((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('customers.places')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`),
)
