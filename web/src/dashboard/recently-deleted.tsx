import { t } from '@byre/contract/words'
import { lazy, Suspense } from 'react'
import { useFoldIn } from '../lib/in-address.ts'
import type { Kind } from '../products.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import '../ui/fold.css'

const DeletedList = lazy(async () => ({ default: (await import('./deleted-list.tsx')).DeletedList }))

/** Folded away, and asked for only when somebody opens it; `deleted=1` in the address is that it is open. */
export function RecentlyDeleted({ kind }: { kind: Kind }) {
  const fold = useFoldIn('deleted')
  return (
    <details className="fold" {...fold}>
      <summary>{t`Recently deleted`}</summary>
      {fold.open && (
        <Suspense fallback={<Skeleton height="6rem" />}>
          <DeletedList kind={kind} />
        </Suspense>
      )}
    </details>
  )
}
