import type { LateTruth, ShipList } from '@byre/contract/herd/ship-list-parts'
import { marketName } from '@byre/contract/herd/market-names'
import { Link } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Status } from '../../ui/badge.tsx'
import { Table } from '../../ui/table.tsx'
import '../line-link.css'
import { paths } from '../paths.ts'
import { clearMoment, shortMoment, useZone } from '../times.ts'

/** What became known after the load had left: whoever bought it is to be told. */
export function LateTruths({ list: { late, destination } }: { list: ShipList }) {
  const known = late.filter(({ taken_back }) => !taken_back)
  const animals = new Set(known.map(({ animal_id }) => animal_id)).size
  return (
    <>
      {animals > 0 && (
        <Banner is="danger" live>
          <strong>
            {animals === 1 ? '1 animal was' : `${animals} animals were`} still held when this load left.
          </strong>{' '}
          It became known only later. Tell {destination} now, and give them the notice.
        </Banner>
      )}
      <section className="entries" aria-labelledby="late-title">
        <h2 id="late-title">Known after it left ({late.length})</h2>
        <Table
          caption="What became known after it left"
          columns={columns}
          rows={late}
          rowKey={({ animal_id, event_id, market }) => `${animal_id} ${event_id} ${market}`}
          empty={null}
        />
      </section>
    </>
  )
}

const columns = [
  {
    header: 'Animal',
    cell: ({ animal_id, main_tag }: LateTruth) => (
      <Link className="line-link" to={paths.animal(animal_id)}>
        {main_tag || 'An animal without a tag'}
      </Link>
    ),
  },
  { header: 'What', cell: (late: LateTruth) => <What late={late} /> },
  { header: 'Held until', cell: (late: LateTruth) => <Until late={late} /> },
  { header: 'Became known', cell: (late: LateTruth) => <BecameKnown late={late} /> },
]

const What = ({ late: { animal_id, event_id, product_name, taken_back } }: { late: LateTruth }) => (
  <span>
    <Link className="line-link" to={`${paths.animal(animal_id)}#event-${event_id}`}>
      {product_name ?? 'What was recorded'}
    </Link>{' '}
    {taken_back && <Status is="info">Taken back</Status>}
  </span>
)

function Until({ late: { clear_at, market } }: { late: LateTruth }) {
  const zone = useZone()
  return (
    <span className="figures">
      {clear_at === null ? 'No end date' : clearMoment(clear_at, zone)}{' '}
      <span className="soft">({marketName(market)})</span>
    </span>
  )
}

function BecameKnown({ late: { found_at } }: { late: LateTruth }) {
  return <span className="figures">{shortMoment(found_at, useZone())}</span>
}
