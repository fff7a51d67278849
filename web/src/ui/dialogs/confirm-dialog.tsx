/*
 * ConfirmDialog  title? ('Are you sure?') · children (what will happen, with the name) · confirm ('Delete') · busy? ('Deleting..')
 *                · danger? · onConfirm (may be async; it closes by your removing it) · onCancel
 *
 * Open while it is on screen: {asking && <ConfirmDialog …/>}. An alertdialog: starts on Cancel, Escape
 * cancels. While `onConfirm` runs it is busy; what that throws is said in it, and it stays.
 */
import { t } from '@byre/contract/words'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { FailureBanner } from '../failure-banner.tsx'
import { Modal } from './modal.tsx'

interface ConfirmDialogProps {
  title?: string
  confirm: string
  busy?: string
  danger?: boolean
  onConfirm: () => void | Promise<void>
  onCancel: () => void
  children: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title = t`Are you sure?`, confirm, busy, danger = false, onConfirm, onCancel, children } = props
  const titleId = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const [waiting, setWaiting] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const go = async () => {
    setWaiting(true)
    setFailure(null)
    try {
      await onConfirm()
    } catch (error) {
      setFailure(error)
    } finally {
      setWaiting(false)
    }
  }

  return (
    <Modal alert titleId={titleId} className="dialog" start={cancel} onDismiss={onCancel}>
      <h2 id={titleId}>{title}</h2>
      <div id={`${titleId}-words`}>{children}</div>
      <FailureBanner failure={failure} />
      <div className="dialog-buttons">
        <Button ref={cancel} onClick={onCancel}>{t`Cancel`}</Button>
        <Button
          kind={danger ? 'danger' : 'primary'}
          busy={waiting}
          busyLabel={busy}
          onClick={() => void go()}
        >
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}
