import type { Obstacle, ShipEntry, ShipReason } from '@byre/contract/herd/ship-list-parts'
import { marketName } from '@byre/contract/herd/market-names'
import { reasonName } from '../animals/holds.ts'

/* Why an animal may not leave, in words. */

export interface WhyNot {
  words: string
  /** Where it can be seen; an obstacle has none. */
  event: string | null
  /** Null of an obstacle, and of what has no end. */
  until: string | null
  isEndless: boolean
  isProvisional: boolean
  /** Those it holds for. */
  markets: string[]
}

const obstacleWords: Readonly<Record<Obstacle, string>> = {
  dead: 'It is dead.',
  gone: 'It has left the site already.',
  merged: 'It was found to be another animal. Take it off and put that one on.',
  void: 'Its record was taken back.',
  'shared tag': 'Another animal bears the same tag. Say first which is which.',
  unread:
    'It was in a pen when some head there were treated and not read. It may be one of them: find out which they were.',
  market: 'What holds it in this market is not worked out yet. Record something for it, or ask us.',
}

function wordsOf({ product_name: product, kind, why, said }: ShipReason): string {
  if (product !== null) return `${product}: ${reasonName(why)}`
  if (kind === 'hold_set') return said === null ? 'Held by a person' : `Held by a person: ${said}`
  if (kind === 'entered' || kind === 'history_declared') return 'What the seller said of it'
  return reasonName(why)
}

/** Each event once, whatever markets it holds for; what no one can override stands first. */
export function whyNot({ because, obstacles }: Pick<ShipEntry, 'because' | 'obstacles'>): WhyNot[] {
  const reasons = new Map<string, WhyNot>()
  for (const reason of because) {
    const { event_id: event, clear_at: until, market, provisional } = reason
    const words = wordsOf(reason)
    const key = `${event} ${words} ${until === null}`
    const known = reasons.get(key)
    const where = marketName(market)
    if (!known)
      reasons.set(key, {
        words,
        event,
        until,
        isEndless: until === null,
        isProvisional: provisional,
        markets: [where],
      })
    else {
      if (!known.markets.includes(where)) known.markets.push(where)
      if (until !== null && known.until !== null && until > known.until) known.until = until
    }
  }
  return [
    ...obstacles.map((obstacle) => ({
      words: obstacleWords[obstacle],
      event: null,
      until: null,
      isEndless: false,
      isProvisional: false,
      markets: [],
    })),
    ...reasons.values(),
  ]
}

export const entryName = ({ main_tag, tags }: Pick<ShipEntry, 'main_tag' | 'tags'>): string =>
  main_tag || tags[0]?.typed || 'An animal without a tag'
