/** Names one try to have an invoice paid, for ever: asked again with it, the gateway charges nothing twice. */
export const keyOf = ({ invoice_id, n }: { invoice_id: string; n: number }) => `${invoice_id}:${n}`

export function readKey(key: string): { invoice_id: string; n: number } | null {
  const [, invoice_id, n] = /^([0-9a-f-]{36}):([1-9]\d{0,8})$/.exec(key) ?? []
  return invoice_id === undefined ? null : { invoice_id, n: Number(n) }
}

const hourMs = 3600 * 1000

/**
 * 20 hours in milliseconds: gateways keep keys for a day at least. A try that nobody has heard of for so long is
 * not asked again: its end comes as an event, or an operator looks it up.
 */
export const staleAfterMs = 20 * hourMs

/** A payment that the gateway is still working on is looked up so often: each hour, in milliseconds. */
export const lookUpAfterMs = hourMs

/** The gateway has not said how it went; the job comes again. */
export class NoAnswer extends Error {}
