import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { sqlState } from './sql-states.ts'

const collisions = new Set(['40001', '40P01'])

/** Whether two met, and PostgreSQL sent one away: nothing of it was done. */
export const isCollision = (error: unknown): boolean => collisions.has(sqlState(error) ?? '')

/** How often in all; and when it is too late to begin once more, since whoever asked is told soon that it takes too long. */
const most = { tries: 10, ms: 8_000 }
const pausesMs = { least: 10, longest: 1000 }

/**
 * Tries again where others got in the way. The pauses go by how long a try takes, and double: of many that meet in one row
 * each finds a moment of its own, and two that met are soon done.
 */
export async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  for (let tries = 1; ; tries++) {
    const begunAt = performance.now()
    try {
      return await attempt()
    } catch (error) {
      const now = performance.now()
      if (!isCollision(error) || tries === most.tries || now - startedAt > most.ms) throw error
      const one = Math.max(pausesMs.least, now - begunAt)
      await delay(Math.min(one * 2 ** (tries - 1), pausesMs.longest) * (0.5 + Math.random()))
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
