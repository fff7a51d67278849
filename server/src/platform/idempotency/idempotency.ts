import { sql } from 'kysely'
import type { Caller, StoredReply } from '../authentication/authenticate.ts'
import {
  platformOf,
  prepared,
  sqlState,
  transaction,
  type Db,
  type Module,
  type PlatformDb,
} from '../database/db.ts'
import { refuse } from '../errors.ts'
import {
  isWithout,
  keepReply,
  keepReplyAndSend,
  keptReply,
  keptText,
  notAllHeld,
  type KeptReply,
  type Whole,
} from './kept-replies.ts'
import type { Sending } from '../jobs/job-statements.ts'
import type { Outbox, Queue } from '../jobs/outbox.ts'

/* A command under a key is done once: what it answered is kept in its own transaction, and answered again. */

/** The key a caller sent, whose it is, and what it stands for. */
export interface IdempotencyKey extends KeptReply {
  /** The same as any of the secrets may have written it. */
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
  readonly #caller: Caller | undefined
  /** A job that travels with the key's row. */
  #job: Sending | null = null
  #claimed = false
  /** What the transaction returned; undefined until it committed. */
  kept: unknown

  constructor(db: Db<M>, outbox: Outbox, key: IdempotencyKey | null = null, caller?: Caller) {
    this.db = db
    this.#outbox = outbox
    this.#key = key
    this.#caller = caller
  }

  get #platform(): PlatformDb {
    return platformOf(this.db)
  }

  get isKeyed(): boolean {
    return this.#key !== null
  }

  /** Runs `work` in one transaction, repeated as a whole on serialization failures. */
  async transaction<T>(work: (db: Db<M>) => Promise<T>): Promise<T> {
    const key = this.#key
    const reply = await transaction(
      this.db,
      (db) => {
        this.#job = null
        return work(db)
      },
      key ? (db, reply) => this.#keep(db, key, reply) : undefined,
    )
    this.kept = reply
    return reply
  }

  /**
   * Does all of a keyed command in one statement, with its job and its reply, for whoever still has the session.
   * Null, and nothing is done, where not all of it holds, or a duplicate request was faster: the command step by step says why.
   */
  async inOneStatement<P extends object, T extends object, Reply>(
    whole: Whole<M, P>,
    values: P,
    queue: Queue<T>,
    data: T,
  ): Promise<Reply | null> {
    if (!this.#key || !this.#caller) return null
    const { before, job, after } = await this.#outbox.sending(queue, data)
    const { scope, route, key, body_hash, status } = this.#key
    try {
      const statement = whole(before, after)
      const [row] = await statement(this.db as Parameters<typeof statement>[0], {
        ...values,
        scope,
        route,
        key,
        body_hash,
        status,
        job,
        token_hash: this.#caller.token_hash,
      })
      this.kept = keptReply(row!.reply)
    } catch (error) {
      if (notAllHeld.has(sqlState(error) ?? '')) return null
      throw error
    }
    this.#outbox.wakeAfter(this.#platform, queue)
    return this.kept as Reply
  }

  /** Sends a job that exists only if this transaction commits. */
  async enqueue<T extends object>(
    db: PlatformDb,
    queue: Queue<T>,
    data: T,
    afterSeconds?: number,
  ): Promise<void> {
    if (!this.#key || this.#job) return this.#outbox.send(db, queue, data, { afterSeconds })
    this.#job = await this.#outbox.sending(queue, data, { afterSeconds })
    if (!afterSeconds) this.#outbox.wakeAfter(db, queue)
  }

  /**
   * Commits that this key is being worked on, before something outside the database is asked. A duplicate request
   * gets 409 `request.in_progress` until the command is done or its 60 s lease has run out.
   */
  async claim(): Promise<void> {
    if (!this.#key) return
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

  async #keep(db: Db<M>, key: IdempotencyKey, reply: unknown): Promise<void> {
    const row = {
      scope: key.scope,
      route: key.route,
      key: key.key,
      body_hash: key.body_hash,
      status: key.status,
      reply: keptText(reply),
    }
    try {
      if (this.#job) {
        const { before, job, after } = this.#job
        await keepReplyAndSend(before, after)(platformOf(db), { ...row, job })
      } else await keepReply(platformOf(db), row)
    } catch (error) {
      throw isWithout(sqlState(error)) ? new DuplicateCommitted() : error
    }
  }
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
