import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { visitorsList } from '../../platform/authentication/proven-lists.ts'
import { prepared } from '../../platform/database/db.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import { atGate, doubtfulAtGate } from '../gate/gate.queries.ts'
import type { AtGateRow } from '../gate/gate.policy.ts'
import type { ShipListRow } from '../tables.ts'

/* Ship lists as they are read: one statement each, with whoever asks. */

export interface ListedRow extends Omit<ShipListRow, 'created_at'> {
  created_at: string
  head: number
  late_truths: number
}

/** With its animals that something may keep here; of a list that has left, none. */
export interface PagedRow extends ListedRow {
  doubtful: AtGateRow[]
}

interface Page extends SiteCaller<'see'> {
  after_at: string
  after_id: string
  limit: number
}

const columns = sql.raw(
  `l.id, l.state, l.destination, l.market, l.load_at, l.transport, l.made_by, l.made_by_name, l.created_at, l.locked_at,
   l.locked_by_name, l.locked_n, l.broken_at, l.departed_at, l.departed_by_name`,
)

const counted = sql.raw(
  `(select count(*) from herd.ship_entries e where e.site_id = l.site_id and e.list_id = l.id) as head,
   (select count(*) from herd.late_truths t
    where t.site_id = l.site_id and t.list_id = l.id and t.taken_back_at is null) as late_truths`,
)

/** Those that are to leave yet begin with the next, the others with the latest. */
const pages = {
  all: { which: sql`true`, beyond: sql`<`, order: 'desc' },
  open: { which: sql`l.state <> 'departed'`, beyond: sql`>`, order: 'asc' },
  gone: { which: sql`l.state = 'departed'`, beyond: sql`<`, order: 'desc' },
} as const

function pageOf(by: keyof typeof pages) {
  const { which, beyond, order } = pages[by]
  const direction = sql.raw(order)
  const ofThis = sql`l.id = this_list and l.state <> 'departed'`
  return visitorsList<'herd'>()((db, p: Page) =>
    withVisitor(db, p)
      .selectFrom('visitor')
      .leftJoinLateral(
        () =>
          sql<PagedRow>`(
          select ${columns}, ${counted}, ${doubtfulAtGate(sql`visitor.place_id`, ofThis)} as doubtful from (
            select l.*, l.id as this_list from herd.ship_lists l
            where l.site_id = visitor.place_id and ${which}
              and (l.load_at, l.id) ${beyond} (${p.after_at}::timestamptz, ${p.after_id}::uuid)
            order by l.load_at ${direction}, l.id ${direction} limit ${p.limit}) l)`.as('l'),
        (join) => join.onTrue(),
      )
      .selectAll('l')
      .select(visitorColumns)
      .orderBy('l.load_at', order)
      .orderBy('l.id', order),
  )
}

export const pagesOfLists = { all: pageOf('all'), open: pageOf('open'), gone: pageOf('gone') }

export interface LateJson {
  animal_id: string
  main_tag: string | null
  event_id: string
  product_name: string | null
  market: string
  clear_at: string
  found_at: string
  taken_back: boolean
}

export interface WholeRow extends ListedRow {
  rows: AtGateRow[]
  late: LateJson[]
  context: string | null
}

/** A list with each animal as the gate sees it, what became known late, and how its site tells days. */
export const findList = prepared<'herd'>()((db, p: SiteCaller<'see'> & { id: string }) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () =>
        sql<WholeRow>`(
        select ${columns}, ${counted}, l.locked_head,
          (select context from herd.ledgers g where g.site_id = l.site_id) as context,
          (select coalesce(json_agg(g order by g.main_tag, g.id), '[]') from (
            ${atGate(sql`visitor.place_id`, sql`l.id = ${p.id}::uuid`, sql`null`)}) g) as rows,
          (select coalesce(json_agg(json_build_object('animal_id', t.animal_id, 'main_tag', a.main_tag,
             'event_id', t.event_id, 'product_name', t.product_name, 'market', t.market, 'clear_at', t.clear_at,
             'found_at', t.found_at, 'taken_back', t.taken_back_at is not null)
             order by t.found_at, a.main_tag, t.animal_id, t.event_id, t.market), '[]')
           from herd.late_truths t left join herd.animals a on a.site_id = t.site_id and a.id = t.animal_id
           where t.site_id = l.site_id and t.list_id = l.id) as late
        from herd.ship_lists l where l.site_id = visitor.place_id and l.id = ${p.id}::uuid offset 0)`.as('l'),
      (join) => join.onTrue(),
    )
    .selectAll('l')
    .select([...visitorColumns, 'visitor.place_name']),
)
