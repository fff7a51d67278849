import { createContext, useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useDiscarding, type FormState } from './discarding.tsx'

/** Where a form says how it is; without one around it nobody asks. */
export const FormStateContext = createContext<(state: FormState) => void>(() => undefined)

export const untouched: FormState = { isDirty: false, isBusy: false }

interface FormDialogProps {
  title: string
  wide?: boolean
  onClose: () => void
  /** With a `CommandForm` somewhere in it. */
  children: ReactNode
}

/** A dialog with a form: what is typed in it is lost by nothing but being discarded. */
export function FormDialog({ title, wide = false, onClose, children }: FormDialogProps) {
  const [state, setState] = useState(untouched)
  const { leave, question } = useDiscarding(state, 'What you typed here is lost.')
  return (
    <>
      <Dialog title={title} wide={wide} onClose={() => leave(onClose)}>
        <FormStateContext value={setState}>{children}</FormStateContext>
      </Dialog>
      {question}
    </>
  )
}
