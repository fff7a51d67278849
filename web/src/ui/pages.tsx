/* Pages  of ('sites') · page · pages · onTurn (page)     nothing when there is one page only */
import { t } from '@byre/contract/words'
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
    <nav className="pages" aria-label={t`Pages of ${noun}`}>
      <Button disabled={page === 1} onClick={() => onTurn(page - 1)}>{t`Previous`}</Button>
      <span role="status" className="figures">{t`Page ${page} of ${pages}`}</span>
      <Button disabled={page === pages} onClick={() => onTurn(page + 1)}>{t`Next`}</Button>
    </nav>
  )
}
