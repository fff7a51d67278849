import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { prepared } from '../../platform/database/db.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import type { AnimalRow } from '../tables.ts'
import type { WithdrawalJson } from './cards.policy.ts'

interface Wanted extends SiteCaller<'see'> {
  id: string
  before_at: string
  before_n: number
  limit: number
}

export interface AnimalJson extends AnimalRow {
  identifiers: { kind: string; value: string; typed: string; from_at: string; to_at: string | null }[]
  withdrawals: WithdrawalJson[]
  findings: { kind: string; subject: string }[]
  events: { at: string; n: number; record: string }[]
  voids: string[]
}

/** Columns of a row as one JSON object. */
export const named = (row: string, columns: string) =>
  sql.raw(
    `json_build_object(${columns
      .split(' ')
      .map((column) => `'${column}', ${row}.${column}`)
      .join(', ')})`,
  )

const withdrawalColumns = named('w', 'event_id commodity market why clear_at provisional')

/** An animal, whatever else it is known as, in one statement. */
export const findAnimal = prepared<'herd'>()((db, p: Wanted) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () =>
        sql<AnimalJson>`(
        with family as (
          select array_agg(f.id) as ids from herd.animals a join herd.animals f
            on f.site_id = a.site_id and (f.id = a.id or f.same_as = a.id)
          where a.site_id = visitor.place_id and a.id = ${p.id}::uuid)
        select a.*,
          (select coalesce(json_agg(${named('i', 'kind value typed from_at to_at')} order by i.from_at, i.kind, i.value), '[]')
           from herd.identifiers i where i.site_id = a.site_id and i.animal_id = a.id) as identifiers,
          (select coalesce(json_agg(${withdrawalColumns}::jsonb || jsonb_build_object('product_name', t.row::json ->> 'product_name')
             order by w.clear_at desc, w.event_id, w.commodity, w.market), '[]')
           from herd.withdrawals w left join herd.treatments t
             on t.site_id = w.site_id and t.animal_id = w.animal_id and t.event_id = w.event_id
           where w.site_id = a.site_id and w.animal_id = a.id) as withdrawals,
          (select coalesce(json_agg(${named('f', 'kind subject')} order by f.kind, f.subject), '[]')
           from herd.findings f where f.site_id = a.site_id and f.animal_id = a.id) as findings,
          (select coalesce(json_agg(${named('t', 'at n record')} order by t.at desc, t.n desc), '[]') from (
             select distinct l.at, l.n, e.record
             from herd.event_animals l join herd.events e on e.site_id = l.site_id and e.n = l.n
             where l.site_id = a.site_id and l.animal_id = any((select ids from family)::uuid[])
               and (l.at, l.n) < (${p.before_at}::timestamptz, ${p.before_n}::int8)
             order by l.at desc, l.n desc limit ${p.limit}) t) as events,
          (select coalesce(json_agg(e.record), '[]')
           from herd.event_animals l join herd.events e on e.site_id = l.site_id and e.n = l.n
           where l.site_id = a.site_id and l.animal_id = any((select ids from family)::uuid[]) and e.kind = 'void') as voids
        from herd.animals a where a.site_id = visitor.place_id and a.id = ${p.id}::uuid offset 0)`.as('a'),
      (join) => join.onTrue(),
    )
    .selectAll('a')
    .select(visitorColumns),
)
