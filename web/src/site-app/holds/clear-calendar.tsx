import type { AppReplyOf } from '@byre/contract/app-calls'
import type { listHoldDays } from '@byre/contract/herd/holds'
import { Link, useSearchParams } from 'react-router'
import { changed } from '../../lib/in-address.ts'
import { Table } from '../../ui/table.tsx'
import '../line-link.css'
import { Pictured } from '../pictures/pictured.tsx'
import { dayInWords } from './days.ts'

type Days = AppReplyOf<typeof listHoldDays>

const [width, height, head] = [50, 42, 20] as const
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** How many animals are clear on each of the next days: a figure in its day, and a heavier frame where there is one. */
export function ClearCalendar({ days: { days, later, endless } }: { days: Days }) {
  const dates = days.map(({ day, head: animals }) => ({ date: new Date(`${day}T00:00Z`), day, animals }))
  const before = dates[0]!.date.getUTCDay()
  const weeks = Math.ceil((before + dates.length) / 7)
  const sum = days.reduce((all, { head: animals }) => all + animals, 0)
  return (
    <Pictured
      picture={
        <svg
          className="picture calendar"
          role="img"
          aria-label={`Clear in the next six weeks: ${sum} head, each on its day. Later: ${later.head}. Without an end: ${endless}.`}
          viewBox={`0 0 ${7 * width} ${head + weeks * height}`}
        >
          {weekdays.map((name, at) => (
            <text
              key={name}
              className="picture-under"
              x={(at + 0.5) * width}
              y={head - 7}
              textAnchor="middle"
            >
              {name}
            </text>
          ))}
          {dates.map(({ date, day, animals }, at) => {
            const [x, y] = [((before + at) % 7) * width, head + Math.floor((before + at) / 7) * height]
            const isFirst = at === 0 || date.getUTCDate() === 1
            return (
              <g key={day}>
                <rect
                  className="calendar-day"
                  data-some={animals > 0}
                  x={x + 1.5}
                  y={y + 1.5}
                  width={width - 3}
                  height={height - 3}
                  rx="4"
                />
                <text className="picture-under" x={x + 5} y={y + 15}>
                  {isFirst ? `${months.format(date)} ${date.getUTCDate()}` : date.getUTCDate()}
                </text>
                {animals > 0 && (
                  <text className="picture-figure" x={x + width / 2} y={y + 34} textAnchor="middle">
                    {animals}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      }
      table={<DaysInFigures days={{ days, later, endless }} />}
      summary="Clear dates in figures"
    />
  )
}

interface Line {
  name: string
  animals: number
  change: Readonly<Record<string, string>>
}

function Name({ line: { name, change } }: { line: Line }) {
  const [search] = useSearchParams()
  return (
    <Link className="line-link" to={{ search: changed(search, change).toString() }}>
      {name}
    </Link>
  )
}

const columns = [
  { header: 'Clear', cell: (line: Line) => <Name line={line} /> },
  { header: 'Head', end: true, cell: ({ animals }: Line) => animals },
]

/** Each line leads to that part of the board. */
function DaysInFigures({ days: { days, later, endless } }: { days: Days }) {
  const here = { after: '', ends: '', from: '' }
  const lines: Line[] = [
    ...days
      .filter(({ head: animals }) => animals > 0)
      .map(({ day, head: animals }) => ({
        name: dayInWords(day),
        animals,
        change: { ...here, from: day },
      })),
    {
      name: 'Later',
      animals: later.head,
      // Its first day, by the calendar that the days are of.
      change: { ...here, from: nextDay(days.at(-1)!.day) },
    },
    { name: 'Held until somebody acts', animals: endless, change: { ...here, ends: 'never' } },
  ].filter(({ animals }) => animals > 0)
  return (
    <Table
      caption="Animals by the day on which they are clear"
      columns={columns}
      rows={lines}
      rowKey={({ name }) => name}
      empty={<p className="soft">No animal is held.</p>}
    />
  )
}

const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
