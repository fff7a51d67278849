import { t } from '@byre/contract/words'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '../lib/format.ts'
import { billingDay } from '../billing/billing-day.ts'
import { hostOf } from '../places/hosts.ts'
import type { Kind, ListedPlace, Place } from '../products.ts'
import { Status, type StatusKind } from '../ui/badge.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { statesInWords, type PlaceState } from '../account/list-address.ts'
import { ChosenPlaces } from './chosen-places.tsx'
import { PlaceIcons } from './place-icons.tsx'
import './dashboard.css'

const looks: Record<PlaceState, StatusKind> = {
  running: 'success',
  trial: 'info',
  past_due: 'warning',
  read_only: 'warning',
  stopped: 'danger',
}

export interface PlaceTableProps {
  kind: Kind
  places: readonly ListedPlace[]
  onDelete: (place: Place) => void
}

/** Many places, a row each; some of them are chosen, for what is done with many at once. */
export function PlaceTable(props: PlaceTableProps) {
  const { kind, places } = props
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = places.filter(({ id }) => ids.has(id))
  const choose = (now: readonly ListedPlace[]) => setIds(new Set(now.map(({ id }) => id)))
  const toggle = (place: ListedPlace) =>
    choose(ids.has(place.id) ? chosen.filter((one) => one !== place) : [...chosen, place])
  return (
    <div className="place-table short-rows">
      <ChosenPlaces kind={kind} places={places} chosen={chosen} onChoose={choose} />
      <Table
        caption={kind.menu}
        columns={columnsOf({ ...props, ids, toggle })}
        rows={places}
        rowKey={({ id }) => id}
        empty={null}
      />
    </div>
  )
}

interface Choosing {
  ids: ReadonlySet<string>
  toggle: (place: ListedPlace) => void
}

const columnsOf = ({ kind, onDelete, ids, toggle }: PlaceTableProps & Choosing): Column<ListedPlace>[] => [
  { header: t`Name`, cell: nameOf(kind, { ids, toggle }) },
  { header: t`State`, cell: stateOf },
  { header: t`Plan`, cell: ({ plan_name: plan }) => plan ?? null },
  { header: t`Next charge`, cell: nextChargeOf },
  { header: t`People`, end: true, cell: ({ people }) => people },
  { header: t`Where`, cell: ({ city, region }) => [city, region].filter(Boolean).join(', ') || null },
  { header: t`Actions`, quietHeader: true, end: true, cell: iconsOf(kind, onDelete) },
]

const nameOf = (kind: Kind, { ids, toggle }: Choosing) =>
  function Name(place: ListedPlace) {
    const { id, name, launch_url: address } = place
    return (
      <span className="row-name">
        <label className="choose-row">
          <span className="unseen">{t`Choose ${name}`}</span>
          <input type="checkbox" checked={ids.has(id)} onChange={() => toggle(place)} />
        </label>
        <span className="two-lines">
          <Link to={kind.paths.open(id)}>{name}</Link>
          <span className="soft">{hostOf(address)}</span>
        </span>
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
        <span className="soft">{next.at ? billingDay(next.at) : t`Once it is paid for`}</span>
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
