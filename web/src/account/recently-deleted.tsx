import { lazy, Suspense, useState } from 'react'
import type { Kind } from '../products.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import '../ui/fold.css'

const DeletedList = lazy(async () => ({ default: (await import('./deleted-list.tsx')).DeletedList }))

/** Folded away, and asked for only when somebody opens it. */
export function RecentlyDeleted({ kind }: { kind: Kind }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Recently deleted</summary>
      {open && (
        <Suspense fallback={<Skeleton height="6rem" />}>
          <DeletedList kind={kind} />
        </Suspense>
      )}
    </details>
  )
}
