/* Columns  label (what is drawn, in a sentence) · columns [{ name, under, value }] (most at the top; the figure stands above each) */
import './pictures.css'

interface ColumnsProps {
  label: string
  columns: readonly { name: string; under: string; value: number }[]
}

const [width, height, top, floor] = [24, 120, 18, 100] as const

export function Columns({ label, columns }: ColumnsProps) {
  const most = Math.max(1, ...columns.map(({ value }) => value))
  return (
    <svg
      className="picture"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${columns.length * width} ${height}`}
    >
      <line className="picture-line" x1="0" x2={columns.length * width} y1={floor} y2={floor} />
      {columns.map(({ name, under, value }, at) => {
        const tall = (value / most) * (floor - top)
        const middle = (at + 0.5) * width
        return (
          <g key={name}>
            {value > 0 && (
              <>
                <rect className="picture-bar" x={middle - 8} y={floor - tall} width="16" height={tall} />
                <text className="picture-figure" x={middle} y={floor - tall - 4} textAnchor="middle">
                  {value}
                </text>
              </>
            )}
            <text className="picture-under" x={middle} y={height - 6} textAnchor="middle">
              {under}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
