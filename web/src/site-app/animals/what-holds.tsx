import type { getAnimal, TimelineEvent } from '@byre/contract/herd/animals'
import type { AppReplyOf } from '@byre/contract/app-calls'
import type { AnimalCard } from '@byre/contract/herd/cards'
import { marketInSentence, marketName } from '@byre/contract/herd/market-names'
import { clock } from '../../lib/clock.ts'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { FoldAway } from '../fold-away.tsx'
import { clearMoment, useZone } from '../times.ts'
import { EventLink } from './event-link.tsx'
import { inWords } from './hold-reasons.ts'
import { commodityName, worstOf, type CardHold } from './holds.ts'

type Withdrawal = AppReplyOf<typeof getAnimal>['withdrawals'][number]

interface WhatHoldsProps {
  animal: AnimalCard
  withdrawals: readonly Withdrawal[]
  /** Those on this page of the timeline: what holds leads there. */
  events: readonly TimelineEvent[]
}

/** Of each commodity and market: held or until when, and every reason. A market is never better off than home. */
export function WhatHolds({ animal: { holds }, withdrawals, events }: WhatHoldsProps) {
  const now = clock.now()
  const home = holds[0]?.market
  const holding = holds.filter((hold) => worstOf([hold], now).is !== 'clear')
  const clear = holds.filter((hold) => !holding.includes(hold))
  const still = withdrawals.filter(({ clear_at: at }) => at === null || Date.parse(at) > now)
  /** What holds at home as it does for the market is said once. */
  const reasonsOf = ({ market, commodity }: CardHold) => {
    const of = still.filter(
      (one) => one.commodity === commodity && (one.market === market || one.market === home),
    )
    return [...new Map(of.map((one) => [`${one.event_id} ${one.why} ${one.clear_at}`, one])).values()]
  }
  /** Markets for which the same holds until the same moment are told together. */
  const together = new Map<string, { hold: CardHold; reasons: Withdrawal[]; markets: string[] }>()
  for (const hold of holding) {
    const reasons = reasonsOf(hold)
    const { commodity, held, clear_at, provisional } = hold
    const why = reasons.map((one) => `${one.event_id} ${one.why} ${one.clear_at}`).join()
    const key = [commodity, held, clear_at, provisional, why].join(' ')
    const known = together.get(key)
    if (known) known.markets.push(marketName(hold.market))
    else together.set(key, { hold, reasons, markets: [marketName(hold.market)] })
  }
  return (
    <div className="stack">
      {holding.length === 0 && <p>Nothing. It is clear.</p>}
      {holding.length > 0 && (
        <ul className="animal-holds">
          {[...together].map(([key, { hold, reasons, markets }]) => (
            <li key={key}>
              <h3>
                {commodityName(hold.commodity)}, {listed(markets)}
              </h3>
              <Until hold={hold} />
              <Reasons of={reasons} events={events} />
            </li>
          ))}
        </ul>
      )}
      {clear.length > 0 && <p className="soft">Clear for {clearFor(clear)}.</p>}
    </div>
  )
}

/** `meat in Canada and the United States`, a commodity after the other. */
function clearFor(clear: readonly CardHold[]): string {
  const markets = Map.groupBy(clear, ({ commodity }) => commodity)
  const each = [...markets].map(
    ([commodity, those]) =>
      `${commodityName(commodity).toLowerCase()} in ${listed(those.map(({ market }) => marketInSentence(market)))}`,
  )
  return each.join('; ')
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

/** On a phone what holds longest; the others folded. */
const reasonsOnPhone = 2

function Reasons({ of: all, events }: { of: readonly Withdrawal[]; events: readonly TimelineEvent[] }) {
  const isPhone = !useWidth(beyondPhone)
  const shown = isPhone ? all.slice(0, reasonsOnPhone) : all
  const rest = all.slice(shown.length)
  const line = (reason: Withdrawal) => (
    <li key={`${reason.event_id} ${reason.market} ${reason.why}`}>
      <Reason of={reason} events={events} />
    </li>
  )
  return (
    <>
      <ul className="hold-reasons">{shown.map(line)}</ul>
      {rest.length > 0 && (
        <FoldAway summary={rest.length === 1 ? '1 more reason' : `${rest.length} more reasons`}>
          <ul className="hold-reasons">{rest.map(line)}</ul>
        </FoldAway>
      )}
    </>
  )
}

function Until({ hold: { clear_at: at, provisional } }: { hold: CardHold }) {
  const zone = useZone()
  return (
    <p>
      {at === null ? 'Held, no end date' : `Held until ${clearMoment(at, zone)}`}
      {provisional && <span className="soft"> if the planned doses are given</span>}
    </p>
  )
}

/** What it is, why it holds and until when; leads to its event where that is on the page. */
function Reason({ of, events }: { of: Withdrawal; events: readonly TimelineEvent[] }) {
  const zone = useZone()
  const { what, why } = inWords(
    of,
    events.find(({ id }) => id === of.event_id),
  )
  return (
    <>
      <EventLink events={events} id={of.event_id} otherwise={what}>
        {what}
      </EventLink>
      : {why}
      {of.clear_at === null ? ', no end date' : `, until ${clearMoment(of.clear_at, zone)}`}
    </>
  )
}
