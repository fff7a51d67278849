import type { Today } from '@byre/contract/herd/today'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import '../line-link.css'
import { paths } from '../paths.ts'
import { Pictured } from '../pictures/pictured.tsx'

interface Bar {
  name: string
  head: number
  held: number | null
  /** Where its animals are listed. */
  to: string | null
}

const count = (head: number) => head.toLocaleString('en')

/** A bar a pen; what is held of it is hatched. */
export function HeadByPen({ today: { head, pens, other_pens, unpenned } }: { today: Today }) {
  const bars: Bar[] = [
    ...pens.map((pen) => ({ ...pen, to: `${paths.animals()}?pen=${pen.id}` })),
    ...(other_pens.pens > 0
      ? [
          {
            name: other_pens.pens === 1 ? 'One more pen' : `${other_pens.pens} more pens`,
            head: other_pens.head,
            held: null,
            to: paths.pens(),
          },
        ]
      : []),
    ...(unpenned > 0 ? [{ name: 'In no pen', head: unpenned, held: null, to: null }] : []),
  ]
  // Many pens together would leave no length for one of them.
  const most = Math.max(1, ...pens.map((pen) => pen.head))
  return (
    <Card title="Head by pen">
      <p>
        <Link className="line-link today-line" to={paths.animals()}>
          <strong className="today-figure">{count(head)}</strong> head here
        </Link>
      </p>
      <Pictured
        picture={
          <>
            <Hatching />
            <ul className="pen-bars">
              {bars.map((bar) => (
                <li key={bar.to ?? bar.name} className="pen-bar">
                  {bar.to === null ? (
                    <span>{bar.name}</span>
                  ) : (
                    <Link className="line-link" to={bar.to}>
                      {bar.name}
                    </Link>
                  )}
                  {bar.held === null ? <span /> : <Drawn {...bar} held={bar.held} most={most} />}
                  <span className="figures">{count(bar.head)}</span>
                </li>
              ))}
            </ul>
          </>
        }
        table={
          <Table
            caption="Head by pen"
            columns={[
              { header: 'Pen', cell: ({ name }: Bar) => name },
              { header: 'Head', end: true, cell: (bar: Bar) => count(bar.head) },
              { header: 'Held', end: true, cell: ({ held }: Bar) => (held === null ? '–' : count(held)) },
            ]}
            rows={bars}
            rowKey={({ to, name }) => to ?? name}
            empty={null}
          />
        }
      />
      <p className="soft">Hatched: held animals.</p>
    </Card>
  )
}

const Hatching = () => (
  <svg className="pen-hatching" width="0" height="0" aria-hidden>
    <pattern id="held" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="3" height="6" className="pen-hatch" />
    </pattern>
  </svg>
)

/** Its figure stands beside it, and the rest in the table. */
const Drawn = ({ head, held, most }: { head: number; held: number; most: number }) => (
  <svg className="pen-drawn" height="18" width="100%" aria-hidden>
    <rect className="picture-bar" y="2" height="14" width={`${(100 * head) / most}%`} />
    {held > 0 && (
      <>
        <rect className="pen-ground" y="2" height="14" width={`${(100 * held) / most}%`} />
        <rect className="pen-held" y="2" height="14" width={`${(100 * held) / most}%`} fill="url(#held)" />
      </>
    )}
  </svg>
)
