import type { AppReplyOf } from '@byre/contract/app-calls'
import type { Hold, listHolds } from '@byre/contract/herd/holds'
import { Link } from 'react-router'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Status } from '../../ui/badge.tsx'
import { Table } from '../../ui/table.tsx'
import { animalName } from '../animals/names.ts'
import { FoldAway } from '../fold-away.tsx'
import '../line-link.css'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { Settle } from '../settling/settle.tsx'
import { clearMoment } from '../times.ts'
import { todayIn } from './choice-in-address.ts'
import { byDay, clearTime, dayName } from './days.ts'
import { reasonsOf, type Reason } from './reasons.ts'

interface BoardProps {
  board: AppReplyOf<typeof listHolds>
  pens: ReadonlyMap<string, string>
}

/** A table a day, and one of those without an end, with what settles each; on a phone that is said once, above them. */
export function Board({ board: { holds, shown, today_ends_at }, pens }: BoardProps) {
  const { zone } = shown
  // By the server's clock, and of when the answer came: a tablet lies open over midnight.
  const today = todayIn(zone, Date.parse(today_ends_at) - 1)
  const tellsOf = shown.commodity === null && shown.commodities.length > 1
  const isPhone = !useWidth(beyondPhone)
  return byDay(holds, zone).map(({ day, holds: those }) => {
    const title = day === null ? 'Held until somebody acts' : dayName(day, today)
    return (
      <section key={title} className="day-of-holds short-rows" aria-label={title}>
        <h2>{title}</h2>
        {day === null && isPhone && <HowToSettle holds={those} />}
        <Table
          caption={`Held animals: ${title}`}
          columns={[
            { header: 'Animal', cell: ({ animal }: Hold) => <Name animal={animal} /> },
            {
              header: 'Pen',
              cell: ({ animal }: Hold) => (animal.pen_id ? (pens.get(animal.pen_id) ?? '…') : 'In no pen'),
            },
            ...(day === null
              ? []
              : [{ header: 'Clear', cell: (hold: Hold) => <Clear hold={hold} zone={zone} /> }]),
            {
              header: 'Why',
              cell: (hold: Hold) => <Reasons hold={hold} zone={zone} tellsOf={tellsOf} isBrief={isPhone} />,
            },
            ...(day === null ? [isPhone ? pressed : settled] : []),
          ]}
          rows={those}
          rowKey={({ animal }) => animal.id}
          empty={null}
        />
      </section>
    )
  })
}

const settled = { header: 'What settles it', cell: (hold: Hold) => <Settles hold={hold} /> }
const pressed = {
  header: 'Settle',
  quietHeader: true,
  cell: (hold: Hold) => <Presses hold={hold} />,
}

const Name = ({ animal }: { animal: Hold['animal'] }) => (
  <Link className="line-link" to={paths.animal(animal.id)}>
    {animalName(animal)}
  </Link>
)

function Clear({ hold: { clear_at, animal }, zone }: { hold: Hold; zone: string }) {
  const isProvisional = animal.holds.some((one) => one.provisional && one.clear_at === clear_at)
  return (
    <span className="figures">
      from {clearTime(clear_at!, zone)}{' '}
      {isProvisional && <Status is="info">If the course goes as planned</Status>}
    </span>
  )
}

interface ReasonsProps {
  hold: Hold
  zone: string
  tellsOf: boolean
  /** What holds longest alone, the others folded. */
  isBrief: boolean
}

/** Each leads to its event on the animal's page. */
function Reasons({ hold, zone, tellsOf, isBrief }: ReasonsProps) {
  const reasons = reasonsOf(hold)
  const shown = isBrief ? reasons.slice(0, 1) : reasons
  const rest = reasons.slice(shown.length)
  const line = ({ event_id, words, commodities, clear_at }: Reason) => (
    <li key={event_id + words}>
      <Link className="line-link" to={`${paths.animal(hold.animal.id)}#event-${event_id}`}>
        {words}
      </Link>
      {tellsOf && ` (${commodities.join(', ')})`}
      {reasons.length > 1 && clear_at !== null && clear_at !== hold.clear_at && (
        <span className="reason-until">Until {clearMoment(clear_at, zone)}</span>
      )}
    </li>
  )
  return (
    <>
      <ul className="reasons">{shown.map(line)}</ul>
      {rest.length > 0 && (
        <FoldAway summary={rest.length === 1 ? '1 more reason' : `${rest.length} more reasons`}>
          <ul className="reasons">{rest.map(line)}</ul>
        </FoldAway>
      )}
    </>
  )
}

/** Of all that are held so, each once. */
function HowToSettle({ holds }: { holds: readonly Hold[] }) {
  const all = holds.flatMap(reasonsOf).flatMap(({ settles }) => settles ?? [])
  return (
    <FoldAway summary="How to settle these">
      <ul className="ways-to-settle">
        {[...new Set(all)].map((settles) => (
          <li key={settles}>{settles}</li>
        ))}
      </ul>
    </FoldAway>
  )
}

/** Each once, with a press where that is all it takes. */
function Settles({ hold }: { hold: Hold }) {
  const all = new Map(
    reasonsOf(hold).map((reason) => [`${reason.settles} ${reason.by && reason.event_id}`, reason]),
  )
  return (
    <ul className="reasons">
      {[...all].map(
        ([key, reason]) =>
          reason.settles !== null && (
            <li key={key}>
              {reason.settles} <Press hold={hold} reason={reason} />
            </li>
          ),
      )}
    </ul>
  )
}

/** What a press settles, where what all of it takes is said above. */
const Presses = ({ hold }: { hold: Hold }) =>
  reasonsOf(hold).map((reason) => (
    <Press key={`${reason.event_id} ${reason.by}`} hold={hold} reason={reason} />
  ))

function Press({ hold: { animal }, reason: { by, event_id } }: { hold: Hold; reason: Reason }) {
  const mayRecord = useMe().rights.includes('record')
  if (!by || !mayRecord) return null
  return (
    <span className="hold-press">
      <Settle by={{ kind: by, animal: animal.id, event: event_id }} label={animalName(animal)} />
    </span>
  )
}
