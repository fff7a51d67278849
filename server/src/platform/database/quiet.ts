import { sql } from 'kysely'
import type pg from 'pg'
import type { PlatformDb } from './db.ts'

/*
 * A copy that was restored from a backup knows people, cards and mails of the installation that it was made of, which may go on
 * running. So it reaches nobody outside, by mail or at a card processor, until an operator has looked at it.
 */

const spell = 'insert into platform.quiet_spells (began_at, cause) values (clock_timestamp(), $1)'

/** From now on nothing leaves; for a database that no process serves. */
export async function beginQuietSpell(client: pg.ClientBase, cause: string): Promise<void> {
  await client.query(spell, [cause])
}

export interface QuietSpell {
  began_at: string
  cause: string
}

/** Those without an end; none: this is no quiet copy. */
export async function listQuietSpells(db: PlatformDb): Promise<QuietSpell[]> {
  return db
    .selectFrom('platform.quiet_spells')
    .select(['began_at', 'cause'])
    .where('ended_at', 'is', null)
    .orderBy('began_at')
    .execute()
}

/** Lets everything out again. */
export async function endQuietSpells(db: PlatformDb): Promise<QuietSpell[]> {
  return db
    .updateTable('platform.quiet_spells')
    .set({ ended_at: sql<string>`now()` })
    .where('ended_at', 'is', null)
    .returning(['began_at', 'cause'])
    .execute()
}

const lookAfterMs = 1000

/**
 * What a process knows of it. A copy is quiet from before its first process until it is resumed; but one that ran on, while another
 * database was restored under its address, finds itself in such a copy.
 */
export class Quiet {
  readonly #db: PlatformDb
  #spells: QuietSpell[] = []
  #lookedAt = -Infinity
  #looking: Promise<boolean> | undefined

  constructor(db: PlatformDb) {
    this.#db = db
  }

  /** Before anything else is done. */
  async look(): Promise<boolean> {
    this.#spells = await listQuietSpells(this.#db)
    this.#lookedAt = performance.now()
    return this.#spells.length > 0
  }

  /** At most a second old; while the database does not answer, as it was last seen. */
  async isSo(): Promise<boolean> {
    if (performance.now() < this.#lookedAt + lookAfterMs) return this.wasSo
    this.#looking ??= this.look()
      .catch(() => this.wasSo)
      .finally(() => (this.#looking = undefined))
    return this.#looking
  }

  /** As it was last seen. */
  get wasSo(): boolean {
    return this.#spells.length > 0
  }
}

export const quietAdvice =
  'this is a restored copy: it mails and charges nothing until "npm run byre -- resume"'
