import type { Weighing } from '@byre/contract/herd/animals'
import { Table } from '../../ui/table.tsx'
import '../../ui/fold.css'
import { gainIn, gainOf, weightIn } from '../measures.ts'
import { useMe } from '../me.ts'
import { dayCounted, useZone } from '../times.ts'

const [width, height] = [320, 150]
const edge = { top: 20, bottom: 46, side: 8 }

/** A line of weights over time, and the same as a table. */
export function Weights({ weights }: { weights: readonly Weighing[] }) {
  const { unit } = useMe()
  const zone = useZone()
  const rows = weights.map((weight, at) => ({ ...weight, before: weights[at - 1] })).toReversed()
  const gain = ({ before, ...weight }: (typeof rows)[number]) => {
    const gained = before && gainOf(before, weight)
    return typeof gained === 'number' ? gainIn(gained, unit) : null
  }
  return (
    <div className="stack">
      {weights.length > 1 && <Line weights={weights} />}
      <details className="fold">
        <summary>{weights.length === 1 ? '1 weight' : `All ${weights.length} weights`}</summary>
        <Table
          caption="Weights"
          rows={rows}
          rowKey={({ event_id: id }) => id}
          empty={null}
          columns={[
            { header: 'Day', cell: ({ at }) => dayCounted(at, zone) },
            {
              header: 'Weight',
              cell: (weight) =>
                `${weightIn(weight, unit)}${weight.source === 'measured' ? '' : ' (estimated)'}`,
              end: true,
            },
            { header: 'Gain', cell: gain, end: true },
          ]}
        />
      </details>
    </div>
  )
}

/** From the first weight to the last; the lightest is at the bottom, which is not nothing. */
function Line({ weights }: { weights: readonly Weighing[] }) {
  const { unit } = useMe()
  const zone = useZone()
  const [first, last] = [weights[0]!, weights.at(-1)!]
  const grams = weights.map((one) => one.grams)
  const [least, most] = [Math.min(...grams), Math.max(...grams)]
  const [from, to] = [Date.parse(first.at), Date.parse(last.at)]
  const points = weights.map((one) => ({
    id: one.event_id,
    x: edge.side + ((Date.parse(one.at) - from) / (to - from || 1)) * (width - 2 * edge.side),
    y: height - edge.bottom - ((one.grams - least) / (most - least || 1)) * (height - edge.top - edge.bottom),
  }))
  const [start, end] = [points[0]!, points.at(-1)!]
  /** Beside its end, and not in the line. */
  const isRising = last.grams >= first.grams
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="weight-line"
      role="img"
      aria-label={`From ${weightIn(first, unit)} on ${dayCounted(first.at, zone)} to ${weightIn(last, unit)} on ${dayCounted(last.at, zone)}`}
    >
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {points.map(({ id, x, y }) => (
        <circle key={id} cx={x} cy={y} r={3.5} />
      ))}
      <text x={start.x} y={start.y + (isRising ? 18 : -8)}>
        {weightIn(first, unit)}
      </text>
      <text x={end.x} y={end.y + (isRising ? -8 : 18)} textAnchor="end">
        {weightIn(last, unit)}
      </text>
      <text x={start.x} y={height - 4}>
        {dayCounted(first.at, zone)}
      </text>
      <text x={end.x} y={height - 4} textAnchor="end">
        {dayCounted(last.at, zone)}
      </text>
    </svg>
  )
}
