import { sql, type Expression, type QueryCreator } from 'kysely'
import { withCaller } from '../authentication/authenticate.ts'
import { prepared, type Module, type Of } from '../database/db.ts'
import { Reply, versioned } from '../reply.ts'
import type { PlatformTables } from '../tables.ts'

/* The statements that keep a command's reply under its key, and with it what else they are part of. */

/** Under which key a reply is kept, whose key it is, and what was sent with it. */
export interface KeptReply {
  scope: string
  route: string
  key: string
  body_hash: Buffer
  status: number
}

/**
 * A reply as the text that is kept: its body's JSON, and beside the body's fields the ETag as `version`, a name that
 * no reply of a call with a key has.
 */
export function keptText(result: unknown): string {
  if (!(result instanceof Reply)) return JSON.stringify(result ?? null)
  if (result.cookie !== undefined) throw new Error('a cookie is kept by its browser alone')
  return JSON.stringify({ version: result.etag, ...(result.body as object) })
}

/** The reply that was kept. */
export function keptReply(text: string): unknown {
  const kept: unknown = JSON.parse(text)
  if (kept === null || typeof kept !== 'object' || !('version' in kept)) return kept
  return versioned(kept as { version: number })
}

const divisionByZero = '22012'

/** What a statement that does a whole command ends with when it cannot: then there is the way step by step. */
export const notAllHeld = new Set([divisionByZero, '23502', '23503', '23505', '23514', '40001', '40P01'])

/**
 * Makes a statement an error where `rows` are none. COMMIT is on its way with it, or it is the whole command: what it
 * answers comes too late to undo anything, and only an error does. A function of our own that raises one would not run
 * distributed, and a constraint speaks of one row; so it divides, here and nowhere else (docs/decisions/0068).
 */
const failWithout = (rows: Expression<number>) => sql<number>`1 / ${rows}`
/** What it fails with. */
export const isWithout = (state: string | undefined) => state === divisionByZero

// Waits for a duplicate request that has not committed yet; then its row is `done` and none is kept here.
const withKept = <Tables extends PlatformTables>(
  db: QueryCreator<Tables>,
  p: KeptReply,
  reply: string | Expression<string>,
) =>
  (db as unknown as QueryCreator<PlatformTables>).with('kept', (q) =>
    q
      .insertInto('platform.idempotency_keys')
      .values({
        scope: p.scope,
        route: p.route,
        key: p.key,
        body_hash: p.body_hash,
        state: 'done',
        lease_until: null,
        status: p.status,
        reply,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['scope', 'route', 'key'])
          .doUpdateSet((set) => ({
            state: 'done',
            lease_until: null,
            status: set.ref('excluded.status'),
            reply: set.ref('excluded.reply'),
          }))
          .where('platform.idempotency_keys.state', '=', 'running'),
      )
      .returning('reply'),
  )

const insertReply = (db: QueryCreator<PlatformTables>, p: KeptReply & { reply: string }) =>
  withKept(db, p, p.reply)
    .selectFrom('kept')
    .select((e) => failWithout(e.fn.countAll<number>()).as('kept'))

export const keepReply = prepared<'platform'>()(insertReply)

const withJob = <Tables>(db: QueryCreator<Tables>, before: string, job: string, after: string) =>
  db.with('sent', () => sql`(${sql.raw(before)}${job}${sql.raw(after)})`)

/** One statement for each queue's insert, since its text is a part of theirs. */
function forEachQueue<Statement>(prepare: (before: string, after: string) => Statement) {
  const statements = new Map<string, Statement>()
  return (before: string, after: string): Statement => {
    let statement = statements.get(before)
    if (!statement) statements.set(before, (statement = prepare(before, after)))
    return statement
  }
}

/** The reply and the job in one statement. */
export const keepReplyAndSend = forEachQueue((before, after) =>
  prepared<'platform'>()((db, p: KeptReply & { reply: string; job: string }) =>
    insertReply(withJob(db, before, p.job, after), p),
  ),
)

/** A statement that does a whole keyed command (`IdempotentCommand.inOneStatement`). */
export type Whole<M extends Module, P extends object> = ReturnType<typeof whole<M, P>>

/** @public Declarations name it. */
export interface Doing extends KeptReply {
  job: string
  token_hash: Buffer
}

/**
 * A statement for `IdempotentCommand.inOneStatement`, whose `scope` must be who the token belongs to. `build` adds the CTEs of the
 * command; its `reply` is the JSON of what is answered, and `held` the number of rows without which nothing of it
 * may stay.
 */
export function whole<M extends Module, P extends object>(
  build: (
    db: QueryCreator<Of<M> & PlatformTables>,
    p: P,
  ) => { db: QueryCreator<PlatformTables>; reply: Expression<string>; held: Expression<number> },
) {
  return forEachQueue((before, after) =>
    prepared<M>()((db, p: P & Doing) => {
      const { db: done, reply, held } = build(withCaller(db, p.token_hash) as never, p)
      const theirs = sql`(select count(*) from caller where user_id = ${p.scope}::uuid)`
      return withKept(withJob(done, before, p.job, after), p, reply).selectNoFrom([
        sql<string>`(select reply from kept)`.as('reply'),
        failWithout(sql`(${held} * ${theirs} * (select count(*) from kept))`).as('held'),
      ])
    }),
  )
}
