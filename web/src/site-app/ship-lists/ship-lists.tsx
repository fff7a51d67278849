import type { ShipListSummary } from '@byre/contract/herd/ship-list-parts'
import { listShipLists } from '@byre/contract/herd/ship-lists'
import { marketName } from '@byre/contract/herd/market-names'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { clock } from '../../lib/clock.ts'
import { changed } from '../../lib/in-address.ts'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { KeysetPages } from '../animals/keyset-pages.tsx'
import { pagesIn, withPages } from '../animals/narrowing.ts'
import { useAppAsk } from '../asks.ts'
import '../line-link.css'
import { Loaded } from '../loaded.tsx'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { FormDialog } from '../recording/form-dialog.tsx'
import { useMaking } from '../shipping/making.ts'
import { PlanForm } from '../shipping/plan-form.tsx'
import { emptyPlan } from '../shipping/plan.ts'
import { StateChip } from '../shipping/state-chip.tsx'
import { shortMoment, useZone } from '../times.ts'
import './ship-lists.css'

const rowsOnPhone = '10'

/** Loads that are to leave, the next first, with how many of their animals may not; and those that have left. */
export function Component() {
  const mayMake = useMe().rights.includes('record')
  const [search, setSearch] = useSearchParams()
  const hasLeft = search.get('open') === 'no'
  const before = pagesIn(search, 'after')
  const isPhone = !useWidth(beyondPhone)
  const ask = useAppAsk(
    listShipLists,
    {
      open: hasLeft ? 'no' : 'yes',
      ...(isPhone && { limit: rowsOnPhone }),
      ...(before.length > 0 && { after: before.at(-1)! }),
    },
    { keep: true },
  )
  const [isNew, setNew] = useState(false)
  const turn = (pages: readonly string[]) => setSearch((now) => withPages(now, 'after', pages))
  const add = mayMake && (
    <Button kind="primary" icon={IconPlus} onClick={() => setNew(true)}>
      New ship list
    </Button>
  )
  return (
    <Page title="Ship lists" lead="Animals meant for one load." actions={add}>
      <div className="list-tools">
        <Choice
          label="Show"
          value={hasLeft ? 'no' : ''}
          options={[
            { value: '', label: 'Still to leave' },
            { value: 'no', label: 'Left' },
          ]}
          onChoose={(open) =>
            setSearch((now) => changed(now, { open, after: '' }), { preventScrollReset: true })
          }
        />
      </div>
      <Loaded ask={ask} skeleton={<Skeleton height="24rem" />} failed="The ship lists could not be loaded.">
        {({ ship_lists: lists, next }) => (
          <>
            {lists.length === 0 ? (
              <Nothing hasLeft={hasLeft} mayMake={mayMake} />
            ) : (
              <div className="short-rows list-rows">
                <Table
                  caption={hasLeft ? 'Ship lists that have left' : 'Ship lists still to leave'}
                  columns={hasLeft ? ofThoseGone : ofThoseOpen}
                  rows={lists}
                  rowKey={({ id }) => id}
                  empty={null}
                />
              </div>
            )}
            <KeysetPages
              of="ship lists"
              words={['Previous', 'Next']}
              before={before}
              next={next}
              onTurn={turn}
            />
          </>
        )}
      </Loaded>
      {isNew && <NewList onClose={() => setNew(false)} />}
    </Page>
  )
}

const destination = {
  header: 'Destination',
  cell: ({ id, destination: name }: ShipListSummary) => (
    <Link className="line-link" to={paths.shipList(id)}>
      {name}
    </Link>
  ),
}
const market = { header: 'Market', cell: ({ market: to }: ShipListSummary) => marketName(to) }
const head = {
  header: 'Head',
  end: true,
  cell: ({ head: count }: ShipListSummary) => count.toLocaleString('en'),
}

const ofThoseOpen = [
  destination,
  { header: 'Loads', cell: ({ load_at }: ShipListSummary) => <When at={load_at} isPlanned /> },
  market,
  head,
  { header: 'State', cell: ({ state }: ShipListSummary) => <StateChip state={state} /> },
  { header: 'May leave', cell: (list: ShipListSummary) => <MayNot list={list} /> },
]

const ofThoseGone = [
  destination,
  { header: 'Left', cell: ({ departed_at: at }: ShipListSummary) => at && <When at={at} /> },
  market,
  head,
  { header: 'Since it left', cell: (list: ShipListSummary) => <Late list={list} /> },
]

function When({ at, isPlanned = false }: { at: string; isPlanned?: boolean }) {
  const zone = useZone()
  const isOver = isPlanned && Date.parse(at) < clock.now()
  return (
    <span className="figures">
      {shortMoment(at, zone)} {isOver && <Status is="warning">Past</Status>}
    </span>
  )
}

function MayNot({ list: { head: all, may_not } }: { list: ShipListSummary }) {
  if (all === 0) return <Status is="info">No animals yet</Status>
  if (may_not === 0) return <Status is="success">All may leave</Status>
  return <Status is="danger">{may_not.toLocaleString('en')} may not leave</Status>
}

function Late({ list: { late_truths: late } }: { list: ShipListSummary }) {
  if (late === 0) return <Status is="success">Nothing new</Status>
  return <Status is="danger">{late.toLocaleString('en')} known later</Status>
}

function Nothing({ hasLeft, mayMake }: { hasLeft: boolean; mayMake: boolean }) {
  if (hasLeft)
    return (
      <EmptyState title="No load has left yet">
        Each will stand here with its clearance sheet, and with what became known later.
      </EmptyState>
    )
  return (
    <EmptyState title="No ship lists" drawing="gate">
      {mayMake
        ? 'Begin one for the next load: it tells which animals may not leave yet, and why.'
        : 'Loads that are planned will be listed here.'}
    </EmptyState>
  )
}

function NewList({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const make = useMaking()
  return (
    <FormDialog title="New ship list" onClose={onClose}>
      <PlanForm
        begin={emptyPlan(me)}
        submit="Make this list"
        busyLabel="Making.."
        onSend={async (plan) => void navigate(paths.shipList((await make(plan)).id))}
      />
    </FormDialog>
  )
}
