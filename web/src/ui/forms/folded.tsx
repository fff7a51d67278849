/* Folded  title · fields (the names inside that are empty unless somebody fills them in) · heading? (it is a section of its own) · children     what may be left out of a form: open where something in it is filled in or refused */
import { t } from '@byre/contract/words'
import { useId, useState, type ReactNode } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { Texts } from './form-schema.ts'
import '../fold.css'

interface FoldedProps {
  title: string
  fields: readonly string[]
  heading?: boolean
  children: ReactNode
}

export function Folded({ title, fields, heading = false, children }: FoldedProps) {
  const titleId = useId()
  const { errors } = useFormState<Texts>({ name: [...fields] })
  const isFilled = useWatch<Texts>({ name: [...fields] }).some(Boolean)
  const [open, setOpen] = useState(isFilled)
  const [wasFilled, setWasFilled] = useState(isFilled)
  // A kept draft comes a moment after the form; what somebody has folded away by hand stays so.
  if (isFilled && !wasFilled) {
    setWasFilled(true)
    setOpen(true)
  }
  if (!open && fields.some((name) => errors[name])) setOpen(true)
  const Title = heading ? 'h2' : 'span'
  return (
    <section className={heading ? 'form-section' : undefined} aria-labelledby={titleId}>
      <details className="fold" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Title id={titleId}>{title}</Title> <span className="soft">{t`(optional)`}</span>
        </summary>
        <div className="stack">{children}</div>
      </details>
    </section>
  )
}
