/*
 * Dialog  title · onClose · wide? · children     open while it is on screen: {open && <Dialog …/>}. Escape and outside close it; focus returns.
 */
import { t } from '@byre/contract/words'
import { IconX } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import { Modal } from './modal.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  wide?: boolean
  children: ReactNode
}

export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const titleId = useId()
  return (
    <Modal titleId={titleId} className={wide ? 'dialog dialog-wide' : 'dialog'} onDismiss={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
      {/* Last, so that focus begins at what the dialog is for; drawn in the corner. */}
      <IconButton label={t`Close`} icon={IconX} className="dialog-close" onClick={onClose} />
    </Modal>
  )
}
