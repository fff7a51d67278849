import { sql } from 'kysely'
import { prepared, type PlatformDb } from '../database/db.ts'

const lines = prepared<'platform'>()((db, p: { id: string; limit: number }) =>
  db
    .selectFrom('platform.audit')
    .select([
      'at',
      sql<string>`coalesce(actor_id::text, after ->> 'operator', 'Byre')`.as('who'),
      'deed as what',
      'kind',
      'subject_id',
      'before',
      'after',
      'network',
      'request_id',
    ])
    .where(sql<boolean>`${p.id}::uuid in (actor_id, subject_id)`)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

/** What the trail holds of a person, place or billing entity: what they did and what was done to it, newest first, at most `limit`. */
export const listTimeline = (db: PlatformDb, id: string, limit: number) => lines(db, { id, limit })
