import type { ShipListPlan, ShipListState } from '@byre/contract/herd/ship-list-parts'
import { canonical, type Canonical } from '@byre/rules/canonical'
import type { FoldContext } from '@byre/rules/fold-animal'
import { readLine } from '@byre/rules/readers'
import { refuse } from '../../platform/errors.ts'
import type { Planned } from './ship-lists.queries.ts'

/** What may still be changed; a list that broke is mended and judged again. */
export const isOpen = (state: ShipListState) => state === 'draft' || state === 'checked' || state === 'broken'

/** The markets that a site's animals are reckoned for. */
function marketsOf(context: string | null): readonly string[] {
  if (context === null) return []
  const { home, markets } = JSON.parse(context) as FoldContext
  return [home, ...markets]
}

/** Where nothing was ever recorded there is nothing to ship, and any market will do. */
export function requireMarket(context: string | null, market: string): void {
  if (context !== null && !marketsOf(context).includes(market))
    refuse('request.invalid', {
      field: 'market',
      message: 'Your settings do not list this market. Add it there first.',
    })
}

export const plannedOf = ({ destination, market, load_at, transport }: ShipListPlan): Planned => ({
  destination,
  market,
  load_at,
  transport: canonical(
    Object.fromEntries(
      Object.entries(transport).filter(([, value]) => value !== undefined && value !== ''),
    ) as Record<string, Canonical>,
  ),
})

/** A tag in the form in which tags are compared: as a reader sent it, or as a person typed it. */
export function comparedTag(typed: string): string {
  const read = readLine(typed)
  return 'value' in read ? read.value : typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}
