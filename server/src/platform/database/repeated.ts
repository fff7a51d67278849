import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

const mostTries = 5
/** Two met, and PostgreSQL sent one away: nothing of it was done. */
const collisions = new Set(['40001', '40P01'])

const pausesMs = { least: 10, longest: 2000 }

/**
 * Tries again where others got in the way, five times at most. The pauses go by how long a try takes and grow fast: of twenty
 * that meet in one row each finds a moment of its own.
 */
export async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const begunAt = performance.now()
    try {
      return await attempt()
    } catch (error) {
      const isCollision = error instanceof pg.DatabaseError && collisions.has(error.code ?? '')
      if (tries === mostTries || !isCollision) throw error
      const one = Math.max(pausesMs.least, performance.now() - begunAt)
      await delay(Math.min(one * 3 ** tries, pausesMs.longest) * (0.5 + Math.random()))
    }
  }
}

/** For the builder, whose statements are each alone: what is one transaction goes through `transaction`. */
export function byStatement(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: unknown[]) => repeated(() => client.query(text, values))
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    options: pool.options,
    end: () => pool.end(),
  }
}
