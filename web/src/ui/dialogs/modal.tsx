/*
 * Modal  titleId · className · onDismiss (Escape, or outside unless `alert`) · alert? · start? (a ref to what takes focus) · children
 *
 * The browser's own modal <dialog>, under Dialog, ConfirmDialog and the drawer: the page behind is
 * inert, focus stays inside and returns to where it was. Open while it is on screen.
 */
import { useLayoutEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import './modal.css'

interface ModalProps {
  titleId: string
  className: string
  onDismiss: () => void
  alert?: boolean
  start?: RefObject<HTMLElement | null>
  children: ReactNode
}

export function Modal({ titleId, className, onDismiss, alert = false, start, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    start?.current?.focus()
    // Closed before it leaves the document: only then does the browser give focus back.
    return () => shown?.close()
  }, [start])

  const dismissOutside = (event: MouseEvent) => {
    if (!alert && event.target === dialog.current) onDismiss()
  }
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press on its backdrop is a press on it
    <dialog
      ref={dialog}
      className={className}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={alert ? `${titleId}-words` : undefined}
      onMouseDown={dismissOutside}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      // A second Escape closes it whatever we say: it is there again, for whoever asks first.
      onClose={() => {
        if (dialog.current?.open !== false) return
        showAgain(dialog.current)
        onDismiss()
      }}
    >
      <div className="modal-content">{children}</div>
    </dialog>,
    document.body,
  )
}

/** Below those that were opened after it. */
function showAgain(closed: HTMLDialogElement) {
  closed.showModal()
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')]
  for (const later of open.slice(open.indexOf(closed) + 1)) {
    later.close()
    later.showModal()
  }
}
