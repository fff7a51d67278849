/*
 * KeysetPages  of ('animals') · words (earlier, later) · before (the pages that lead here) · next (what the next begins behind) · onTurn (pages)
 *              nothing where there is one page only
 */
import { Button } from '../../ui/button.tsx'
import '../../ui/pages.css'

interface KeysetPagesProps {
  of: string
  words: readonly [earlier: string, later: string]
  before: readonly string[]
  next: string | null
  onTurn: (pages: readonly string[]) => void
}

export function KeysetPages({ of: noun, words: [earlier, later], before, next, onTurn }: KeysetPagesProps) {
  if (before.length === 0 && next === null) return null
  return (
    <nav className="pages" aria-label={`Pages of ${noun}`}>
      <Button disabled={before.length === 0} onClick={() => onTurn(before.slice(0, -1))}>
        {earlier}
      </Button>
      <span role="status" className="figures">
        Page {before.length + 1}
      </span>
      <Button disabled={next === null} onClick={() => next !== null && onTurn([...before, next])}>
        {later}
      </Button>
    </nav>
  )
}
