const hourMs = 3600 * 1000

/** How long after each refusal the next try is; after the last of them an operator has to look. */
const waits = [1, 6, 24, 72, 168].map((hours) => hours * hourMs)

/**
 * When a refund is tried again that was refused so often (from 1), the last time at `at`: 1, 6, 24, 72 and 168
 * hours after; null: no more.
 */
export function nextRefundTry(refusals: number, at: Date): Date | null {
  const wait = waits[refusals - 1]
  return wait === undefined ? null : new Date(at.getTime() + wait)
}

/** Names one try: asked again with it the gateway gives nothing back twice. A refused one has ended. */
export const refundKey = ({ id, refusals }: { id: string; refusals: number }) =>
  refusals === 0 ? id : `${id}:${refusals + 1}`
