/* Pictured  picture · table · summary? ('In figures')     what is drawn, with the same in a table that is folded away, and open on paper */
import { useState, type ReactNode } from 'react'
import { usePrinting } from '../../lib/printing.ts'
import '../../ui/fold.css'
import './pictures.css'

interface PicturedProps {
  picture: ReactNode
  table: ReactNode
  summary?: string
}

export function Pictured({ picture, table, summary = 'In figures' }: PicturedProps) {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = usePrinting()
  return (
    <figure className="pictured">
      {picture}
      <details
        className="fold"
        open={isOpen || isPrinting}
        onToggle={({ currentTarget }) => {
          if (!isPrinting) setOpen(currentTarget.open)
        }}
      >
        <summary>{summary}</summary>
        {table}
      </details>
    </figure>
  )
}
