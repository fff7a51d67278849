import type { ShipList } from '@byre/contract/herd/ship-list-parts'
import { transportNames } from '@byre/contract/herd/transport-names'
import { dropShipList, planShipList } from '@byre/contract/herd/ship-lists'
import { marketName } from '@byre/contract/herd/market-names'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callApp } from '../../lib/app-call.ts'
import { Refusal } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { distrustAnswers, useAppCommand } from '../asks.ts'
import { useMe } from '../me.ts'
import { paths } from '../paths.ts'
import { FormDialog } from '../recording/form-dialog.tsx'
import { PlanForm } from '../shipping/plan-form.tsx'
import { transportFields, valuesOf } from '../shipping/plan.ts'
import { shortMoment, useZone } from '../times.ts'
import { isOpen } from './entries.tsx'
import { changedMeanwhile } from './told.ts'

interface PlanFactsProps {
  list: ShipList
  /** While it is being thrown away, and once it is. */
  onDropping: (isGoing: boolean) => void
}

/** Where it goes, when, who did what, and what the carrier's papers say. */
export function PlanFacts({ list, onDropping }: PlanFactsProps) {
  const zone = useZone()
  const mayRecord = useMe().rights.includes('record')
  const [asks, setAsks] = useState<'plan' | 'drop' | null>(null)
  const canChange = mayRecord && isOpen(list)
  const at = (moment: string, by: string | null) => `${shortMoment(moment, zone)}${by ? `, ${by}` : ''}`
  return (
    <div className="stack">
      <Facts>
        <Fact name="Destination">{list.destination}</Fact>
        <Fact name="Market">{marketName(list.market)}</Fact>
        <Fact name="Planned load">{shortMoment(list.load_at, zone)}</Fact>
        {transportFields.map(
          (name) =>
            list.transport[name] && (
              <Fact key={name} name={transportNames[name]}>
                {list.transport[name]}
              </Fact>
            ),
        )}
        <Fact name="Made">{at(list.created_at, list.made_by)}</Fact>
        {list.locked_at && <Fact name="Locked">{at(list.locked_at, list.locked_by)}</Fact>}
        {list.departed_at && <Fact name="Left">{at(list.departed_at, list.departed_by)}</Fact>}
        {list.locked_n !== null && <Fact name="Rests on">Record {list.locked_n} of the site’s ledger</Fact>}
      </Facts>
      {canChange && (
        <div className="form-buttons load-steps">
          <Button onClick={() => setAsks('plan')}>Change the plan</Button>
          {list.locked_at === null && (
            <Button kind="removal" onClick={() => setAsks('drop')}>
              Throw away
            </Button>
          )}
        </div>
      )}
      {asks === 'plan' && <ChangePlan list={list} onClose={() => setAsks(null)} />}
      {asks === 'drop' && <Drop list={list} onDropping={onDropping} onClose={() => setAsks(null)} />}
    </div>
  )
}

interface DialogProps {
  list: ShipList
  onClose: () => void
}

function ChangePlan({ list, onClose }: DialogProps) {
  const zone = useZone()
  const { send } = useAppCommand(planShipList, { id: list.id })
  // What others change meanwhile does not change what is being typed.
  const [begin] = useState(() => valuesOf(list, zone))
  return (
    <FormDialog title="Change the plan" onClose={onClose}>
      <PlanForm
        begin={begin}
        submit="Save"
        busyLabel="Saving.."
        onSend={async (plan) => {
          try {
            await send(plan)
            toast.success('The plan is changed. Check the list again.')
          } catch (error) {
            const meanwhile = await changedMeanwhile(error)
            if (meanwhile === null) throw error
            toast.warning(meanwhile)
          }
          onClose()
        }}
      />
    </FormDialog>
  )
}

function Drop({
  list: { id, destination, head },
  onDropping,
  onClose,
}: DialogProps & Pick<PlanFactsProps, 'onDropping'>) {
  const navigate = useNavigate()
  const drop = async () => {
    onDropping(true)
    try {
      await callApp(dropShipList, { id }, { body: {} })
    } catch (error) {
      // Thrown away already: by somebody else, or by a press whose answer was lost.
      if (!(error instanceof Refusal) || error.status !== 404) {
        onDropping(false)
        const meanwhile = await changedMeanwhile(error)
        if (meanwhile === null) throw error
        toast.warning(meanwhile)
        return onClose()
      }
    }
    toast.success('The ship list is thrown away.')
    await distrustAnswers()
    void navigate(paths.shipLists())
  }
  return (
    <ConfirmDialog
      title="Throw this list away?"
      confirm="Throw away"
      busy="Throwing away.."
      danger
      onConfirm={drop}
      onCancel={onClose}
    >
      The list for {destination} with {head === 1 ? '1 animal' : `${head} animals`} is gone for good. The
      animals themselves stay as they are.
    </ConfirmDialog>
  )
}
