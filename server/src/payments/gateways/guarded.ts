import { setTimeout as delay } from 'node:timers/promises'
import { GatewayDown, GatewayRefused, type Gateway } from '../ports.ts'

interface Patience {
  /** How long one command may take in all, its repetitions included. */
  totalMs: number
  /** How often a command that failed is asked for again, under the same id. */
  retries: number
  /** The wait before the first repetition; it doubles up to `longestWaitMs`, and is jittered. */
  firstWaitMs: number
  longestWaitMs: number
  /** After so many failed commands in a row the gateway is left alone for `restMs`. */
  failures: number
  restMs: number
}

const usual: Patience = {
  totalMs: 10_000,
  retries: 2,
  firstWaitMs: 500,
  longestWaitMs: 5_000,
  failures: 5,
  restMs: 30_000,
}

/**
 * A gateway that nobody waits for without end: too slow, out of order or resting, it is `GatewayDown`,
 * and money's fate `unknown`. Each process finds out for itself; a wrong guess costs a refused try,
 * never a wrong answer.
 */
export function guarded(gateway: Gateway, patience = usual, now: () => number = Date.now): Gateway {
  let failures = 0
  let restsUntil = 0

  async function ask<T>(command: () => Promise<T>): Promise<T> {
    if (now() < restsUntil) throw new GatewayDown('it is resting after failures')
    try {
      const answer = await inTime((isLate) => repeated(command, patience, isLate), patience.totalMs)
      failures = 0
      return answer
    } catch (error) {
      if (error instanceof GatewayRefused) throw error
      failures += 1
      if (failures >= patience.failures) restsUntil = now() + patience.restMs
      throw error instanceof GatewayDown ? error : new GatewayDown('it failed', { cause: error })
    }
  }

  const askForMoney = <T>(command: () => Promise<T>) =>
    ask(command).catch((error: unknown) => {
      if (error instanceof GatewayRefused) throw error
      return { outcome: 'unknown' } as const
    })

  return {
    name: gateway.name,
    customerFor: (billingEntity) => ask(() => gateway.customerFor(billingEntity)),
    openFrame: (customer) => ask(() => gateway.openFrame(customer)),
    nameOf: (order) => gateway.nameOf(order),
    keepCard: (order) => ask(() => gateway.keepCard(order)),
    findSetup: (setupId) => ask(() => gateway.findSetup(setupId)),
    changeExpiry: (id, expiry) => ask(() => gateway.changeExpiry(id, expiry)),
    findCard: (id) => ask(() => gateway.findCard(id)),
    removeCard: (card) => ask(() => gateway.removeCard(card)),
    listCards: (customer) => ask(() => gateway.listCards(customer)),
    readEvent: (body, signature) => gateway.readEvent(body, signature),
    takePayment: (payment) => askForMoney(() => gateway.takePayment(payment)),
    findPayment: (id) => ask(() => gateway.findPayment(id)),
    cancelPayment: (id) => ask(() => gateway.cancelPayment(id)),
    refundPayment: (refund) => askForMoney(() => gateway.refundPayment(refund)),
  }
}

async function repeated<T>(
  command: () => Promise<T>,
  { retries, firstWaitMs, longestWaitMs }: Patience,
  isLate: () => boolean,
): Promise<T> {
  for (let repetition = 0; ; repetition++) {
    try {
      return await command()
    } catch (error) {
      if (error instanceof GatewayRefused || repetition === retries) throw error
      const waitMs = Math.min(firstWaitMs * 2 ** repetition, longestWaitMs)
      await delay(waitMs * (0.5 + Math.random() / 2))
      if (isLate()) throw error
    }
  }
}

async function inTime<T>(command: (isLate: () => boolean) => Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new GatewayDown(`no answer within ${ms} ms`))
    }, ms)
  })
  try {
    return await Promise.race([command(() => isLate), late])
  } finally {
    clearTimeout(timer)
  }
}
