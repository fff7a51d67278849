import { sql, type RawBuilder } from 'kysely'
import type { Db, Module } from './db.ts'
import { transaction } from './transactions.ts'

/* Long reads that see one moment, page by page as they leave. */

/** Whoever takes nothing for so long is cut, and what they read of is let go. */
const idleAtMost = '60s'

/** Reads of `read` all see the database as it was at the first of them; a connection is held until the last was taken. */
export async function* inSnapshot<M extends Module, T>(
  db: Db<M>,
  read: (db: Db<M>) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const begun = Promise.withResolvers<Db<M>>()
  const over = Promise.withResolvers<void>()
  const ended = transaction(db, async (db) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(db)
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(idleAtMost)}`.execute(db)
    begun.resolve(db)
    await over.promise
  })
  ended.catch(begun.reject)
  try {
    yield* read(await begun.promise)
  } finally {
    over.resolve()
    // Nothing was written, and what failed has been said already.
    await ended.catch(() => undefined)
  }
}

const atOnce = 500

/** The rows of a statement in pages; inside a snapshot, one after another. */
export async function* pagesOf<M extends Module, R>(db: Db<M>, select: RawBuilder<R>): AsyncGenerator<R[]> {
  await sql`declare pages no scroll cursor for ${select}`.execute(db)
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(atOnce)} from pages`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) break
  }
  await sql`close pages`.execute(db)
}
