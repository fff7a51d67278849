import { GatewayDown, type Gateway } from './gateway.ts'

interface Patience {
  /** How long one deed may take in all. */
  totalMs: number
  /** After so many failures in a row the gateway is left alone for `restMs`. */
  failures: number
  restMs: number
}

const usual: Patience = { totalMs: 10_000, failures: 5, restMs: 30_000 }

/**
 * A gateway that nobody waits for without end: too slow, out of order or resting, it is `GatewayDown`.
 * Each process finds out for itself; a wrong guess costs a refused try, never a wrong answer.
 */
export function guarded(gateway: Gateway, patience = usual, now: () => number = Date.now): Gateway {
  let failures = 0
  let restsUntil = 0

  async function ask<T>(deed: () => Promise<T>): Promise<T> {
    if (now() < restsUntil) throw new GatewayDown('it is resting after failures')
    try {
      const answer = await inTime(deed(), patience.totalMs)
      failures = 0
      return answer
    } catch (error) {
      failures += 1
      if (failures >= patience.failures) restsUntil = now() + patience.restMs
      throw error instanceof GatewayDown ? error : new GatewayDown('it failed', { cause: error })
    }
  }

  return {
    name: gateway.name,
    keepCard: (cardId, details) => ask(() => gateway.keepCard(cardId, details)),
    removeCard: (cardId) => ask(() => gateway.removeCard(cardId)),
    findCards: (cardIds) => ask(() => gateway.findCards(cardIds)),
  }
}

async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayDown(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
