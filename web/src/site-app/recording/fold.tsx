import { useState, type ReactNode } from 'react'
import '../../ui/fold.css'

interface FoldProps {
  summary: string
  /** Something in it asks to be seen: it opens, and stays open. */
  isNeeded: boolean
  children: ReactNode
}

/** What is rarely filled in, folded away until somebody asks for it. */
export function Fold({ summary, isNeeded, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="fold"
      open={isOpen || isNeeded}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {summary} <span className="soft">(optional)</span>
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}
