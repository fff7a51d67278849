import { sql } from 'kysely'
import { visitorColumns, withVisitor } from '../../platform/authentication/visitors.ts'
import { visitorsList } from '../../platform/authentication/proven-lists.ts'
import { quickRead } from '../../platform/database/db.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import type { WithdrawalJson } from '../animals/cards.policy.ts'
import { treatmentOf } from '../given.queries.ts'
import type { AnimalRow } from '../tables.ts'
import { byChoice, held, holding, type Choice, withFolding } from './held.queries.ts'

export interface HeldRow extends AnimalRow {
  because: (WithdrawalJson & { event_kind: string; said: string | null })[]
}

interface Ending extends Choice {
  to: string
  after_at: string
  after_id: string
  limit: number
}

/** Animals here by when their hold ends, each with what holds it: what was given, or what a person said. */
export const listHolds = byChoice((by) =>
  visitorsList<'herd'>()((db, p: Ending) =>
    withFolding(db, p)
      .leftJoinLateral(
        () =>
          sql<HeldRow>`(
        select h.*,
          (select coalesce(json_agg(w order by w.clear_at desc, w.event_id, w.commodity, w.market), '[]') from (
             select w.event_id, w.commodity, w.market, w.why, w.clear_at, w.provisional,
               t.product_name, e.kind as event_kind,
               case when e.kind = 'hold_set' then e.record::json #>> '{event,body,reason}' end as said
             from herd.withdrawals w
             join herd.events e on e.site_id = w.site_id and e.id = w.event_id
             ${treatmentOf}
             where w.animal_id = h.id and ${holding(p)}) w) as because
        from (
          select * from (${held(by, p)}) h
          where h.clear_at <= ${p.to}::timestamptz
            and (h.clear_at, h.id) > (${p.after_at}::timestamptz, ${p.after_id}::uuid)
          order by h.clear_at, h.id limit ${p.limit}) h)`.as('a'),
        (join) => join.onTrue(),
      )
      .selectAll('a')
      .select([...visitorColumns, 'g.context'])
      .orderBy('a.clear_at')
      .orderBy('a.id'),
  ),
)

/** What the animals of a site are folded under: its clock, home and markets; and where it says it ships to now. */
export const findFolding = quickRead<'herd'>()(
  (db, p: SiteCaller<'see'>) =>
    withVisitor(db, p)
      .selectFrom('visitor')
      .leftJoin('herd.ledgers as l', (join) => join.on(sql<boolean>`l.site_id = visitor.place_id`))
      .leftJoin('herd.settings as s', 's.site_id', 'visitor.place_id')
      .select([...visitorColumns, 'l.context', 's.markets']),
  { token_hash: 'bytea', host_name: 'text' },
)

interface Counted extends Choice {
  /** The first moment of each day, of what comes later, and of no end. */
  bounds: readonly string[]
}

/** How many end between one bound and the next; the first bound is 1. */
export const countHoldDays = byChoice((by) =>
  visitorsList<'herd'>()((db, p: Counted) =>
    withFolding(db, p)
      .leftJoinLateral(
        () =>
          sql<{ bound: number; head: number }>`(
        select width_bucket(h.clear_at, ${p.bounds}::timestamptz[]) as bound, count(*) as head
        from (${held(by, p)}) h group by 1)`.as('d'),
        (join) => join.onTrue(),
      )
      .select([...visitorColumns, 'd.bound', 'd.head']),
  ),
)
