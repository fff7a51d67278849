import { t } from '@byre/contract/words'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'

interface DiscardDialogProps {
  onClose: () => void
  onConfirm: () => void
}

export function DiscardDialog({ onClose, onConfirm }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title={t`Discard changes?`}
      confirm={t`OK`}
      danger
      onCancel={onClose}
      onConfirm={onConfirm}
    >{t`You might have unsaved changes. You will lose these changes if you continue.`}</ConfirmDialog>
  )
}
