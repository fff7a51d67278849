import { setTimeout as delay } from 'node:timers/promises'
import { sqlState } from '../database/sql-states.ts'

/*
 * How a change of the schema gets the locks it needs. Whoever comes after one who waits for a table waits behind them, readers,
 * too: so a wait is short, is given up, and begins anew after a pause in which the others go on.
 */

/** As long as writers may wait behind us. */
export const lockTimeoutMs = 1000

const pausesMs = { first: 500, longest: 5000 }
const atMostMs = 60 * 60_000
const lockNotHad = new Set(['55P03', '40P01'])

/** Does `step`, again and again while locks that it needs are held by others, for an hour at most. */
export async function whenFree(step: () => Promise<void>, tell: () => void): Promise<void> {
  const giveUpAt = performance.now() + atMostMs
  for (let pauseMs = pausesMs.first; ; pauseMs = Math.min(pauseMs * 2, pausesMs.longest)) {
    try {
      return await step()
    } catch (error) {
      if (!lockNotHad.has(sqlState(error) ?? '') || performance.now() > giveUpAt) throw error
      tell()
      await delay(pauseMs)
    }
  }
}
