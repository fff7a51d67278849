import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import type { Plan } from '@byre/contract/billing/plans'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatPrice } from '../../lib/format.ts'
import type { Kind } from '../../products.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { placePath, planInWordsOf, type PlansById } from '../paid.ts'
import { SubscriptionActions } from './subscription-actions.tsx'
import { SubscriptionFacts } from './subscription-facts.tsx'
import { comingOf, statusBadgeOf } from './subscription-words.ts'

interface PaidPlacesProps {
  kind: Kind
  entity: BillingEntity
  places: readonly PaidPlace[]
  plans: PlansById
}

/** Every place of one kind that is paid for: its plan, how it stands and what it costs. */
export function PaidPlaces({ kind, entity, places, plans }: PaidPlacesProps) {
  const [managed, setManaged] = useState<string | null>(null)
  const columns = [
    { header: kind.title, cell: placeName },
    { header: t`Plan`, cell: ({ plan_id: id }: PaidPlace) => planInWordsOf(id, plans) },
    { header: t`Status`, cell: statusIn(plans) },
    { header: t`Price`, cell: ({ plan_id: id }: PaidPlace) => priceOf(plans.get(id)) },
    { header: t`Change`, cell: manageWith(setManaged), quietHeader: true, end: true },
  ]
  const open = places.find(({ id }) => id === managed)
  const add = <ButtonLink to={kind.paths.add()} icon={IconPlus}>{t`New ${kind.title}`}</ButtonLink>
  return (
    <div className="stack short-rows paid-rows">
      <Table
        caption={t`${kind.menu} this pays for`}
        columns={columns}
        rows={places}
        rowKey={({ id }) => id}
        pageSize={25}
        pageIn={`${kind.many}_page`}
        empty={
          <EmptyState
            title={t`No ${kind.menu}`}
            drawing={kind.one === 'site' ? 'gate' : 'stethoscope'}
            action={add}
          >{t`The ${kind.many} this pays for will appear here.`}</EmptyState>
        }
      />
      {places.length > 0 && <div>{add}</div>}
      {open && (
        <Dialog title={open.place_name} onClose={() => setManaged(null)}>
          <Facts>
            <SubscriptionFacts paid={open} plans={plans} hasCard={entity.last_four !== null} />
          </Facts>
          <SubscriptionActions
            paid={open}
            runsBillingEntity={open.pending_billing_entity_id === null}
            runsPresent
          />
          {open.pending_billing_entity_id !== null && (
            <p className="soft">{t`From the next period on somebody else pays, and chooses the plan.`}</p>
          )}
          {open.place_role !== 'Owner' && (
            <p className="soft">{t`Only an Owner of ${open.place_name} can choose another plan for it.`}</p>
          )}
        </Dialog>
      )}
    </div>
  )
}

const priceOf = (plan: Plan | undefined) => plan && formatPrice(plan)

/** Who pays need not belong to what is paid for. */
function placeName(paid: PaidPlace) {
  if (paid.place_role === null) return paid.place_name
  return (
    <Link className="wide-target" to={placePath(paid)}>
      {paid.place_name}
    </Link>
  )
}

function statusIn(plans: PlansById) {
  return function StatusOf(paid: PaidPlace) {
    const { is, words } = statusBadgeOf(paid)
    const coming = comingOf(paid, plans)
    return (
      <span className="standing">
        <Status is={is}>{words}</Status>
        {coming && <span className="soft">{coming}</span>}
      </span>
    )
  }
}

function manageWith(open: (id: string) => void) {
  return function Manage({ id, place_name: name }: PaidPlace) {
    return (
      <Button onClick={() => open(id)}>{rich`Manage${(<span className="unseen"> {name}</span>)}`}</Button>
    )
  }
}
