import { sql, type RawBuilder } from 'kysely'
import { withVisitor } from '../../platform/authentication/visitors.ts'
import type { Db } from '../../platform/database/db.ts'
import type { SiteCaller } from '../../tenants/index.ts'
import type { AnimalRow } from '../tables.ts'

/*
 * Who is held, as other statements have it: a fragment beside `visitor`, whoever asks, and `g`, what the site's animals are
 * folded under.
 */

/** Null is all: of one commodity, market, pen or reason. */
export interface Choice extends SiteCaller<'see'> {
  commodity: string | null
  market: string | null
  pen: string | null
  why: string | null
}

/** Each set of these is a statement of its own, so that each is planned for what it asks. `chosen`: a commodity or a market is. */
const narrowings = ['chosen', 'pen', 'why'] as const
type Narrowing = (typeof narrowings)[number]
type Narrowings = ReadonlySet<Narrowing>

/** One statement for each set of narrowings, made when it is first asked for. */
export function byChoice<S>(build: (by: Narrowings) => S): (choice: Omit<Choice, keyof SiteCaller>) => S {
  const built = new Map<string, S>()
  return ({ commodity, market, pen, why }) => {
    const isAsked = { chosen: commodity ?? market, pen, why }
    const by = new Set(narrowings.filter((name) => isAsked[name] !== null))
    const name = [...by].join(' ')
    const statement = built.get(name) ?? build(by)
    built.set(name, statement)
    return statement
  }
}

/** What the site's animals are folded under, and home out of it, read once. */
const foldedUnder = sql<{ context: string | null; home: string | null }>`(
  select l.context, l.context::json ->> 'home' as home from herd.ledgers l
  where l.site_id = visitor.place_id offset 0)`

/** Begins a read of a site with `visitor` and `g`. */
export const withFolding = (db: Db<'herd'>, p: SiteCaller<'see'>) =>
  withVisitor(db, p)
    .selectFrom('visitor')
    .leftJoinLateral(
      () => foldedUnder.as('g'),
      (join) => join.onTrue(),
    )

/** Rows of `herd.withdrawals w` that hold what was chosen; for a market those of home count, too. */
export const holding = (p: Choice): RawBuilder<unknown> => sql`
  w.site_id = visitor.place_id and w.clear_at > now() and w.market in (g.home, coalesce(${p.market}::text, g.home))
  and (${p.commodity}::text is null or w.commodity = ${p.commodity}::text)`

const columns = sql.raw('a.id, a.as_of, a.status, a.same_as, a.pen_id, a.lot_id, a.main_tag, a.card')

/**
 * Animals here that are held, with `clear_at` of what was chosen. Of everything at home their own column tells it, in the
 * order of an index; of one commodity or market it is made of all that holds.
 */
export function held(by: Narrowings, p: Choice): RawBuilder<AnimalRow> {
  const pen = by.has('pen') ? sql`and a.pen_id = ${p.pen}::uuid` : sql``
  const why = by.has('why')
    ? sql`and exists (select from herd.withdrawals w where w.animal_id = a.id and w.why = ${p.why}::text and ${holding(p)})`
    : sql``
  const here = sql`a.site_id = visitor.place_id and a.status = 'here' ${pen} ${why}`
  if (!by.has('chosen'))
    return sql<AnimalRow>`
      select ${columns}, a.clear_at from herd.animals a where ${here} and a.clear_at is not null and a.clear_at > now()`
  if (by.has('pen'))
    return sql<AnimalRow>`
      select ${columns}, h.clear_at from herd.animals a cross join lateral (
        select max(w.clear_at) as clear_at from herd.withdrawals w where w.animal_id = a.id and ${holding(p)}) h
      where ${here} and h.clear_at is not null`
  return sql<AnimalRow>`
    select ${columns}, h.clear_at from (
      select w.animal_id, max(w.clear_at) as clear_at from herd.withdrawals w where ${holding(p)} group by w.animal_id) h
    join herd.animals a on a.id = h.animal_id where ${here}`
}
