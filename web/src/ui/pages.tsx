/* Pages  of ('sites') · page · pages · onTurn (page)     nothing when there is one page only */
import { Button } from './button.tsx'
import './pages.css'

interface PagesProps {
  of: string
  page: number
  pages: number
  onTurn: (page: number) => void
}

export function Pages({ of: noun, page, pages, onTurn }: PagesProps) {
  if (pages <= 1) return null
  return (
    <nav className="pages" aria-label={`Pages of ${noun}`}>
      <Button disabled={page === 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <span role="status" className="figures">
        Page {page} of {pages}
      </span>
      <Button disabled={page === pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
