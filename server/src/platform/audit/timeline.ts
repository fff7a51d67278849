import { sql, type RawBuilder } from 'kysely'
import { prepared, type PlatformDb } from '../database/db.ts'

interface Page {
  id: string
  /** The last line of the page before. */
  after: string | null
  limit: number
}

interface Line {
  id: string
  at: string
  actor_id: string | null
  who: string
  what: string
  kind: string | null
  subject_id: string | null
  before: unknown
  after: unknown
  network: string
  request_id: string
}

/** By one of the indexes of the trail. */
const linesBy = (wanted: RawBuilder<unknown>, p: Page) => sql`
  (select t.id, t.at, t.actor_id, coalesce(t.actor_id::text, t.after ->> 'operator', 'Byre') as who, t.deed as what, t.kind,
     t.subject_id, t.before, t.after, t.network, t.request_id
   from platform.audit as t
   where ${wanted} and (${p.after}::uuid is null or t.id < ${p.after}::uuid)
   order by t.id desc limit ${p.limit}::int)`

const lines = prepared<'platform'>()((db, p: Page) => {
  const parts = [
    linesBy(sql`t.actor_id = ${p.id}::uuid`, p),
    linesBy(sql`t.subject_id = ${p.id}::uuid`, p),
    linesBy(sql`t.before ->> 'billing_entity_id' = ${p.id}::text`, p),
    linesBy(sql`t.after ->> 'billing_entity_id' = ${p.id}::text`, p),
  ]
  return db
    .selectFrom(
      sql<Line>`(select distinct on (l.id) l.* from (${sql.join(parts, sql` union all `)}) as l order by l.id desc)`.as(
        'f',
      ),
    )
    .selectAll('f')
    .orderBy('f.id', 'desc')
    .limit(p.limit)
})

/**
 * What the trail holds of a person, place or billing entity: what they did and what was done to it, and of a payer what was done
 * at its places that it pays for; newest first, at most `limit`.
 */
export const listTimeline = (db: PlatformDb, page: Page) => lines(db, page)

const longest = 300

/** What was there and what came, in one line. */
export const detailsOf = ({ before, after }: Pick<Line, 'before' | 'after'>) =>
  [before, after]
    .map((values) => (values === null ? '' : JSON.stringify(values)))
    .join(' → ')
    .slice(0, longest)
