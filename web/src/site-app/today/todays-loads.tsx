import type { Today } from '@byre/contract/herd/today'
import { Link } from 'react-router'
import { Status } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import '../line-link.css'
import { paths } from '../paths.ts'
import { StateChip } from '../shipping/state-chip.tsx'
import { shortMoment } from '../times.ts'

/** Loads of these days: how far their lists are, and how many of their animals may not leave. */
export function TodaysLoads({ today: { loads, zone } }: { today: Today }) {
  const { lists, more } = loads
  return (
    <Card title="Loads">
      {lists.length === 0 && <p className="soft">No load is planned for these days.</p>}
      <ul className="today-lines">
        {lists.map(({ id, destination, load_at, state, head, may_not }) => (
          <li key={id} className="today-load">
            <Link className="line-link" to={paths.shipList(id)}>
              {destination}
            </Link>{' '}
            <span className="soft">
              {shortMoment(load_at, zone)}, {head.toLocaleString('en')}&nbsp;head
            </span>{' '}
            {may_not > 0 ? (
              <Status is="danger">{may_not.toLocaleString('en')} may not leave</Status>
            ) : (
              <StateChip state={state} />
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <Link className="line-link" to={paths.shipLists()}>
            {more === 1 ? 'One more ship list' : `${more.toLocaleString('en')} more ship lists`}
          </Link>
        </p>
      )}
    </Card>
  )
}
