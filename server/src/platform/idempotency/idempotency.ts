import { sql } from 'kysely'
import type { StoredReply } from '../authentication/authenticate.ts'
import { platformOf, prepared, sharedWrite, type Db, type Module, type PlatformDb } from '../database/db.ts'
import { sharedTransaction } from '../database/shared-transactions.ts'
import { transaction } from '../database/transactions.ts'
import { sqlState, violated } from '../database/sql-states.ts'
import { refuse } from '../errors.ts'
import type { Outbox, Queue } from '../jobs/outbox.ts'
import { keptReply, keptText } from '../reply.ts'

/* A command under a key is done once: what it answered is kept in its own transaction, and answered again. */

/** The key a caller sent, whose it is, and what it stands for. */
export interface IdempotencyKey {
  scope: string
  route: string
  key: string
  body_hash: Buffer
  /** What its first answer had. */
  status: number
  /** `scope` under every secret still in use: one of them is what an earlier call was stored under. */
  scopes: readonly string[]
  /** Whether a stored hash is of this call, under whichever secret. */
  isSameBody(stored: Buffer): boolean
}

/** Another request with the same key committed while this one ran; its answer is the answer. */
class DuplicateCommitted extends Error {}

const leaseSeconds = 60

/**
 * One command of one caller: reads go through `db`, writes through `transaction`. What the transaction
 * returns is the reply; with an Idempotency-Key it is kept in that same transaction, so that a
 * repetition gets it again and never does the command twice.
 */
export class IdempotentCommand<M extends Module> {
  readonly db: Db<M>
  readonly #outbox: Outbox
  readonly #key: IdempotencyKey | null
  readonly #also: ((db: Db<M>) => Promise<void>)[] = []
  #claimed = false
  /** What the transaction returned; undefined until it committed. */
  kept: unknown

  constructor(db: Db<M>, outbox: Outbox, key: IdempotencyKey | null = null) {
    this.db = db
    this.#outbox = outbox
    this.#key = key
  }

  get #platform(): PlatformDb {
    return platformOf(this.db)
  }

  get isKeyed(): boolean {
    return this.#key !== null
  }

  /** Whether another request with the same key has done it by now: what this one finds changed is no news then. */
  async isDoneByAnother(): Promise<boolean> {
    return this.#key !== null && (await findStored(this.#platform, this.#key))?.state === 'done'
  }

  /** Runs `work` in one transaction, repeated as a whole on serialization failures; one that `isShared` others may be in, too. */
  async transaction<T>(work: (db: Db<M>) => Promise<T>, { isShared = false } = {}): Promise<T> {
    const key = this.#key
    const hasRow = this.#claimed
    const run = isShared && !hasRow ? sharedTransaction : transaction
    try {
      const reply = await run(
        this.db,
        async (db) => {
          const reply = await work(db)
          for (const more of this.#also) await more(db)
          if (key && hasRow) await fillClaim(platformOf(db), key, reply)
          return reply
        },
        key && !hasRow ? (db, reply) => keepReply(platformOf(db), rowOf(key, reply)) : undefined,
      )
      this.kept = reply
      this.#outbox.wakeLooks()
      return reply
    } catch (error) {
      throw violated(error) === 'idempotency_keys_pkey' ? new DuplicateCommitted() : error
    }
  }

  /** Has this done at the end of each of its transactions, too. */
  also(work: (db: Db<M>) => Promise<void>): void {
    this.#also.push(work)
  }

  /** Sends a job that exists only if this transaction commits. */
  enqueue<T extends object>(db: PlatformDb, queue: Queue<T>, data: T, afterSeconds?: number): Promise<void> {
    return this.#outbox.send(db, queue, data, { afterSeconds })
  }

  /**
   * Commits that this key is being worked on, before something outside the database is asked. A duplicate request
   * gets 409 `request.in_progress` until the command is done or its 60 s lease has run out.
   */
  async claim(): Promise<void> {
    if (!this.#key || this.#claimed) return
    const { scope, route, key, body_hash } = this.#key
    const lease = sql<string>`now() + make_interval(secs => ${leaseSeconds})`
    const row = await this.#platform
      .insertInto('platform.idempotency_keys')
      .values({
        scope,
        route,
        key,
        body_hash,
        state: 'running',
        lease_until: lease,
        status: null,
        reply: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['scope', 'route', 'key'])
          .doUpdateSet({ lease_until: lease })
          .where('platform.idempotency_keys.state', '=', 'running')
          .where(sql<boolean>`platform.idempotency_keys.lease_until < now()`),
      )
      .returning(sql<number>`1`.as('claimed'))
      .executeTakeFirst()
    if (!row) throw new DuplicateCommitted()
    this.#claimed = true
  }

  /** Gives a claimed key back after a refusal, so that a corrected try is not told to wait. */
  async release(): Promise<void> {
    if (!this.#key || !this.#claimed || this.kept !== undefined) return
    await releaseKey(this.#platform, this.#key)
  }
}

const rowOf = ({ scope, route, key, body_hash, status }: IdempotencyKey, reply: unknown) => ({
  scope,
  route,
  key,
  body_hash,
  status,
  reply: keptText(reply),
})

/**
 * Keeps a reply under its key, with COMMIT on its way: that another request kept one first is an error, since nothing
 * else could undo what is committed then. Waits for one that has not committed yet.
 */
const keepReply = sharedWrite<'platform'>()<ReturnType<typeof rowOf>, object>(
  { scope: 'text', route: 'text', key: 'text', body_hash: 'bytea', status: 'int', reply: 'text' },
  (db) =>
    db
      .insertInto('platform.idempotency_keys')
      .columns(['scope', 'route', 'key', 'body_hash', 'state', 'status', 'reply'])
      .expression((e) =>
        e
          .selectFrom('callers')
          .select(['scope', 'route', 'key', 'body_hash', sql<'done'>`'done'`.as('state'), 'status', 'reply'])
          .orderBy('nth'),
      ),
)

/** Keeps a reply in the row that was claimed; somebody else may have taken that over, once its lease had run out. */
async function fillClaim(db: PlatformDb, claimed: IdempotencyKey, result: unknown): Promise<void> {
  const { scope, route, key, status, reply } = rowOf(claimed, result)
  const { numUpdatedRows } = await db
    .updateTable('platform.idempotency_keys')
    .set({ state: 'done', lease_until: null, status, reply })
    .where('scope', '=', scope)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new DuplicateCommitted()
}

async function releaseKey(db: PlatformDb, key: IdempotencyKey): Promise<void> {
  await db
    .deleteFrom('platform.idempotency_keys')
    .where('scope', '=', key.scope)
    .where('route', '=', key.route)
    .where('key', '=', key.key)
    .where('state', '=', 'running')
    .execute()
}

const findStoredRow = prepared<'platform'>()(
  (db, p: { scopes: readonly string[]; route: string; key: string }) =>
    db
      .selectFrom('platform.idempotency_keys as k')
      .select([
        'k.body_hash',
        'k.state',
        sql<boolean>`coalesce(k.lease_until > now(), false)`.as('is_leased'),
        'k.status',
        'k.reply',
      ])
      .where(sql<boolean>`k.scope = any(${p.scopes}::text[])`)
      .where('k.route', '=', p.route)
      .where('k.key', '=', p.key),
)

/** What is known of a key now, or null. */
export async function findStored(db: PlatformDb, key: IdempotencyKey): Promise<StoredReply | null> {
  const [row] = await findStoredRow(db, { scopes: key.scopes, route: key.route, key: key.key })
  return row ?? null
}

/**
 * The stored reply when the key's command is done; null when this request should do it. Refuses when the
 * key was used for another body, or is being worked on.
 */
export function replayOf(stored: StoredReply | null, key: IdempotencyKey): { reply: unknown } | null {
  if (!stored) return null
  if (!key.isSameBody(stored.body_hash)) refuse('request.key_reused')
  if (stored.state === 'done') return { reply: keptReply(stored.reply ?? 'null') }
  if (stored.is_leased) refuse('request.in_progress', { retryAfter: 1 })
  return null
}

/** Whether an error means that a duplicate request holds the lock or row that this command waited for. */
export function waitedForDuplicate(error: unknown): boolean {
  return error instanceof DuplicateCommitted || sqlState(error) === '55P03'
}
