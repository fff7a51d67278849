/* FoldAway  summary · isOpen? (something asks for it: it opens) · children     folded away until somebody asks for it, and open on paper */
import { useState, type ReactNode } from 'react'
import { usePrinting } from '../lib/printing.ts'
import '../ui/fold.css'

interface FoldAwayProps {
  summary: ReactNode
  isOpen?: boolean
  children: ReactNode
}

export function FoldAway({ summary, isOpen = false, children }: FoldAwayProps) {
  const [isChosen, setChosen] = useState(false)
  const isPrinting = usePrinting()
  return (
    <details
      className="fold"
      open={isChosen || isOpen || isPrinting}
      onToggle={({ currentTarget }) => {
        if (!isPrinting) setChosen(currentTarget.open)
      }}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
