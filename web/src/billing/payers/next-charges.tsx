import { plural, t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { useState } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { sumInWords } from '../names-and-sums.ts'
import { billingDay } from '../billing-day.ts'
import { planInWordsOf, type PlansById } from '../paid.ts'

interface Due {
  id: string
  at: string
  name: string
  plan: string
  total: number
  currency: string
}

/** What is charged on one day, by name: one charge at the card. */
interface DueDay {
  day: string
  due: [Due, ...Due[]]
}

interface NextChargesProps {
  entity: BillingEntity
  paid: readonly PaidPlace[]
  plans: PlansById
  /** Minor units of what is open by now, which is not among what comes. */
  owed: number
}

/** By day; what is charged for more than one place on a day unfolds. */
export function NextCharges({ entity, paid, plans, owed }: NextChargesProps) {
  const [shown, setShown] = useState<string | null>(null)
  const due = paid.flatMap(({ id, place_name: name, next_charge: next }): Due[] =>
    next?.at && next.billing_entity_id === entity.id
      ? [{ ...next, id, at: next.at, name, plan: planInWordsOf(next.plan_id, plans) }]
      : [],
  )
  const open = daysOf(due).find(({ day }) => day === shown)
  return (
    <>
      <Table
        caption={t`Next charges by date`}
        columns={[
          { header: t`Date`, cell: dueOn },
          { header: t`For`, cell: dueFor(setShown) },
          { header: t`Amount`, end: true, cell: ({ due }: DueDay) => sumOf(due) },
        ]}
        rows={daysOf(due)}
        rowKey={({ day }) => day}
        pageSize={5}
        pageIn="charges_page"
        empty={
          <p className="soft">
            {owed > 0
              ? t`Nothing but the ${formatMoney(owed, entity.currency ?? 'cad')} that is owed.`
              : t`Nothing will be charged.`}
          </p>
        }
      />
      {due.length > 0 && (
        <p className="soft">
          {t`With tax, as things stand now. ${sumOf(due)} in all.`}
          {entity.last_four === null && (
            <>
              {' '}
              {t`Without a card, none of this is charged, and whatever falls due is read-only until you add one.`}
            </>
          )}
        </p>
      )}
      {open && (
        <Dialog title={`${billingDay(open.due[0].at)}: ${sumOf(open.due)}`} onClose={() => setShown(null)}>
          <Table
            caption={t`Charges on ${billingDay(open.due[0].at)}`}
            columns={[
              { header: t`For`, cell: ({ name }: Due) => name },
              { header: t`Plan`, cell: ({ plan }: Due) => plan },
              {
                header: t`Amount`,
                end: true,
                cell: ({ total, currency }: Due) => formatMoney(total, currency),
              },
            ]}
            rows={open.due}
            rowKey={({ id }) => id}
            pageSize={25}
            pageIn="due_page"
            empty={null}
          />
        </Dialog>
      )}
    </>
  )
}

/** By date, and within a date by name. */
function daysOf(due: readonly Due[]): DueDay[] {
  const days = new Map<string, DueDay>()
  for (const one of due.toSorted((a, b) => a.at.localeCompare(b.at) || a.name.localeCompare(b.name))) {
    const day = one.at.slice(0, 10)
    const known = days.get(day)
    if (known) known.due.push(one)
    else days.set(day, { day, due: [one] })
  }
  return [...days.values()].map(({ day, due }) => ({
    day,
    due: due.toSorted((a, b) => a.name.localeCompare(b.name)) as DueDay['due'],
  }))
}

const sumOf = (due: readonly Due[]) =>
  sumInWords(due.map(({ total, currency }) => ({ amount: total, currency })))

const dueOn = ({ due: [{ at }] }: DueDay) => <span className="unbroken">{billingDay(at)}</span>

function dueFor(show: (day: string) => void) {
  return function For({ day, due }: DueDay) {
    const [{ at, name, plan }] = due
    if (due.length === 1) return `${name} (${plan})`
    return (
      <Button onClick={() => show(day)}>
        {t`${plural(due.length, { one: '# charge', other: '# charges' })}`}
        <span className="unseen"> {t`on ${billingDay(at)}`}</span>
      </Button>
    )
  }
}
