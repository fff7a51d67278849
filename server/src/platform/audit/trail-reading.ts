import { sql, type RawBuilder } from 'kysely'
import type { PlatformDb } from '../database/db.ts'

/*
 * Which lines of the audit trail are new to whoever reads on. Ids and times are made before a commit and could not tell: a line
 * that is committed late would be behind everybody. So a line is found by what its transaction was (`snapshots`), where the
 * database numbers those, or by a number that it is given once it can be seen (`numbers`, decision 0149). Lines are called `l`.
 */

export type EventCursor = 'snapshots' | 'numbers'

export interface TrailReading {
  /** Where the trail stands now, as text: a cursor. */
  present: RawBuilder<string>
  /** A cursor before all that was ever written. */
  beginning: string
  /** A text that is one; those of the other way are none. */
  isCursor(text: string): boolean
  isAfter(cursor: RawBuilder<string>): RawBuilder<boolean>
  /** From another time line of the database. */
  isAhead(cursor: RawBuilder<string>): RawBuilder<boolean>
  /** There are lines that `number` has to make readable first. */
  isUnnumbered: RawBuilder<boolean>

  /** For a reader who keeps his place as `written_in` and id: how far all may be read, none of which is passed over. */
  end: RawBuilder<string>
  isEnded: RawBuilder<boolean>
  /** The line can be seen, and may not be read yet. */
  isComing: RawBuilder<boolean>
  /** A place of another time line, or of a database that was restored elsewhere. */
  isBeyond(place: RawBuilder<string>): RawBuilder<boolean>

  /** Makes readable what can be seen by now. True: more can be read now, by whomever it was numbered. */
  number(db: PlatformDb): Promise<boolean>
}

const present = sql`pg_current_snapshot()`
const oldest = sql<string>`pg_snapshot_xmin(${present})`
const newest = sql`pg_snapshot_xmax(${present})`

const snapshots: TrailReading = {
  present: sql<string>`${present}::text`,
  beginning: '1:1:',
  isCursor: (text) => /^\d+:\d+:[\d,]*$/.test(text),
  isAfter: (cursor) => sql`l.written_in >= pg_snapshot_xmin(${cursor}::pg_snapshot)
    and not pg_visible_in_snapshot(l.written_in, ${cursor}::pg_snapshot)`,
  isAhead: (cursor) => sql`pg_snapshot_xmax(${cursor}::pg_snapshot) > ${newest}`,
  isUnnumbered: sql`false`,
  end: oldest,
  isEnded: sql`l.written_in < ${oldest}`,
  isComing: sql`l.written_in >= ${oldest}`,
  isBeyond: (place) => sql`${place} > ${newest}`,
  number: async () => false,
}

const last = sql<string>`(select last from platform.audit_numbers)`
const linesAtOnce = 1000

const numbers: TrailReading = {
  present: sql<string>`${last}::text`,
  beginning: '0',
  isCursor: (text) => /^\d{1,18}$/.test(text),
  isAfter: (cursor) => sql`l.written_in > ${cursor}::int8`,
  isAhead: (cursor) => sql`${cursor}::int8 > ${last}`,
  isUnnumbered: sql`exists (select from platform.audit where written_in = 0)`,
  end: last,
  isEnded: sql`l.written_in > 0`,
  isComing: sql`l.written_in = 0`,
  isBeyond: (place) => sql`${place} > ${last}`,
  async number(db) {
    for (;;) {
      const { rows } = await numberSome.execute(db)
      if ((rows[0]?.seen ?? 0) < linesAtOnce) return true
    }
  },
}

/**
 * One statement, so that no process that is stopped holds up the others. They take turns by the row that counts, and whoever
 * sees a number sees all lower ones. What somebody else numbered while this one waited keeps that number; the numbers that
 * were meant for it stay out, which nobody minds. `coalesce` keeps the planner from seeking the lines by it, all for each.
 */
const numberSome = sql<{ seen: number }>`
  with seen as (
    select id, row_number() over (order by at, id) as n from platform.audit
    where written_in = 0 order by at, id limit ${sql.lit(linesAtOnce)}
  ),
  turn as (select last from platform.audit_numbers where exists (select from seen) for update),
  numbered as (
    update platform.audit as l set written_in = turn.last + seen.n from turn, seen
    where l.id = seen.id and coalesce(l.written_in, 1) = 0
  )
  update platform.audit_numbers set last = last + (select count(*) from seen)
  where exists (select from turn)
  returning (select count(*)::int from seen) as seen`

export const trailReading = (by: EventCursor): TrailReading => (by === 'snapshots' ? snapshots : numbers)
