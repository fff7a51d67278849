import type { AppReplyOf } from '@byre/contract/app-calls'
import type { Hold, listHolds } from '@byre/contract/herd/holds'
import { useState } from 'react'
import { Link } from 'react-router'
import { Status } from '../../ui/badge.tsx'
import { Table } from '../../ui/table.tsx'
import { animalName } from '../animals/names.ts'
import '../line-link.css'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { Settle } from '../settling/settle.tsx'
import { clearMoment } from '../times.ts'
import { byDay, clearTime, dayName } from './days.ts'
import { reasonsOf } from './reasons.ts'

interface BoardProps {
  board: AppReplyOf<typeof listHolds>
  pens: ReadonlyMap<string, string>
}

/** A table a day, and one of those without an end, with what settles each. */
export function Board({ board: { holds, shown }, pens }: BoardProps) {
  const { zone } = shown
  const [now] = useState(() => Date.now())
  const tellsOf = shown.commodity === null && shown.commodities.length > 1
  return byDay(holds, zone).map(({ day, holds: those }) => {
    const title = day === null ? 'Held until somebody acts' : dayName(day, zone, now)
    return (
      <section key={title} className="day-of-holds short-rows" aria-label={title}>
        <h2>{title}</h2>
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
            { header: 'Why', cell: (hold: Hold) => <Reasons hold={hold} zone={zone} tellsOf={tellsOf} /> },
            ...(day === null
              ? [{ header: 'What settles it', cell: (hold: Hold) => <Settles hold={hold} /> }]
              : []),
          ]}
          rows={those}
          rowKey={({ animal }) => animal.id}
          empty={null}
        />
      </section>
    )
  })
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

/** Each leads to its event on the animal's page. */
function Reasons({ hold, zone, tellsOf }: { hold: Hold; zone: string; tellsOf: boolean }) {
  const reasons = reasonsOf(hold)
  return (
    <ul className="reasons">
      {reasons.map(({ event_id, words, commodities, clear_at }) => (
        <li key={event_id + words}>
          <Link className="line-link" to={`${paths.animal(hold.animal.id)}#event-${event_id}`}>
            {words}
          </Link>
          {tellsOf && ` (${commodities.join(', ')})`}
          {reasons.length > 1 && clear_at !== null && (
            <span className="reason-until">Until {clearMoment(clear_at, zone)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Each once, with a press where that is all it takes. */
function Settles({ hold }: { hold: Hold }) {
  const mayRecord = useMe().rights.includes('record')
  const { animal } = hold
  const all = new Map(
    reasonsOf(hold).map((reason) => [`${reason.settles} ${reason.by && reason.event_id}`, reason]),
  )
  return (
    <ul className="reasons">
      {[...all].map(
        ([key, { settles, by, event_id }]) =>
          settles !== null && (
            <li key={key}>
              {settles}{' '}
              {by && mayRecord && (
                <span className="hold-press">
                  <Settle by={{ kind: by, animal: animal.id, event: event_id }} label={animalName(animal)} />
                </span>
              )}
            </li>
          ),
      )}
    </ul>
  )
}
