/*
 * FieldLink   name · children · className?                 leads to a field of the form it stands in, unfolding what that is in; the address stays
 * LinkedNotice                                             'Some information is missing', each label a link to its field
 */
import type { MouseEvent, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { MissingNotice } from './missing-notice.tsx'

export function FieldLink({
  name,
  className,
  children,
}: {
  name: string
  className?: string
  children: ReactNode
}) {
  const { setFocus } = useFormContext()
  const go = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    const control = event.currentTarget.closest('form')?.elements.namedItem(name)
    const first = control instanceof RadioNodeList ? control[0] : control
    const fold = first instanceof Element ? first.closest('details') : null
    if (fold) fold.open = true
    setFocus(name)
  }
  return (
    <a href={`#${name}`} className={className} onClick={go}>
      {children}
    </a>
  )
}

const linked = (name: string, label: string) => <FieldLink name={name}>{label}</FieldLink>

export const LinkedNotice = () => <MissingNotice draw={linked} />
