import { t } from '@byre/contract/words'
import { IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface RemovalProps {
  /** On the button: 'Delete Card'. */
  label: string
  /** Resolves to what is said instead, where it is still needed. Once it is gone, this goes with it. */
  remove: () => Promise<ReactNode>
  /** What the question says will happen. */
  children: ReactNode
}

/** Asks, removes, and when that cannot be says why. */
export function Removal({ label, remove, children }: RemovalProps) {
  const [asking, setAsking] = useState(false)
  const [needed, setNeeded] = useState<ReactNode>(null)
  const confirm = async () => {
    const why = await remove()
    if (!why) return
    setNeeded(why)
    setAsking(false)
  }
  return (
    <>
      <Button kind="removal" icon={IconTrash} className="action-last" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {needed && (
        <div className="action-answer">
          <Banner is="danger" live onDismiss={() => setNeeded(null)}>
            {needed}
          </Banner>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          confirm={t`Delete`}
          busy={t`Deleting..`}
          danger
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
