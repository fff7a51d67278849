import { formatMoney } from '../../lib/format.ts'
import { monthName } from '../month-names.ts'
import type { Month } from './spending.ts'

// About as wide as on a phone, so that its words keep their size.
const width = 264
const height = 140
const floor = 116
const ceiling = 18
const slot = width / 12
const bar = 12

/** One bar a month; the table beneath says the same in figures. */
export function SpendingChart({ year, currency }: { year: readonly Month[]; currency: string }) {
  const most = Math.max(...year.map(({ amount }) => amount), 1)
  const highest = year.find(({ amount }) => amount === most)
  return (
    <svg
      className="spending"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={inWords(year, currency)}
    >
      <line x1="0" x2={width} y1={floor} y2={floor} className="spending-floor" />
      {year.map(({ month, amount }, index) => {
        const size = (Math.max(0, amount) / most) * (floor - ceiling)
        const middle = index * slot + slot / 2
        return (
          <g key={month}>
            <rect
              x={middle - bar / 2}
              y={floor - size}
              width={bar}
              height={size}
              rx="2"
              className="spending-bar"
            />
            <text x={middle} y={height - 6} textAnchor="middle">
              {monthName(month, 'short').slice(0, index % 2 === 0 ? 3 : 0)}
            </text>
          </g>
        )
      })}
      {highest && (
        <text x={labelAt(year.indexOf(highest))} y={ceiling - 6} textAnchor="middle" className="figures">
          {formatMoney(most, currency)}
        </text>
      )}
    </svg>
  )
}

/** Above its bar, but never over the edge. */
const labelAt = (index: number) => Math.min(width - 40, Math.max(40, index * slot + slot / 2))

function inWords(year: readonly Month[], currency: string): string {
  const spent = year.filter(({ amount }) => amount !== 0)
  return `Invoiced: ${spent.map(({ month, amount }) => `${monthName(month, 'long')} ${formatMoney(amount, currency)}`).join(', ')}`
}
