/*
 * Dialog  title · onClose · children · wide?     open while it is on screen: {open && <Dialog …/>}. Escape and outside close it; focus returns.
 */
import { Dialog as Base } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface DialogProps {
  title: string
  onClose: () => void
  wide?: boolean
  children: ReactNode
}

export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="veil" />
        <Base.Popup className="dialog" data-wide={wide}>
          <div className="dialog-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close className="button icon-button" data-kind="quiet" aria-label="Close">
              <IconX size={20} aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
