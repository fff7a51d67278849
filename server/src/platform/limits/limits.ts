import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB, PlatformDb } from '../database/db.ts'
import { refuse } from '../errors.ts'

/**
 * At most `max` of something in a fixed window. Windows begin at whole multiples of their length since 1970-01-01
 * UTC (a day's at midnight UTC), so that twice `max` can fall around the turn of one.
 */
export interface Limit {
  name: string
  max: number
  windowSeconds: number
}

/**
 * Takes one from an exact limit kept in PostgreSQL, for all processes together; refuses with 429
 * `limit.reached` and `Retry-After` (seconds to the window's end) once it is used up. Call it outside the command's
 * transaction, so that a refused try counts too.
 */
export async function spend(db: PlatformDb, limit: Limit, who: Spender): Promise<void> {
  const { spent, seconds_left } = await take(db, limit, who)
  if (spent > limit.max) refuse('limit.reached', { retryAfter: seconds_left })
}

/** Whose limit it is; where that is a keyed hash first as it is written, then as older secrets wrote it. */
export type Spender = string | readonly string[]

/** Takes one like `spend`, but says whether it was within the limit instead of refusing. */
export async function spendQuietly(db: PlatformDb, limit: Limit, who: Spender): Promise<boolean> {
  return (await take(db, limit, who)).spent <= limit.max
}

/** Puts one back that was taken for something that did not come to pass. */
export async function giveBack(db: PlatformDb, limit: Limit, who: Spender): Promise<void> {
  const [own] = [who].flat()
  await sql`
    update platform.rate_counters set spent = spent - 1
    where bucket = ${`${limit.name}:${own}`} and spent > 0
      and window_start = to_timestamp(floor(extract(epoch from now()) / ${limit.windowSeconds}::int) * ${limit.windowSeconds}::int)
  `.execute(db)
}

/**
 * What a limit says after one was taken from it: how many in this window, that one too, and whole seconds to its
 * end.
 */
export interface Taken {
  spent: number
  seconds_left: number
}

/** Takes one, and says how many were taken by now: more than `max` where it is used up. */
export async function take(db: PlatformDb, limit: Limit, who: Spender): Promise<Taken> {
  const [bucket, ...older] = [who].flat().map((one) => `${limit.name}:${one}`)
  const taking = takeOne(bucket!, limit.windowSeconds)
  const counted = older.length === 0 ? taking : withOlder(taking, older)
  const { rows } = await sql<Taken>`${counted}`.execute(db)
  return rows[0]!
}

const withOlder = (taking: RawBuilder<Taken>, older: readonly string[]) => sql<Taken>`
  with taken as (${taking})
  select spent + coalesce((
    select sum(o.spent) from platform.rate_counters as o
    where o.bucket = any(${older}::text[]) and o.window_start = taken.window_start), 0)::int as spent, seconds_left
  from taken`

/** The statement that takes one from a limit. */
function takeOne(bucket: string, windowSeconds: number) {
  return sql<Taken>`
    insert into platform.rate_counters as c (bucket, window_start, spent)
    values (${bucket}, to_timestamp(floor(extract(epoch from now()) / ${windowSeconds}::int) * ${windowSeconds}::int), 1)
    on conflict (bucket, window_start) do update set spent = c.spent + 1
    returning spent, window_start, ceil(extract(epoch from window_start) + ${windowSeconds}::int - extract(epoch from now()))::int as seconds_left
  `
}

/**
 * The CTE of a command's own statement that takes one for each of its `callers`, by their `bucket`; who has the same one is
 * told of all that were taken from it. The statement must do nothing for whom `spent` is more than the limit's `max`: a
 * command that is rolled back takes nothing.
 */
export function takeForCallers({ windowSeconds }: Pick<Limit, 'windowSeconds'>) {
  return sql<Taken & { bucket: string }>`(
    insert into platform.rate_counters as c (bucket, window_start, spent)
    select bucket, to_timestamp(floor(extract(epoch from now()) / ${windowSeconds}::int) * ${windowSeconds}::int), count(*)
    from callers
    group by bucket
    order by bucket
    on conflict (bucket, window_start) do update set spent = c.spent + excluded.spent
    returning bucket, spent, ceil(extract(epoch from window_start) + ${windowSeconds}::int - extract(epoch from now()))::int as seconds_left)`
}

const generalWindowMs = 60_000

/** So many calls, or a tenth of what is allowed where that is less, are worth a row that all processes share. */
const toldFrom = { calls: 10, share: 0.1 }

interface Count {
  own: number
  settled: number
  unsent: number
  /** How many unsent calls are told to the others. */
  toldFrom: number
}
type Counts = Map<string, Count>

/**
 * The general limits (300 a minute a user, 1,200 a tenant): counted in memory, so that a read stays one statement. Whoever
 * calls more than a little is settled with a shared row once a second, so that all processes count together: of each
 * process but the one that refuses, nine calls at most stay unknown (decision 0150).
 */
export class GeneralLimits {
  readonly #db: Kysely<DB>
  readonly #factor: number
  #counts: Counts = new Map()
  #windowStart = 0
  #timer: NodeJS.Timeout | undefined
  #settling: Promise<void> | undefined

  constructor(db: Kysely<DB>, factor: number) {
    this.#db = db
    this.#factor = factor
  }

  start(onError: (error: unknown) => void): void {
    this.#timer = setInterval(() => {
      this.#settling = this.settle().catch(onError)
    }, 1000)
    this.#timer.unref()
  }

  /** Resolves once what is being settled has been: its database may be closed then. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#settling
  }

  /**
   * Counts one call of `who` in this UTC minute; refuses with 429 `limit.reached` beyond `perMinute` times the
   * factor.
   */
  count(who: string, perMinute: number): void {
    this.check(who, perMinute)
    this.add(who, perMinute)
  }

  /**
   * Refuses with 429 `limit.reached`, and seconds to the minute's end, when `who` has had `perMinute` times the
   * factor; counts nothing.
   */
  check(who: string, perMinute: number): void {
    const now = Date.now()
    const entry = this.#countsAt(now).get(who)
    if (entry === undefined) return
    if (Math.max(entry.own, entry.settled + entry.unsent) >= perMinute * this.#factor) {
      const ends = this.#windowStart + generalWindowMs
      refuse('limit.reached', { retryAfter: Math.ceil((ends - now) / 1000) })
    }
  }

  /** Counts `times` calls of someone who may make `perMinute`; a negative number takes back what was counted too early. */
  add(who: string, perMinute: number, times = 1): void {
    const counts = this.#countsAt(Date.now())
    let entry = counts.get(who)
    if (!entry) {
      const enough = Math.min(toldFrom.calls, toldFrom.share * perMinute * this.#factor)
      counts.set(who, (entry = { own: 0, settled: 0, unsent: 0, toldFrom: Math.max(1, enough) }))
    }
    entry.own += times
    entry.unsent += times
  }

  #countsAt(now: number): Counts {
    const windowStart = now - (now % generalWindowMs)
    if (windowStart !== this.#windowStart) {
      this.#windowStart = windowStart
      this.#counts = new Map()
    }
    return this.#counts
  }

  /** Adds what was counted here to the shared rows, as far as it is worth one, and learns what all processes counted. */
  async settle(): Promise<void> {
    const due = [...this.#counts].filter(([, entry]) => Math.abs(entry.unsent) >= entry.toldFrom)
    if (due.length === 0) return
    const windowStart = new Date(this.#windowStart).toISOString()
    const sent = due.map(([who, entry]) => ({ who, entry, amount: entry.unsent }))
    for (const { entry, amount } of sent) entry.unsent -= amount
    const whos = sent.map((one) => one.who)
    const amounts = sent.map((one) => one.amount)
    const { rows } = await sql<{ bucket: string; spent: number }>`
      insert into platform.rate_counters as c (bucket, window_start, spent)
      select 'general:' || who, ${windowStart}::timestamptz, amount
      from unnest(${whos}::text[], ${amounts}::int[]) as t(who, amount)
      order by who
      on conflict (bucket, window_start) do update set spent = c.spent + excluded.spent
      returning bucket, spent
    `
      .execute(this.#db)
      .catch((error: unknown) => {
        for (const { entry, amount } of sent) entry.unsent += amount
        throw error
      })
    const byBucket = new Map(rows.map((row) => [row.bucket, row.spent]))
    for (const { who, entry } of sent) entry.settled = byBucket.get(`general:${who}`) ?? entry.settled
  }
}
