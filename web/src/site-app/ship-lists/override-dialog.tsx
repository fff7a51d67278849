import type { ShipEntry } from '@byre/contract/herd/ship-list-parts'
import { overrideHold } from '@byre/contract/herd/ship-lists'
import { toast } from '../../lib/toast.ts'
import { useAppCommand } from '../asks.ts'
import { CommandForm } from '../recording/command-form.tsx'
import { said } from '../recording/drafts.ts'
import { TextIn } from '../recording/fields.tsx'
import { FormDialog } from '../recording/form-dialog.tsx'
import { entryName, whyNot } from './reasons.ts'
import { changedMeanwhile } from './told.ts'
import { WhyLines } from './why-lines.tsx'

interface OverrideDialogProps {
  list: string
  entry: ShipEntry
  onClose: () => void
}

/** A held animal is let pass on this list alone, by whoever answers for it; the sheet prints who and why. */
export function OverrideDialog({ list, entry, onClose }: OverrideDialogProps) {
  const { send } = useAppCommand(overrideHold, { id: list })
  const name = entryName(entry)
  return (
    <FormDialog title={`Let ${name} leave held?`} onClose={onClose}>
      <WhyLines of={whyNot(entry)} animal={entry.animal_id} />
      <p>
        The clearance sheet prints your name and your reason. The hold itself stays, and counts again if
        anything is added to it.
      </p>
      <CommandForm
        submit="Override"
        busyLabel="Writing it down.."
        onSend={async (values) => {
          const reason = said(values['reason'])
          if (reason === undefined) return { reason: 'Why may it leave all the same?' }
          try {
            await send({ animal: entry.animal_id, reason })
            toast.success(`${name} may leave on this list.`)
          } catch (error) {
            const meanwhile = await changedMeanwhile(error)
            if (meanwhile === null) throw error
            toast.warning(meanwhile)
          }
          onClose()
          return undefined
        }}
      >
        <TextIn name="reason" label="Reason" maxLength={200} />
      </CommandForm>
    </FormDialog>
  )
}
