import { Link } from 'react-router'
import { formatMoney } from '../lib/format.ts'
import { billingDay } from '../billing/paid.ts'
import { hostOf } from '../places/hosts.ts'
import type { Kind, ListedPlace, Place } from '../products.ts'
import { Status, type StatusKind } from '../ui/badge.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { statesInWords, type PlaceState } from './list-address.ts'
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
export function PlaceTable({ kind, places, onDelete }: PlaceTableProps) {
  const columns: Column<ListedPlace>[] = [
    { header: 'Name', cell: (place) => <Name kind={kind} place={place} /> },
    {
      header: 'State',
      cell: ({ state = 'running' }) => <Status is={looks[state]}>{statesInWords[state]}</Status>,
    },
    { header: 'Plan', cell: ({ plan_name: plan }) => plan ?? null },
    { header: 'Next charge', cell: ({ next_charge: next }) => next && <NextCharge next={next} /> },
    { header: 'People', end: true, cell: ({ people }) => people },
    { header: 'Where', cell: ({ city, region }) => [city, region].filter(Boolean).join(', ') || null },
    {
      header: 'Actions',
      quietHeader: true,
      end: true,
      cell: (place) => (
        <span className="row-icons">
          <PlaceIcons kind={kind} place={place} onDelete={onDelete} />
        </span>
      ),
    },
  ]
  return (
    <div className="place-table">
      <Table caption={kind.menu} columns={columns} rows={places} rowKey={({ id }) => id} empty={null} />
    </div>
  )
}

function Name({ kind, place: { id, name, launch_url: address } }: { kind: Kind; place: ListedPlace }) {
  return (
    <span className="two-lines">
      <Link to={kind.paths.open(id)}>{name}</Link>
      <span className="soft">{hostOf(address)}</span>
    </span>
  )
}

function NextCharge({ next: { at, total, currency } }: { next: NonNullable<ListedPlace['next_charge']> }) {
  return (
    <span className="two-lines figures">
      <span>{formatMoney(total, currency)}</span>
      <span className="soft">{at ? billingDay(at) : 'With a card'}</span>
    </span>
  )
}
