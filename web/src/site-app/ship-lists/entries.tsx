import type { ShipEntry, ShipList } from '@byre/contract/herd/ship-list-parts'
import { takeOffShipList } from '@byre/contract/herd/ship-lists'
import { IconCircleMinus, IconDots, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx'
import { Table } from '../../ui/table.tsx'
import { useAppCommand } from '../asks.ts'
import '../line-link.css'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { clearMoment, shortDay, shortMoment, useZone } from '../times.ts'
import { OverrideDialog } from './override-dialog.tsx'
import { entryName, whyNot } from './reasons.ts'
import { useTold } from './told.ts'
import { WhyLines } from './why-lines.tsx'

/** Rows a page: of those that may not leave, of those that may. */
const rowsOnPhone = [8, 10] as const
const rowsBeyond = [50, 50] as const
export const isOpen = ({ state }: Pick<ShipList, 'state'>) =>
  state === 'draft' || state === 'checked' || state === 'broken'

/** The animals of a list: those that may not leave with each reason, then those that may. */
export function Entries({ list }: { list: ShipList }) {
  const { rights } = useMe()
  const [overriding, setOverriding] = useState<ShipEntry | null>(null)
  const may = list.entries.filter(({ passes }) => passes)
  const mayNot = list.entries.filter(({ passes }) => !passes)
  const canChange = isOpen(list) && rights.includes('record')
  const canOverride = isOpen(list) && rights.includes('overrideHolds')
  const isPhone = !useWidth(beyondPhone)
  const [heldRows, clearRows] = isPhone ? rowsOnPhone : rowsBeyond
  const Actions = isPhone ? RowMenu : RowButtons
  const actions = canChange ? [actionsOf(list.id, canOverride ? setOverriding : null, Actions)] : []
  return (
    <>
      {mayNot.length > 0 && (
        <section className="entries" aria-labelledby="may-not-title">
          <div className="entries-head">
            <h2 id="may-not-title">May not leave ({mayNot.length})</h2>
            {canChange && <TakeOffHeld id={list.id} count={mayNot.length} />}
          </div>
          <div className="short-rows entry-rows">
            <Table
              caption="Animals that may not leave"
              columns={[animal, pen, untilOf(list.load_at), why, ...actions]}
              rows={mayNot}
              rowKey={({ animal_id }) => animal_id}
              pageSize={heldRows}
              pageIn="held"
              empty={null}
            />
          </div>
        </section>
      )}
      {may.length > 0 && (
        <section className="entries" aria-labelledby="may-title">
          <h2 id="may-title">
            {list.state === 'departed' ? 'Left' : 'May leave'} ({may.length})
          </h2>
          <div className="short-rows entry-rows">
            <Table
              caption={list.state === 'departed' ? 'Animals that left' : 'Animals that may leave'}
              columns={[animal, pen, holdOf(list), ...actions]}
              rows={may}
              rowKey={({ animal_id }) => animal_id}
              pageSize={clearRows}
              empty={null}
            />
          </div>
        </section>
      )}
      {overriding && <OverrideDialog list={list.id} entry={overriding} onClose={() => setOverriding(null)} />}
    </>
  )
}

type Overriding = ((entry: ShipEntry) => void) | null

const actionsOf = (list: string, onOverride: Overriding, Actions: typeof RowMenu) => ({
  header: 'Actions',
  quietHeader: true,
  end: true,
  cell: (entry: ShipEntry) => <Actions list={list} entry={entry} onOverride={onOverride} />,
})

const Name = ({ entry }: { entry: ShipEntry }) => (
  <span>
    <Link className="line-link" to={paths.animal(entry.animal_id)}>
      {entryName(entry)}
    </Link>{' '}
    {entry.changed && <Status is="danger">New</Status>}
  </span>
)

const dayMs = 86_400_000

/** When the last of what holds it ends: to the minute where that is about when it is loaded. */
function Until({ entry, load_at }: { entry: ShipEntry; load_at: string }) {
  const zone = useZone()
  const reasons = whyNot(entry)
  if (entry.obstacles.length > 0) return <Status is="danger">No override</Status>
  const ends = reasons.flatMap(({ until }) => until ?? [])
  const last = ends.toSorted().at(-1)
  if (last === undefined || reasons.some(({ isEndless }) => isEndless))
    return <Status is="danger">No end date</Status>
  const isNear = Math.abs(Date.parse(last) - Date.parse(load_at)) < dayMs
  return <Status is="warning">Until {isNear ? clearMoment(last, zone) : shortDay(last, zone)}</Status>
}

function Why({ entry }: { entry: ShipEntry }) {
  return (
    <div>
      <WhyLines of={whyNot(entry)} animal={entry.animal_id} />
      {entry.override !== null && (
        <p className="soft">
          {entry.obstacles.length > 0
            ? 'An override does not change that.'
            : 'Something was added since its hold was overridden, so it is held again.'}
        </p>
      )}
    </div>
  )
}

/** Of one that is held all the same: who lets it pass, and why. */
function Passing({ entry, isLate }: { entry: ShipEntry; isLate: boolean }) {
  const zone = useZone()
  const { override, overridden } = entry
  if (isLate) return <Status is="danger">Was held</Status>
  if (!overridden || override === null) return <Status is="success">Clear</Status>
  return (
    <div>
      <Status is="warning">Overridden</Status>
      <p>
        “{override.reason}”{' '}
        <span className="soft">
          {override.by}, {shortMoment(override.at, zone)}
        </span>
      </p>
      <WhyLines of={whyNot(entry)} animal={entry.animal_id} />
    </div>
  )
}

const animal = { header: 'Animal', cell: (entry: ShipEntry) => <Name entry={entry} /> }
const pen = { header: 'Pen', cell: (entry: ShipEntry) => entry.pen ?? 'In no pen' }
const untilOf = (load_at: string) => ({
  header: 'Held until',
  cell: (entry: ShipEntry) => <Until entry={entry} load_at={load_at} />,
})
const why = { header: 'Why', cell: (entry: ShipEntry) => <Why entry={entry} /> }
/** What is called clear was so when it left: where something became known later, it is not said. */
const holdOf = ({ late }: Pick<ShipList, 'late'>) => {
  const known = new Set(late.flatMap(({ animal_id, taken_back }) => (taken_back ? [] : [animal_id])))
  return {
    header: 'Hold',
    cell: (entry: ShipEntry) => <Passing entry={entry} isLate={known.has(entry.animal_id)} />,
  }
}

interface RowActionsProps {
  list: string
  entry: ShipEntry
  onOverride: Overriding
}

function useRowActions({ list, entry, onOverride }: RowActionsProps) {
  const { send, busy } = useAppCommand(takeOffShipList, { id: list })
  const tell = useTold()
  const name = entryName(entry)
  const takeOff = () =>
    void tell(async () => {
      await send({ animals: [entry.animal_id] })
      return `${name} is off the list.`
    })
  const isOverridable = !entry.passes && entry.obstacles.length === 0
  return { name, busy, takeOff, override: isOverridable && onOverride ? () => onOverride(entry) : null }
}

function RowButtons(props: RowActionsProps) {
  const { name, busy, takeOff, override } = useRowActions(props)
  return (
    <div className="row-steps">
      {override && (
        <Button kind="quiet" aria-label={`Override the hold of ${name}`} onClick={override}>
          Override
        </Button>
      )}
      <Button
        kind="quiet"
        busy={busy}
        busyLabel="Taking off.."
        aria-label={`Take off ${name}`}
        onClick={takeOff}
      >
        Take off
      </Button>
    </div>
  )
}

/** On a phone they take no line of their own. */
function RowMenu(props: RowActionsProps) {
  const { name, busy, takeOff, override } = useRowActions(props)
  return (
    <Menu label={`What to do with ${name}`} face={<IconDots size={20} aria-hidden />}>
      {override && (
        <MenuItem icon={IconLockOpen} aria-label={`Override the hold of ${name}`} onChoose={override}>
          Override
        </MenuItem>
      )}
      <MenuItem icon={IconCircleMinus} disabled={busy} aria-label={`Take off ${name}`} onChoose={takeOff}>
        Take off
      </MenuItem>
    </Menu>
  )
}

function TakeOffHeld({ id, count }: { id: string; count: number }) {
  const { send, busy } = useAppCommand(takeOffShipList, { id })
  const tell = useTold()
  const takeOff = () =>
    tell(async () => {
      const { removed } = await send({ held: 'yes' })
      return removed === 1 ? '1 animal is off the list.' : `${removed} animals are off the list.`
    })
  return (
    <Button busy={busy} busyLabel="Taking off.." onClick={() => void takeOff()}>
      {count === 1 ? 'Take it off' : 'Take off all held'}
    </Button>
  )
}
