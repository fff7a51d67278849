import { t, translated } from '@byre/contract/words'
import type { ReactNode } from 'react'
import { askAgain } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import type { DefaultsOf, FormSchema, ValuesOf } from '../ui/forms/form-schema.ts'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'

interface CommandProps<S extends FormSchema> {
  title: string
  /** What will happen. */
  about: ReactNode
  schema: S
  defaults: DefaultsOf<S>
  send: (values: ValuesOf<S>) => Promise<{ done: string }>
  submit: string
  busy: string
  onClose: () => void
  children?: ReactNode
}

/** Asks for what a command needs, and always why; what it came to is said in a toast. */
export function CommandDialog<S extends FormSchema>(props: CommandProps<S>) {
  const { title, about, schema, defaults, send, submit, busy, onClose, children } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{about}</p>
      <FormShell
        schema={schema}
        defaults={defaults}
        send={(values) => send(values).finally(askAgain)}
        onDone={({ done }) => {
          toast.success(translated(done))
          onClose()
        }}
        submit={submit}
        busy={busy}
        guard={false}
        notice={false}
        aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
      >
        {children}
        <TextArea
          name="reason"
          label={t`Reason`}
          hint={t`It is written down with your name.`}
          rows={2}
          maxLength={500}
        />
      </FormShell>
    </Dialog>
  )
}
