import type { FindingActor } from '@byre/contract/herd/findings'
import type { Today } from '@byre/contract/herd/today'
import { marketInSentence } from '@byre/contract/herd/market-names'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { actorWords, findingWords } from '../findings/finding-words.ts'
import { clearTime } from '../holds/days.ts'
import '../line-link.css'
import { paths } from '../paths.ts'
import { fullMinute, shortMoment } from '../times.ts'

interface Props {
  today: Today
}

/** A figure with its words, both of which lead to what it counts. */
function Line({ figure, to, children }: { figure: number; to: string; children: string }) {
  return (
    <li>
      <Link className="line-link today-line" to={to}>
        <strong className="today-figure">{figure.toLocaleString('en')}</strong> {children}
      </Link>
    </li>
  )
}

export function TodaysHolds({ today: { holds, zone, today_ends_at } }: Props) {
  const { held, endless, ends_today, next_at, market } = holds
  const link = (more = '') => `${paths.holds()}?market=${market}${more}`
  if (held === 0)
    return (
      <Card title="Holds">
        <p className="soft">No animal is held.</p>
      </Card>
    )
  // Of one that ends in the last minute of the day, the next day's first moment would be told.
  const isTold = next_at !== null && fullMinute(next_at) < Date.parse(today_ends_at)
  const endsAt = isTold ? `, the first at ${clearTime(next_at, zone)}` : ''
  return (
    <Card title="Holds">
      <ul className="today-lines">
        <Line figure={ends_today} to={link('&ends=today')}>
          {`clear today${endsAt}`}
        </Line>
        <Line figure={endless} to={link('&ends=never')}>
          {'held until somebody acts'}
        </Line>
        <Line figure={held} to={link()}>
          {`held in all, for sale in ${marketInSentence(market)}`}
        </Line>
      </ul>
    </Card>
  )
}

export function TodaysFindings({ today: { findings } }: Props) {
  const actors = Object.keys(actorWords) as FindingActor[]
  const of = actors
    .map((who) => ({ who, kinds: findings.filter((one) => one.who === who) }))
    .filter(({ kinds }) => kinds.length > 0)
  return (
    <Card title="Findings">
      {of.length === 0 && <p className="soft">Nothing needs a second look.</p>}
      <ul className="today-lines">
        {of.map(({ who, kinds }) => (
          <Line
            key={who}
            figure={kinds.reduce((sum, { head }) => sum + head, 0)}
            to={`${paths.findings()}?who=${who}`}
          >
            {`for ${actorWords[who].toLowerCase()}: ${kinds.map(({ kind }) => findingWords(kind).title.toLowerCase()).join(', ')}`}
          </Line>
        ))}
      </ul>
    </Card>
  )
}

/** Those that have been out the longest are named. */
export function OutOfTheirPen({ today: { not_moved_back, zone } }: Props) {
  const { head, animals } = not_moved_back
  const more = head - animals.length
  return (
    <Card title="Pulled and not moved back">
      {head === 0 && <p className="soft">Every animal treated lately is back in a pen.</p>}
      <ul className="today-lines">
        {animals.map(({ id, main_tag, pulled_at }) => (
          <li key={id}>
            <Link className="line-link" to={paths.animal(id)}>
              {main_tag || 'No tag'}
            </Link>{' '}
            <span className="soft">since {shortMoment(pulled_at, zone)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="soft">And {more.toLocaleString('en')} more, pulled since then.</p>}
    </Card>
  )
}
