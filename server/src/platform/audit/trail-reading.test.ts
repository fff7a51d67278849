import { sql, type RawBuilder } from 'kysely'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, type Database } from '../database/db.ts'
import { transaction } from '../database/transactions.ts'
import { newId } from '../ids.ts'
import { migrate } from '../start/migrate.ts'
import { trailReading, type EventCursor } from './trail-reading.ts'

/* Whoever reads on hears of each line once, in whatever order transactions end. */

const ways = ['snapshots', 'numbers'] as const
const databases = new Map<EventCursor, { own: TestDatabase; opened: Database }>()

before(async () => {
  for (const by of ways) {
    const isOfRun = (process.env['EVENT_CURSOR'] ?? 'snapshots') === by
    const own = isOfRun ? await createTestDatabase() : await createEmptyDatabase()
    if (!isOfRun) await migrate(own.options, { eventCursor: by })
    databases.set(by, { own, opened: openDatabase(own.options, { max: 8 }) })
  }
})
after(async () => {
  for (const { own, opened } of databases.values()) {
    await opened.close()
    await own.drop()
  }
})

/** The same each time, so that a run that fails can be run again. */
function dice(seed: number) {
  return (sides: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * sides)
  }
}

interface Line {
  id: string
  place: number
  /** Which of all transactions wrote it, as they began. */
  turn: number
}

const places = [0, 1, 2].map(() => newId())

/** Five people write at three places, each in a transaction that ends when it likes, or is taken back; `look` is done in between. */
async function disorder(
  database: Database,
  { seed, steps, look }: { seed: number; steps: number; look: () => Promise<void> },
): Promise<Line[]> {
  const roll = dice(seed)
  const committed: Line[] = []
  let turns = 0
  const people: { client: pg.PoolClient; lines: Line[] | null }[] = []
  for (let n = 0; n < 5; n++) people.push({ client: await database.pool.connect(), lines: null })
  const end = async (person: (typeof people)[number], how: 'commit' | 'rollback') => {
    await person.client.query(how)
    if (how === 'commit') committed.push(...(person.lines ?? []))
    person.lines = null
  }
  try {
    for (let step = 0; step < steps; step++) {
      const person = people[roll(people.length)]!
      const does = roll(10)
      if (does < 2) await look()
      else if (person.lines && does < 5) await end(person, does === 2 ? 'rollback' : 'commit')
      else {
        if (!person.lines) await person.client.query('begin')
        // Whoever works at a place waits for whoever did before them, as by the lock of its row.
        const taken = new Set(people.flatMap(({ lines }) => lines ?? []).map(({ place }) => place))
        const place = person.lines?.[0]?.place ?? places.findIndex((_, n) => !taken.has(n))
        const line = { id: newId(), place, turn: person.lines?.[0]?.turn ?? (turns += 1) }
        person.lines = [...(person.lines ?? []), line]
        await person.client.query(
          `insert into platform.audit (id, deed, kind, subject_id) values ($1, 'updateSite', 'site', $2)`,
          [line.id, places[place] ?? null],
        )
      }
    }
    for (const person of people) if (person.lines) await end(person, 'commit')
    await look()
  } finally {
    for (const { client } of people) client.release()
  }
  return committed
}

const linesWhere = async ({ db }: Database, isNew: RawBuilder<boolean>, order: RawBuilder<unknown>) =>
  (
    await sql<{ id: string }>`select l.id from platform.audit as l where ${isNew} order by ${order}`.execute(
      db,
    )
  ).rows

for (const by of ways) {
  test(`by ${by}, a cursor and a place in the trail both tell each line once, and those of a place in their order`, async () => {
    const database = databases.get(by)!.opened
    const { db } = database
    const trail = trailReading(by)
    const textOf = async (of: RawBuilder<string>) =>
      (await sql<{ text: string }>`select ${of}::text as text`.execute(db)).rows[0]!.text

    await trail.number(db)
    let cursor = await textOf(trail.present)
    let place = { written_in: await textOf(trail.end), id: '00000000-0000-0000-0000-000000000000' }
    const heard: string[] = []
    const read: string[] = []

    const look = async () => {
      // Two processes number at once, as they do.
      await Promise.all([trail.number(db), trail.number(db)])
      // One statement, as a look is: where it stands and what is new are of the same moment.
      const { rows } = await sql<{
        present: string
        ids: string[]
      }>`select ${trail.present} as present, array(
        select l.id::text from platform.audit as l where ${trail.isAfter(sql`${cursor}`)}) as ids`.execute(db)
      heard.push(...rows[0]!.ids)
      cursor = rows[0]!.present
      const next = await sql<{ written_in: string; id: string }>`
        select l.written_in::text, l.id from platform.audit as l
        where ${trail.isEnded} and (l.written_in, l.id) > (${place.written_in}, ${place.id})
        order by l.written_in, l.id limit 4`.execute(db)
      read.push(...next.rows.map(({ id }) => id))
      place = next.rows.at(-1) ?? place
    }

    const committed = await disorder(database, { seed: 19, steps: 250, look })
    // A place moves no further than where all transactions of the server have ended, also those of other databases.
    for (let looks = 0; looks < 5000 && read.length < committed.length; looks++) await look()
    assert.ok(committed.length > 80)
    for (const ids of [heard, read]) {
      assert.equal(new Set(ids).size, ids.length, 'none twice')
      assert.deepEqual(ids.toSorted(), committed.map(({ id }) => id).toSorted(), 'none is passed over')
    }
    const lines = new Map(committed.map((line) => [line.id, line]))
    const { rows: times } = await database.pool.query<{ id: string; at: string }>(
      'select id, at from platform.audit',
    )
    const at = new Map(times.map(({ id, at }) => [id, at]))
    for (const n of places.keys()) {
      const ofPlace = read.map((id) => lines.get(id)!).filter(({ place }) => place === n)
      for (const [i, { id, turn }] of ofPlace.entries()) {
        const next = ofPlace[i + 1]
        // Numbers know the beginnings of transactions to the millisecond.
        const isOfOneMoment = by === 'numbers' && at.get(id) === at.get(next?.id ?? '')
        assert.ok(!next || turn <= next.turn || isOfOneMoment)
      }
    }
  })
}

test('no line gets a number that somebody may have read past, though two processes number at once', async () => {
  const { db, pool } = databases.get('numbers')!.opened
  const trail = trailReading('numbers')
  await trail.number(db)
  const insert = `insert into platform.audit (id, deed) values ($1, 'leave')`
  const [early, late] = [newId(), newId()]
  const slow = await pool.connect()
  const seen = Promise.withResolvers<void>()
  const seesOn = Promise.withResolvers<void>()
  try {
    await slow.query('begin')
    await slow.query(insert, [early])
    await pool.query(insert, [late])
    const first = transaction(db, async (db) => {
      await trail.number(db)
      seen.resolve()
      await seesOn.promise
    })
    await seen.promise
    await slow.query('commit')
    const second = trail.number(db)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await pool.query(waiting)).rowCount === 0);
    seesOn.resolve()
    await Promise.all([first, second])
    const { rows } = await pool.query<{ isAbove: boolean }>(
      `select e.written_in > l.written_in as "isAbove" from platform.audit as e, platform.audit as l
       where e.id = $1 and l.id = $2 and l.written_in > 0`,
      [early, late],
    )
    assert.deepEqual(rows, [{ isAbove: true }])
  } finally {
    slow.release()
  }
})

test('a cursor that is the highest id, or the latest time, passes over what is committed late', async () => {
  const database = databases.get('snapshots')!.opened
  for (const column of ['id', 'at'] as const) {
    const by = sql.ref(`l.${column}`)
    let [{ highest }] = (
      await sql<{
        highest: string
      }>`select max(l.${sql.ref(column)}::text) as highest from platform.audit as l`.execute(database.db)
    ).rows as [{ highest: string }]
    const heard = new Set<string>()
    const look = async () => {
      for (const { id } of await linesWhere(database, sql`${by} > ${highest}`, by)) heard.add(id)
      const { rows } = await sql<{ highest: string | null }>`
        select max(l.${sql.ref(column)}::text) as highest from platform.audit as l`.execute(database.db)
      highest = rows[0]?.highest ?? highest
    }
    const committed = await disorder(database, { seed: 19, steps: 250, look })
    assert.ok(
      committed.some(({ id }) => !heard.has(id)),
      column,
    )
  }
})
