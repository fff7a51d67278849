import { Link } from 'react-router'
import { formatMoney } from '../lib/format.ts'
import { billingDay } from '../billing/paid.ts'
import { hostOf } from '../places/hosts.ts'
import type { Kind, ListedPlace, Place } from '../products.ts'
import { Status, type StatusKind } from '../ui/badge.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { statesInWords, type PlaceState } from '../account/list-address.ts'
import { PlaceIcons } from './place-icons.tsx'
import './dashboard.css'

const looks: Record<PlaceState, StatusKind> = {
  running: 'success',
  trial: 'info',
  past_due: 'warning',
  read_only: 'warning',
  stopped: 'danger',
}

interface PlaceTableProps {
  kind: Kind
  places: readonly ListedPlace[]
  onDelete: (place: Place) => void
}

/** Many places, a row each. */
export function PlaceTable(props: PlaceTableProps) {
  return (
    <div className="place-table">
      <Table
        caption={props.kind.menu}
        columns={columnsOf(props)}
        rows={props.places}
        rowKey={({ id }) => id}
        empty={null}
      />
    </div>
  )
}

const columnsOf = ({ kind, onDelete }: PlaceTableProps): Column<ListedPlace>[] => [
  { header: 'Name', cell: nameOf(kind) },
  { header: 'State', cell: stateOf },
  { header: 'Plan', cell: ({ plan_name: plan }) => plan ?? null },
  { header: 'Next charge', cell: nextChargeOf },
  { header: 'People', end: true, cell: ({ people }) => people },
  { header: 'Where', cell: ({ city, region }) => [city, region].filter(Boolean).join(', ') || null },
  { header: 'Actions', quietHeader: true, end: true, cell: iconsOf(kind, onDelete) },
]

const nameOf = (kind: Kind) =>
  function Name({ id, name, launch_url: address }: ListedPlace) {
    return (
      <span className="two-lines">
        <Link to={kind.paths.open(id)}>{name}</Link>
        <span className="soft">{hostOf(address)}</span>
      </span>
    )
  }

const stateOf = ({ state = 'running' }: ListedPlace) => (
  <Status is={looks[state]}>{statesInWords[state]}</Status>
)

function nextChargeOf({ next_charge: next }: ListedPlace) {
  return (
    next && (
      <span className="two-lines figures">
        <span>{formatMoney(next.total, next.currency)}</span>
        <span className="soft">{next.at ? billingDay(next.at) : 'Once it is paid for'}</span>
      </span>
    )
  )
}

const iconsOf = (kind: Kind, onDelete: PlaceTableProps['onDelete']) =>
  function Icons(place: ListedPlace) {
    return (
      <span className="row-icons">
        <PlaceIcons kind={kind} place={place} onDelete={onDelete} />
      </span>
    )
  }
