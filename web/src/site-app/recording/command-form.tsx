import { use, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Refusal, sentenceOf } from '../../lib/refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { Problems, Values } from './drafts.ts'
import { FormContext } from './fields.tsx'
import { FormStateContext, untouched } from './form-dialog.tsx'

interface CommandFormProps {
  begin?: Values
  submit: string
  busyLabel: string
  /** Sends what is filled in; what it answers with is wrong in the form. */
  onSend: (values: Values) => Promise<Problems | void>
  /** How the form calls a field that was refused. */
  nameOf?: (field: string) => string
  children: ReactNode
}

const empty: Values = {}

/** A short form in a dialog: refusals at their fields, and nothing lost where sending fails. */
export function CommandForm({
  begin = empty,
  submit,
  busyLabel,
  onSend,
  nameOf,
  children,
}: CommandFormProps) {
  const [values, setValues] = useState(begin)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /** What it began with, and then what was sent last. */
  const [kept, setKept] = useState(begin)
  const isDirty = Object.keys(values).some((name) => (values[name] ?? '') !== (kept[name] ?? ''))
  const tellState = use(FormStateContext)
  useLayoutEffect(() => {
    tellState({ isDirty, isBusy: busy })
    return () => tellState(untouched)
  }, [tellState, isDirty, busy])
  const set = (next: Values) => {
    setFailure(null)
    setValues((before) => ({ ...before, ...next }))
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(next, name))),
    )
  }
  const wrong = Object.keys(problems).join(' ')
  useLayoutEffect(() => {
    if (wrong !== '') focusWrong(form.current)
  }, [wrong])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      const refused = await onSend(values)
      if (refused) setProblems(refused)
      else setKept(values)
    } catch (error) {
      const [first] = error instanceof Refusal ? error.fieldErrors : []
      const field = first && (nameOf?.(first.field) ?? first.field)
      if (first && field && form.current?.querySelector(`[name="${field}"]`))
        setProblems({ [field]: first.message })
      else setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormContext value={{ values, problems, set }}>
      <form ref={form} className="form" noValidate aria-busy={busy} onSubmit={(event) => void send(event)}>
        {children}
        {failure && (
          <Banner is="danger" live>
            {failure}
          </Banner>
        )}
        <div className="form-buttons">
          <Button type="submit" kind="primary" busy={busy} busyLabel={busyLabel}>
            {submit}
          </Button>
        </div>
      </form>
    </FormContext>
  )
}

/** The first field that is refused takes the focus. */
export const focusWrong = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-invalid="true"] :is(input, select, textarea)')?.focus()
