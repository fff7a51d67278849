import { getDemo, removeDemo } from '@byre/contract/herd/demo'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../lib/toast.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { usePatience } from '../ui/patience.ts'
import { useAppAsk, useAppCommand } from './asks.ts'
import { useMay } from './me.ts'
import { Waiting } from '../ui/skeletons.tsx'

/** Takes the demo animals away, once somebody has said so twice. */
export function RemoveDemo() {
  const { send } = useAppCommand(removeDemo, {})
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    await send({})
    toast.success('The demo animals are gone.')
    setAsking(false)
  }
  return (
    <>
      <Button icon={IconTrash} onClick={() => setAsking(true)}>
        Remove demo animals
      </Button>
      {asking && (
        <ConfirmDialog
          title="Remove the demo animals?"
          confirm="Remove them"
          busy="Removing.."
          danger
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          <p>Everything recorded for them goes too, including what you tried out. Your own animals stay.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** A word that some animals are not real, for as long as some are not. */
export function DemoNotice() {
  const { data, isPending } = useAppAsk(getDemo, {})
  const may = useMay('import')
  const isKnown = usePatience(!isPending)
  if (!isKnown) return <Waiting />
  if (!data || data.animals === 0) return null
  return (
    <Banner is="info" {...(may && { action: <RemoveDemo /> })}>
      {`${data.animals} of the animals here are demo animals.`}
    </Banner>
  )
}
