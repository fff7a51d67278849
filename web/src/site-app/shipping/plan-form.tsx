import type { ShipListPlan } from '@byre/contract/herd/ship-list-parts'
import { transportNames } from '@byre/contract/herd/transport-names'
import { useState } from 'react'
import '../../ui/fold.css'
import { useMe } from '../me.ts'
import { CommandForm } from '../recording/command-form.tsx'
import type { Values } from '../recording/drafts.ts'
import { SelectIn, TextIn } from '../recording/fields.tsx'
import { useZone } from '../times.ts'
import { marketsToShipTo, planField, planOf, transportFields } from './plan.ts'

interface PlanFormProps {
  begin: Values
  submit: string
  busyLabel: string
  onSend: (plan: ShipListPlan) => Promise<void>
}

/** Where it goes, when, and what the carrier's papers ask for. */
export function PlanForm({ begin, submit, busyLabel, onSend }: PlanFormProps) {
  const me = useMe()
  const zone = useZone()
  const [hasTransport] = useState(() => transportFields.some((name) => begin[name]))
  return (
    <CommandForm
      begin={begin}
      submit={submit}
      busyLabel={busyLabel}
      nameOf={planField}
      onSend={async (values) => {
        const read = planOf(values, zone)
        if ('problems' in read) return read.problems
        await onSend(read.plan)
        return undefined
      }}
    >
      <TextIn name="destination" label="Destination" maxLength={120} hint="The packer, sale or buyer." />
      <SelectIn
        name="market"
        label="Market"
        options={marketsToShipTo(me)}
        hint="Its withdrawals count, and those at home."
      />
      <div className="field-row">
        <TextIn name="day" label="Load day" type="date" />
        <TextIn name="time" label="Load time" type="time" hint={`By the clock in ${placeIn(zone)}.`} />
      </div>
      <details className="fold" open={hasTransport}>
        <summary>
          For the carrier’s papers <span className="soft">(optional)</span>
        </summary>
        <div className="form">
          {transportFields.map((name) => (
            <TextIn key={name} name={name} label={transportNames[name]} maxLength={200} optional />
          ))}
        </div>
      </details>
    </CommandForm>
  )
}

/** `Edmonton`, of `America/Edmonton`. */
const placeIn = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
