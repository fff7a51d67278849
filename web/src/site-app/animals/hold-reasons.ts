import type { TimelineEvent } from '@byre/contract/herd/animals'
import { reasonName } from './holds.ts'

/** What holds, and why, in words: of a person's hold what they typed. */
export function inWords(
  { why, product_name: product }: { why: string; product_name: string | null },
  event: TimelineEvent | undefined,
): { what: string; why: string } {
  if (product !== null) return { what: product, why: reasonName(why) }
  if (event?.kind === 'hold_set')
    return { what: 'Hold', why: String(event.body['reason'] ?? reasonName(why)) }
  if (event?.kind === 'entered' || event?.kind === 'history_declared')
    return { what: 'Arrival', why: 'earlier treatments may not have cleared' }
  return { what: 'Hold', why: reasonName(why) }
}
