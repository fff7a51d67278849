/* CheckBox  isOn · onTurn (isOn) · children (its words) · any other <input> attribute     a box with its words, which press it, too */
import type { ComponentProps, ReactNode } from 'react'
import './check-box.css'

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange'> {
  isOn: boolean
  onTurn: (isOn: boolean) => void
  children: ReactNode
}

export function CheckBox({ isOn, onTurn, children, ...rest }: CheckBoxProps) {
  return (
    <label className="check">
      <input {...rest} type="checkbox" checked={isOn} onChange={({ target }) => onTurn(target.checked)} />
      <span>{children}</span>
    </label>
  )
}
