import { t } from '@byre/contract/words'
import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Kind } from '../products.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import '../ui/fold.css'
import { changed } from '../account/list-address.ts'

const DeletedList = lazy(async () => ({ default: (await import('./deleted-list.tsx')).DeletedList }))

/** Folded away, and asked for only when somebody opens it; `deleted=1` in the address is that it is open. */
export function RecentlyDeleted({ kind }: { kind: Kind }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const open = search.get('deleted') === '1'
  const toggle = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
    if (currentTarget.open === open) return
    const address = changed(search, { deleted: currentTarget.open ? '1' : '' })
    void navigate(`?${address}`, { replace: true, preventScrollReset: true })
  }
  return (
    <details className="fold" open={open} onToggle={toggle}>
      <summary>{t`Recently deleted`}</summary>
      {open && (
        <Suspense fallback={<Skeleton height="6rem" />}>
          <DeletedList kind={kind} />
        </Suspense>
      )}
    </details>
  )
}
