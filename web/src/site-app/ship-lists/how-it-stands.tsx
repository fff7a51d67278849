import type { ShipEntry, ShipList } from '@byre/contract/herd/ship-list-parts'
import { Banner } from '../../ui/banner.tsx'
import { useMe } from '../me.ts'
import { clearMoment, shortMoment, useZone } from '../times.ts'
import { entryName, whyNot } from './reasons.ts'

/** How a list stands, in a sentence where it is not plain from its state, and what is to be done. */
export function HowItStands({ list }: { list: ShipList }) {
  const { rights } = useMe()
  const { state, head, may_not } = list
  if (state === 'broken') return <Broken list={list} />
  if (head === 0 || state === 'departed') return null
  const mayLock = rights.includes('lockShipLists')
  if (state === 'locked')
    return may_not > 0 ? (
      <Banner is="danger" live>
        {countOf(may_not)} may not leave any more.{' '}
        {mayLock
          ? `Open the list again and take ${may_not === 1 ? 'it' : 'them'} off.`
          : 'A manager opens the list again.'}
      </Banner>
    ) : (
      <Banner is="success">
        Locked by {list.locked_by}.{' '}
        {mayLock ? 'Send it off when the truck leaves.' : 'A manager sends it off.'}
      </Banner>
    )
  if (may_not > 0)
    return (
      <Banner is="warning">
        {countOf(may_not)} may not leave at the planned time.
        {rights.includes('record') &&
          ` Take ${may_not === 1 ? 'it' : 'them'} off${rights.includes('overrideHolds') ? ` or override ${may_not === 1 ? 'its hold' : 'their holds'}` : ''}${state === 'checked' ? ', then check again.' : '.'}`}
      </Banner>
    )
  if (state === 'checked')
    return (
      <Banner is="success">
        All may leave. {mayLock ? 'Lock it, so that its sheet can be printed.' : 'A manager locks it.'}
      </Banner>
    )
  return null
}

const countOf = (head: number) => (head === 1 ? '1 animal' : `${head} animals`)
const namedAtMost = 5

/** One banner: what changed, and what to do. */
function Broken({ list }: { list: ShipList }) {
  const zone = useZone()
  const mayChange = useMe().rights.includes('record')
  const changed = list.entries.filter((entry) => entry.changed)
  const more = changed.length - namedAtMost
  return (
    <Banner is="danger" live>
      <p>
        <strong>This list is broken: it may not leave as it was locked.</strong>{' '}
        {list.broken_at && `Something was recorded on ${shortMoment(list.broken_at, zone)}.`}
      </p>
      {changed.length > 0 && (
        <ul className="what-broke">
          {changed.slice(0, namedAtMost).map((entry) => (
            <li key={entry.animal_id}>{brokeBy(entry, zone)}</li>
          ))}
          {more > 0 && <li>And {more} more, below.</li>}
        </ul>
      )}
      <p>
        {!mayChange
          ? 'It is checked and locked again before it leaves.'
          : list.may_not > 0
            ? 'Take off what may not leave, or have a manager override it. Then check and lock the list again.'
            : 'All may leave now. Check and lock the list again.'}
      </p>
    </Banner>
  )
}

function brokeBy(entry: ShipEntry, zone: string): string {
  const why = whyNot(entry).map(({ words, until }) =>
    until === null ? words : `${words}, until ${clearMoment(until, zone)}`,
  )
  return `${entryName(entry)}: ${why.join('; ')}`
}
