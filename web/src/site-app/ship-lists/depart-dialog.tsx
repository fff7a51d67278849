import type { ShipList } from '@byre/contract/herd/ship-list-parts'
import { departShipList } from '@byre/contract/herd/ship-lists'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { useAppCommand } from '../asks.ts'
import { useTold } from './told.ts'

const reasons = [
  { value: 'sold', label: 'Sold' },
  { value: 'slaughter', label: 'To slaughter' },
  { value: 'transferred', label: 'To another place of ours' },
] as const

interface DepartDialogProps {
  list: Pick<ShipList, 'id' | 'destination' | 'head'>
  onClose: () => void
}

/** The truck is on its way: its animals leave the site. */
export function DepartDialog({ list: { id, destination, head }, onClose }: DepartDialogProps) {
  const { send } = useAppCommand(departShipList, { id })
  const [reason, setReason] = useState<(typeof reasons)[number]['value']>('sold')
  const tell = useTold()
  const depart = async () => {
    await tell(
      async () => {
        await send({ reason })
        return `Left for ${destination}.`
      },
      {
        'ship_list.held':
          'Some of these animals may not leave at this hour. Wait for the planned time, or open the list again and take them off.',
      },
    )
    onClose()
  }
  return (
    <ConfirmDialog
      title="Has it left?"
      confirm="It has left"
      busy="Writing it down.."
      onConfirm={depart}
      onCancel={onClose}
    >
      <div className="stack">
        <p>
          {head === 1 ? '1 animal leaves' : `${head} animals leave`} the site now, for {destination}. The list
          cannot be changed after that.
        </p>
        <Choice label="Why do they leave?" value={reason} options={reasons} onChoose={setReason} />
      </div>
    </ConfirmDialog>
  )
}
