import { getPen, type Feeding } from '@byre/contract/herd/pens'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Status } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useAppAsk } from '../asks.ts'
import { figureWords } from '../cabinet/figures.ts'
import '../line-link.css'
import { Loaded } from '../loaded.tsx'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { RecordButton } from '../recording/record.tsx'
import { calendarDay, shortMoment, useZone } from '../times.ts'
import { withWord } from '../words.ts'
import { DosesDue } from './doses-due.tsx'
import { StartFeed, StopFeed, TakeFeedBack } from './feed-dialogs.tsx'
import { HeadCounts } from './head-counts.tsx'
import './pens.css'

export function Component() {
  const { id = '' } = useParams()
  return <OnePen key={id} id={id} />
}

const animalsOf = (id: string, more = '') => `${paths.animals()}?pen=${id}${more}`
const count = (head: number) => head.toLocaleString('en')

/** One pen: its head, and the medicated feed that it gets or got. */
function OnePen({ id }: { id: string }) {
  const ask = useAppAsk(getPen, { id })
  const { data: pen } = ask
  return (
    <Page
      title={pen ? withWord('Pen', pen.name) : 'Pen'}
      crumbs={[{ label: 'Pens', to: paths.pens() }]}
      actions={
        <>
          <ButtonLink to={animalsOf(id)}>See its animals</ButtonLink>
          {pen && pen.head > 0 && <RecordButton of={{ pen: { id, name: pen.name } }} />}
        </>
      }
    >
      <Loaded ask={ask} skeleton={<DetailSkeleton />} failed="This pen could not be loaded.">
        {({ name, head, held, courses, feeds, counts }) => (
          <div className="pen">
            <Card title="Now">
              <Facts>
                <Fact name="Head">
                  <Link className="line-link" to={animalsOf(id)}>
                    {count(head)}
                  </Link>
                </Fact>
                {held > 0 && (
                  <Fact name="Held">
                    <Link className="line-link" to={animalsOf(id, '&held=yes')}>
                      {count(held)}
                    </Link>
                  </Fact>
                )}
              </Facts>
            </Card>
            <div className="pen-given">
              {courses.length > 0 && (
                <Card title="Doses to come">
                  <DosesDue courses={courses} />
                </Card>
              )}
              <Card title="Medicated feed">
                <Feeds pen={{ id, name }} feeds={feeds} />
              </Card>
            </div>
            <Card title="Head counts">
              <HeadCounts pen={{ id, name }} counts={counts} />
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

type Asking = { what: 'start' } | { what: 'stop' | 'take back'; of: Feeding }

function Feeds({ pen, feeds }: { pen: { id: string; name: string }; feeds: readonly Feeding[] }) {
  // Recorded also where payment is wanting.
  const may = useMe().rights.includes('record')
  const zone = useZone()
  const [asking, setAsking] = useState<Asking | null>(null)
  return (
    <>
      <p className="soft">
        Animals in the pen are held while it is fed, and then for its withdrawal from the last feeding. One
        that comes later is held from then on. One that leaves counts from the day it left.
      </p>
      <Table
        caption={`Medicated feed of ${withWord('pen', pen.name)}`}
        rows={feeds}
        rowKey={({ event_id }) => event_id}
        pageSize={20}
        pageIn="feeds"
        columns={columnsOf(zone, may ? setAsking : null)}
        empty={<p className="soft">No medicated feed was recorded here.</p>}
      />
      {may && (
        <div className="form-buttons">
          <Button icon={IconPlus} onClick={() => setAsking({ what: 'start' })}>
            Start medicated feed
          </Button>
        </div>
      )}
      {asking?.what === 'start' && <StartFeed pen={pen} onClose={() => setAsking(null)} />}
      {asking?.what === 'stop' && <StopFeed of={asking.of} pen={pen} onClose={() => setAsking(null)} />}
      {asking?.what === 'take back' && <TakeFeedBack of={asking.of} onClose={() => setAsking(null)} />}
    </>
  )
}

const whenOf = ({ at, day }: Feeding['started'], zone: string) =>
  day === null ? shortMoment(at, zone) : calendarDay(day)

type Ask = (asking: Asking) => void

const columnsOf = (zone: string, ask: Ask | null): Column<Feeding>[] => [
  { header: 'Feed', cell: (feeding) => <Fed feeding={feeding} /> },
  { header: 'For', cell: ({ reason }) => reason },
  { header: 'Began', cell: ({ started }) => whenOf(started, zone) },
  { header: 'Stopped', cell: stoppedIn(zone) },
  ...(ask ? [{ header: 'Actions', quietHeader: true, end: true, cell: actionsOf(zone, ask) }] : []),
]

/** What is fed, for how long it was ordered, and the veterinarian's figure with what it rests on. */
function Fed({ feeding: { product_name, rate, days, vet } }: { feeding: Feeding }) {
  return (
    <div>
      <p>{rate ? `${product_name}, ${rate}` : product_name}</p>
      {days !== null && <p className="soft">{`Ordered for ${days} ${days === 1 ? 'day' : 'days'}`}</p>}
      {vet && (
        <>
          <p className="soft">{`${vet.name}’s figure: ${vet.figures.map(figureWords).join(', ')}`}</p>
          <p className="soft">
            {`Based on ${vet.basis}${vet.prescription === null ? '' : `, prescription ${vet.prescription}`}`}
          </p>
        </>
      )}
    </div>
  )
}

const stoppedIn =
  (zone: string) =>
  ({ stopped }: Feeding) =>
    stopped ? whenOf(stopped, zone) : <Status is="warning">Still fed</Status>

const actionsOf = (zone: string, ask: Ask) => (feeding: Feeding) => (
  <div className="row-actions">
    {feeding.stopped === null && (
      <Button
        kind="quiet"
        aria-label={`Stop feeding ${feeding.product_name}`}
        onClick={() => ask({ what: 'stop', of: feeding })}
      >
        Stop
      </Button>
    )}
    <Button
      kind="quiet"
      aria-label={`Take back ${feeding.product_name}, ${whenOf(feeding.started, zone)}`}
      onClick={() => ask({ what: 'take back', of: feeding })}
    >
      Take back
    </Button>
  </div>
)
