import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { Spending } from '@byre/contract/billing/spending'
import { useState, type KeyboardEvent } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { monthName } from '../month-names.ts'
import './spending.css'

export type Month = Spending['months'][number]

const height = 200
const top = 12
const floor = 172
const slot = 100 / 12
const lines = [1, 0.5, 0]

/** One bar a month, what is paid below what is owed; each says itself when it is pointed at or reached by arrow keys. */
export function SpendingChart({ year }: { year: readonly [Month, ...Month[]] }) {
  const [current, setCurrent] = useState(year.length - 1)
  const [isTold, setTold] = useState(false)
  const { currency } = year[0]
  const most = roundUp(Math.max(...year.map(({ paid, owed }) => Math.max(0, paid) + owed)))
  const at = (amount: number) => floor - (Math.max(0, amount) / most) * (floor - top)
  const month = year[current] ?? year[0]
  const move = (event: KeyboardEvent<SVGSVGElement>) => {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: year.length - 1 }[event.key]
    if (to === undefined || !year[to]) return
    event.preventDefault()
    setCurrent(to)
    event.currentTarget.querySelectorAll<SVGGElement>('[role="option"]')[to]?.focus()
  }
  return (
    <figure className="spending">
      {/* As wide as the longest of them, in whatever language. */}
      <div className="spending-axis figures" aria-hidden>
        {lines.map((part) => (
          <span key={part}>{formatMoney(most * part, currency)}</span>
        ))}
      </div>
      <svg
        height={height}
        role="listbox"
        tabIndex={-1}
        aria-label={t`Invoiced each month`}
        onKeyDown={move}
        onPointerLeave={() => setTold(false)}
      >
        <defs>
          <pattern id="owed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="3" height="6" className="spending-owed" />
          </pattern>
        </defs>
        {lines.map((part) => (
          <line
            key={part}
            x2="100%"
            y1={at(most * part)}
            y2={at(most * part)}
            className="spending-line"
            aria-hidden
          />
        ))}
        {year.map((one, index) => {
          const start = index * slot
          return (
            <g
              key={one.month}
              role="option"
              aria-selected={index === current}
              aria-label={inWords(one)}
              tabIndex={index === current ? 0 : -1}
              className="spending-month"
              onFocus={() => tell(index)}
              onBlur={() => setTold(false)}
              onPointerEnter={() => tell(index)}
            >
              <rect x={`${start}%`} y={0} width={`${slot}%`} height={height} className="spending-slot" />
              <rect
                x={`${start + slot / 5}%`}
                y={at(one.paid)}
                width={`${slot * 0.6}%`}
                height={floor - at(one.paid)}
                className="spending-paid"
              />
              <rect
                x={`${start + slot / 5}%`}
                y={at(Math.max(0, one.paid) + one.owed)}
                width={`${slot * 0.6}%`}
                height={floor - at(one.owed)}
                fill="url(#owed)"
                className="spending-edge"
              />
            </g>
          )
        })}
        <g aria-hidden>
          {year.map(({ month: name }, index) => (
            <text
              key={name}
              x={`${(index + 0.5) * slot}%`}
              y={height - 6}
              textAnchor="middle"
              data-odd={index % 2 === 0}
            >
              {monthName(name, 'short')}
            </text>
          ))}
        </g>
      </svg>
      <figcaption className="figures" aria-hidden>
        {isTold ? (
          inWords(month)
        ) : (
          <>{rich`${(<span className="spending-key" data-is="paid" />)} Paid ${(<span className="spending-key" data-is="owed" />)} Owed`}</>
        )}
      </figcaption>
    </figure>
  )

  function tell(index: number) {
    setCurrent(index)
    setTold(true)
  }
}

/** `November 2026: C$58 paid, C$29 owed`. */
function inWords({ month, currency, paid, owed }: Month): string {
  const name = monthName(month, 'long')
  if (paid === 0 && owed === 0) return t`${name}: nothing invoiced`
  if (owed === 0) return t`${name}: ${formatMoney(paid, currency)} paid`
  return t`${name}: ${formatMoney(paid, currency)} paid, ${formatMoney(owed, currency)} owed`
}

/** To a whole sum that is easy to halve: 1, 2, 4, 6 or 8 and noughts, in whole dollars. */
function roundUp(amount: number): number {
  const size = Math.max(100, 10 ** Math.floor(Math.log10(Math.max(1, amount))))
  return [1, 2, 4, 6, 8, 10].map((one) => one * size).find((one) => one >= amount) ?? size
}
