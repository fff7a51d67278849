import type { ReactNode } from 'react'
import './facts.css'

/** Names and what they are, in two columns where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export const none = <span className="soft">Not given</span>
