import { getLot, type Lot } from '@byre/contract/herd/lots'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { DetailSkeleton, OnScreen } from '../../ui/skeletons.tsx'
import { Table } from '../../ui/table.tsx'
import { useAppAsk } from '../asks.ts'
import '../line-link.css'
import { Loaded } from '../loaded.tsx'
import { gainIn, rateIn, weightIn } from '../measures.ts'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { calendarDay, dayCounted, useZone } from '../times.ts'
import { withWord } from '../words.ts'
import { Gain } from './gain.tsx'
import './pens.css'
import { Target } from './target-field.tsx'
import { weighingsOfAll } from './weighings.ts'

export function Component() {
  const { id = '' } = useParams()
  return <OneLot key={id} id={id} />
}

const animalsOf = (id: string, more = '') => `${paths.animals()}?lot=${id}${more}`

/** One lot: its head, how its weight went against what was meant, and what it was given. */
function OneLot({ id }: { id: string }) {
  const ask = useAppAsk(getLot, { id })
  const [name, tell] = useState('Lot')
  return (
    <Page
      title={name}
      crumbs={[{ label: 'Pens', to: paths.pens() }]}
      actions={<ButtonLink to={animalsOf(id)}>See its animals</ButtonLink>}
    >
      <Loaded ask={ask} skeleton={<DetailSkeleton />} failed="This lot could not be loaded.">
        {(lot) => (
          <div className="lot">
            <OnScreen is={withWord('Lot', lot.name)} tell={tell} />
            <Card title="Now">
              <LotFacts lot={lot} />
            </Card>
            <Card title="Weight against target">
              <Target lot={lot} />
              <Gain weighings={lot.weighings} target={lot.target_grams} />
            </Card>
            <Card title="What it was given">
              <Given lot={lot} />
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const count = (head: number) => head.toLocaleString('en')

/** What is not known takes no line. */
function LotFacts({ lot }: { lot: Lot }) {
  const { unit } = useMe()
  const zone = useZone()
  const { id, head, began_at, days_on_feed, gain, target_grams: target } = lot
  const last = weighingsOfAll(lot.weighings).at(-1)
  const all = head.here + head.dead + head.left
  return (
    <Facts>
      <Fact name="Head here">
        <Link className="line-link" to={animalsOf(id)}>
          {count(head.here)}
        </Link>
      </Fact>
      {head.held > 0 && (
        <Fact name="Held">
          <Link className="line-link" to={animalsOf(id, '&held=yes')}>
            {count(head.held)}
          </Link>
        </Fact>
      )}
      {head.dead > 0 && (
        <Fact name="Died">
          <Link className="line-link" to={animalsOf(id, '&status=dead')}>
            {count(head.dead)}
          </Link>{' '}
          <span className="soft">({((100 * head.dead) / all).toFixed(1)}% of the lot)</span>
        </Fact>
      )}
      {head.left > 0 && (
        <Fact name="Left">
          <Link className="line-link" to={animalsOf(id, '&status=gone')}>
            {count(head.left)}
          </Link>
        </Fact>
      )}
      {began_at !== null && <Fact name="First came">{dayCounted(began_at, zone)}</Fact>}
      {days_on_feed !== null && (
        <Fact name="Days on feed">
          {days_on_feed} <span className="soft">on average</span>
        </Fact>
      )}
      {last && (
        <Fact name="Average weight">
          {weightIn(last, unit)}{' '}
          <span className="soft">
            {count(last.head)} head, {calendarDay(last.day)}
          </span>
        </Fact>
      )}
      {gain && (
        <Fact name="Gain">
          {gainIn(gain.grams_a_day, unit)} <span className="soft">{count(gain.head)} head, deads out</span>
        </Fact>
      )}
      {gain && target !== null && (
        <Fact name="Against target">{against(gain.grams_a_day - target, unit)}</Fact>
      )}
    </Facts>
  )
}

function against(difference: number, unit: Parameters<typeof rateIn>[1]): string {
  // What rounds to nothing is on target.
  if (Math.abs(difference) < 5) return 'On target'
  return `${rateIn(difference, unit)} ${difference > 0 ? 'above' : 'below'}`
}

type Medicine = Lot['medicines'][number]

function Given({ lot: { medicines, treated_alone } }: { lot: Lot }) {
  const zone = useZone()
  return (
    <>
      {medicines.length > 0 && (
        <p className="soft">
          {treated_alone === 0
            ? 'All of it was given to groups.'
            : `${count(treated_alone)} head ${treated_alone === 1 ? 'was pulled and treated by itself' : 'were pulled and treated one at a time'}.`}
        </p>
      )}
      <div className="short-rows given-rows">
        <Table
          caption="Medicines given to the lot"
          rows={medicines}
          rowKey={({ product_name }) => product_name}
          empty={<p className="soft">Nothing was given to this lot.</p>}
          columns={[
            { header: 'Medicine', cell: ({ product_name }: Medicine) => product_name },
            { header: 'Head', end: true, cell: ({ head }: Medicine) => count(head) },
            { header: 'Doses', end: true, cell: ({ treatments }: Medicine) => count(treatments) },
            { header: 'Last', cell: ({ last_at }: Medicine) => dayCounted(last_at, zone) },
          ]}
        />
      </div>
    </>
  )
}
