import { sql, type RawBuilder } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { visitorsList } from '../../platform/authentication/proven-lists.ts'
import { headCount } from '../events/pens.queries.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import { groupNames } from './animal.queries.ts'
import type { NamedRow } from './cards.policy.ts'

/* Animals as lists and searches find them: each path is a range of one index inside one site. */

interface Wanted extends SiteCaller<'see'> {
  status: string
  pen: string | undefined
  lot: string | undefined
  after_tag: string
  after_id: string
  limit: number
}

const cardColumns = sql`a.id, a.as_of, a.status, a.same_as, a.pen_id, a.lot_id, a.main_tag, a.clear_at, a.card, ${groupNames}`

/** The rows of a read of animals, beside whoever asks; none where nobody may. */
const animalRows = <P extends SiteCaller<'see'>>(rows: (p: P) => RawBuilder<unknown>) =>
  visitorsList<'herd'>()((db, p: P) =>
    withVisitor(db, p)
      .selectFrom('visitor')
      .leftJoinLateral(
        () => sql<NamedRow & { place: number }>`(${rows(p)})`.as('a'),
        (join) => join.onTrue(),
      )
      .select([
        ...visitorColumns,
        'a.id',
        'a.as_of',
        'a.status',
        'a.same_as',
        'a.pen_id',
        'a.lot_id',
        'a.main_tag',
        'a.clear_at',
        'a.card',
        'a.pen_name',
        'a.lot_name',
      ])
      .orderBy('a.place'),
  )

/** What narrows a list; each choice is a statement of its own, so that each is planned for what it asks. */
const narrowings = {
  pen: (p: Wanted) => sql`a.pen_id = ${p.pen}::uuid`,
  lot: (p: Wanted) => sql`a.lot_id = ${p.lot}::uuid`,
  here: () => sql`a.status = 'here'`,
  status: (p: Wanted) => sql`a.status = ${p.status}::text`,
  held: () => sql`a.clear_at > now()`,
  free: () => sql`(a.clear_at is null or a.clear_at <= now())`,
}
export type Narrowing = keyof typeof narrowings

const pageBy = (by: readonly Narrowing[]) =>
  animalRows(
    (p: Wanted) => sql`
  select ${cardColumns}, row_number() over (order by a.main_tag, a.id) as place from (
    select * from herd.animals a
    where a.site_id = visitor.place_id and ${sql.join(
      by.map((name) => narrowings[name](p)),
      sql` and `,
    )}
      and (a.main_tag, a.id) > (${p.after_tag}::text, ${p.after_id}::uuid)
    order by a.main_tag, a.id limit ${p.limit}) a`,
  )

const pages = new Map<string, ReturnType<typeof pageBy>>()

/** A page by name. */
export function listAnimals(by: readonly Narrowing[]): ReturnType<typeof pageBy> {
  const name = by.join(' ')
  const page = pages.get(name) ?? pageBy(by)
  pages.set(name, page)
  return page
}

interface Fragment extends SiteCaller<'see'> {
  /** In the form in which values are compared. */
  fragment: string
  /** Behind everything that begins with it. */
  beyond: string
  backwards: string
  backwards_beyond: string
  /** Its threes; empty for one that is shorter. */
  grams: string[]
  limit: number
}

/** Animals that bear or bore it: the same first, then beginnings, ends, and anywhere inside, which is looked for only where it is needed. */
export const findByFragment = animalRows(
  (p: Fragment) => sql`
  with prefixed as (
    (select i.animal_id, i.value from herd.identifiers i
     where i.site_id = visitor.place_id and i.value >= ${p.fragment}::text and i.value < ${p.beyond}::text
     order by i.value limit ${p.limit})),
  suffixed as (
    (select i.animal_id, i.value from herd.identifiers i
     where i.site_id = visitor.place_id and i.reversed >= ${p.backwards}::text and i.reversed < ${p.backwards_beyond}::text
     order by i.reversed limit ${p.limit})),
  wanted as (
    select array_agg(right(replace(visitor.place_id::text, '-', ''), 12) || gram) as grams
    from unnest(${p.grams}::text[]) as gram),
  -- The threes bear the site's mark: by their index alone, and never by the site's.
  inside as (
    (select i.animal_id, i.value from wanted w join herd.identifiers i on i.grams @> w.grams
     where (i.site_id = visitor.place_id) is true and strpos(i.value, ${p.fragment}::text) > 0
       and (select count(*) from (select animal_id from prefixed union select animal_id from suffixed) as near) < ${p.limit}::int
     limit ${p.limit})),
  hits as (
    select animal_id, value, case when value = ${p.fragment}::text then 0 else 1 end as rank from prefixed
    union all select animal_id, value, 2 from suffixed
    union all select animal_id, value, 3 from inside),
  nearest as (select animal_id, min(rank) as rank from hits group by animal_id)
  select ${cardColumns}, row_number() over (order by n.rank, a.main_tag, a.id) as place
  from nearest n join herd.animals a on a.site_id = visitor.place_id and a.id = n.animal_id
  order by n.rank, a.main_tag, a.id limit ${p.limit}`,
)

interface Odd extends SiteCaller<'see'> {
  /** These kinds alone; null for all. */
  only: readonly string[] | null
  but: readonly string[]
  after_kind: string
  after_subject: string
  after_id: string
  limit: number
}

export interface OddRow {
  /** The animal's. */
  id: string
  kind: string
  subject: string
  main_tag: string
  /** Where it is of a pen; its id is the pen's then. */
  pen_name: string | null
  /** What it is about, where that is an event. */
  event: { event_kind: string; at: string | null; day: string | null; product_name: string | null } | null
}

/** How many of each kind, of the site that `visitor` names. */
export const oddByKind = sql<{ kind: string; head: number }[]>`(
  select coalesce(json_agg(k order by k.kind), '[]') from (
    select f.kind, count(*) as head from herd.findings f where f.site_id = visitor.place_id group by f.kind) k)`

const uuidShape = sql.lit('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')

/** What is odd, by kind, each with the event it is about; and how many there are of each kind. */
export const listFindings = visitorsList<'herd'>()((db, p: Odd) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () =>
        sql<OddRow>`(
        select f.kind, f.subject, f.animal_id as id, coalesce(a.main_tag, '') as main_tag, p.name as pen_name, case when e.id is not null then
          json_build_object('event_kind', e.kind, 'at', e.record::json #>> '{event,at}',
            'day', e.record::json #>> '{event,day}', 'product_name', e.record::json #>> '{event,body,product_name}') end as event
        from (
          select * from herd.findings
          where site_id = visitor.place_id
            and (kind, subject, animal_id) > (${p.after_kind}::text, ${p.after_subject}::text, ${p.after_id}::uuid)
            and (${p.only}::text[] is null or kind = any(${p.only}::text[])) and kind <> all(${p.but}::text[])
          order by kind, subject, animal_id limit ${p.limit}) f
        left join herd.animals a on a.site_id = f.site_id and a.id = f.animal_id
        left join herd.pens p on p.site_id = f.site_id and p.id = f.animal_id and f.kind = ${headCount}
        left join herd.events e on e.site_id = f.site_id
          and e.id = case when f.subject ~ ${uuidShape} then f.subject::uuid end)`.as('f'),
      (join) => join.onTrue(),
    )
    .select([...visitorColumns, 'f.id', 'f.kind', 'f.subject', 'f.main_tag', 'f.pen_name', 'f.event'])
    .select(oddByKind.as('kinds'))
    .orderBy('f.kind')
    .orderBy('f.subject')
    .orderBy('f.id'),
)
