/*
 * ConfirmDialog  title? ('Are you sure?') · children (what will happen, with the name) · confirm ('Delete') · busy? ('Deleting..')
 *                · danger? · onConfirm (may be async: it stays open and busy, and closes by your removing it) · onCancel
 *
 * Open while it is on screen: {asking && <ConfirmDialog …/>}. Starts on Cancel; Escape cancels. A failure is said in a toast
 * and the dialog stays.
 */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, useState, type ReactNode } from 'react'
import { requestIdOf, sentenceOf } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { Button } from './button.tsx'

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
  const { title = 'Are you sure?', confirm, busy, danger = false, onConfirm, onCancel, children } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const [waiting, setWaiting] = useState(false)

  const go = async () => {
    setWaiting(true)
    try {
      await onConfirm()
    } catch (error) {
      toast.error(sentenceOf(error), requestIdOf(error))
    } finally {
      setWaiting(false)
    }
  }

  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !waiting && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="veil" />
        <AlertDialog.Popup className="dialog" initialFocus={cancel}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
          <div className="dialog-buttons">
            <Button
              kind={danger ? 'danger' : 'primary'}
              busy={waiting}
              busyLabel={busy}
              onClick={() => void go()}
            >
              {confirm}
            </Button>
            <Button ref={cancel} disabled={waiting} onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
