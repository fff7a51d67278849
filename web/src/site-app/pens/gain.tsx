import type { LotWeighing } from '@byre/contract/herd/lots'
import { Table } from '../../ui/table.tsx'
import { rateIn, weightIn } from '../measures.ts'
import { useMe } from '../me.ts'
import { Pictured } from '../pictures/pictured.tsx'
import { calendarDay } from '../times.ts'
import { daysBetween, meantOn, weighingsOfAll } from './weighings.ts'

interface GainProps {
  /** The earliest first. */
  weighings: readonly LotWeighing[]
  /** Grams a day; null: nobody has said any. */
  target: number | null
}

/** How the lot's average weight went, and beside it how it was meant to go. */
export function Gain({ weighings, target }: GainProps) {
  const ofAll = weighingsOfAll(weighings)
  if (ofAll.length === 0) return <p className="soft">Nothing in this lot has been weighed yet.</p>
  return (
    <Pictured
      picture={
        ofAll.length === 1 ? (
          <p className="soft">Weighed once so far. The next weighing shows the gain.</p>
        ) : (
          <Lines weighings={ofAll} target={target} />
        )
      }
      table={<Weighings weighings={weighings} ofAll={ofAll} target={target} />}
    />
  )
}

const [width, height] = [340, 190]
/** Words stand to the right of both ends. */
const edge = { top: 14, bottom: 52, left: 10, right: 96 }
const lineHeight = 18

/** Solid with a dot a weighing, and dashed what was meant: told apart without colour. */
function Lines({ weighings, target }: GainProps) {
  const { unit } = useMe()
  const [first, last] = [weighings[0]!, weighings.at(-1)!]
  const meant = target === null ? null : meantOn(last.day, first, target)
  const weights = [...weighings.map(({ grams }) => grams), ...(meant === null ? [] : [meant])]
  const [least, most] = [Math.min(...weights), Math.max(...weights)]
  const days = daysBetween(first.day, last.day) || 1
  const at = (day: string, grams: number) => ({
    x: edge.left + (daysBetween(first.day, day) / days) * (width - edge.left - edge.right),
    y: height - edge.bottom - ((grams - least) / (most - least || 1)) * (height - edge.top - edge.bottom),
  })
  const points = weighings.map(({ day, grams }) => ({ day, ...at(day, grams) }))
  const [start, end] = [points[0]!, points.at(-1)!]
  const aim = meant === null ? null : at(last.day, meant)
  const [endWords, aimWords] = apart(end.y, aim?.y ?? end.y)
  const aimed = aim && `Target ${weightIn({ grams: meant! }, unit)}`
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="picture gain"
        role="img"
        aria-label={[
          `Average weight from ${weightIn(first, unit)} on ${calendarDay(first.day)} to ${weightIn(last, unit)} on ${calendarDay(last.day)}.`,
          aimed && `${aimed} by then.`,
        ]
          .filter(Boolean)
          .join(' ')}
      >
        <line className="picture-line" x1="0" x2={width} y1={height - 22} y2={height - 22} />
        {aim && <line className="gain-target" x1={start.x} y1={start.y} x2={aim.x} y2={aim.y} />}
        <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
        {points.map(({ day, x, y }) => (
          <circle key={day} cx={x} cy={y} r={4} />
        ))}
        <text className="picture-figure" x={start.x} y={start.y + 20}>
          {weightIn(first, unit)}
        </text>
        <text className="picture-figure" x={end.x + 9} y={endWords}>
          {weightIn(last, unit)}
        </text>
        {aim && (
          <text x={aim.x + 9} y={aimWords}>
            {aimed}
          </text>
        )}
        <text x={start.x} y={height - 5}>
          {calendarDay(first.day)}
        </text>
        <text x={end.x} y={height - 5} textAnchor="middle">
          {calendarDay(last.day)}
        </text>
      </svg>
      <p className="soft">
        {target === null
          ? 'The average of those weighed on each day.'
          : `Solid: weighed. Dashed: a gain of ${rateIn(target, unit)} since the first weighing.`}
      </p>
    </>
  )
}

/** Where the words of two ends stand, so that neither stands in the other. */
function apart(end: number, aim: number): [end: number, aim: number] {
  const [low, high] = [Math.max(end, aim), Math.min(end, aim)]
  const between = Math.max(0, lineHeight - (low - high)) / 2
  const [lower, upper] = [low + between + 5, high - between + 5]
  return end <= aim ? [upper, lower] : [lower, upper]
}

function Weighings({ weighings, ofAll, target }: GainProps & { ofAll: readonly LotWeighing[] }) {
  const { unit } = useMe()
  const first = ofAll[0]!
  const meant = ({ day }: LotWeighing) =>
    target === null || day < first.day ? null : weightIn({ grams: meantOn(day, first, target) }, unit)
  return (
    <Table
      caption="Weighings of the lot"
      rows={weighings.toReversed()}
      rowKey={({ day }) => day}
      empty={null}
      columns={[
        { header: 'Day', cell: ({ day }) => calendarDay(day) },
        { header: 'Head', end: true, cell: ({ head }) => head.toLocaleString('en') },
        { header: 'Average', end: true, cell: (weighing) => weightIn(weighing, unit) },
        ...(target === null ? [] : [{ header: 'Target', end: true, cell: meant }]),
      ]}
    />
  )
}
