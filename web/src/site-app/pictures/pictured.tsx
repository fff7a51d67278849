/* Pictured  picture · table · summary? ('In figures')     what is drawn, with the same in a table that is folded away, and open on paper */
import type { ReactNode } from 'react'
import { FoldAway } from '../fold-away.tsx'
import './pictures.css'

interface PicturedProps {
  picture: ReactNode
  table: ReactNode
  summary?: string
}

export const Pictured = ({ picture, table, summary = 'In figures' }: PicturedProps) => (
  <figure className="pictured">
    {picture}
    <FoldAway summary={summary}>{table}</FoldAway>
  </figure>
)
